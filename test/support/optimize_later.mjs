// Loaded before the tests on Node, and by processes that tests share: V8 compiles a function again, with optimisation, only if it runs a lot.
// Most functions of a test run a few times in many files, and optimising all of them took more processor time than it saved.
// @ts-check

import { setFlagsFromString } from "node:v8";

// Six times the default of V8 in Node 20. Later versions do not have this flag, and complain.
if (process.versions.bun === undefined && process.versions.node.startsWith("20."))
  setFlagsFromString("--interrupt-budget=400000");
