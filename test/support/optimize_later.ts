// Loaded before the tests on Node: V8 compiles a function again, with optimisation, only if it runs a lot. Most functions of a test run a few
// times in many files, and optimising all of them took more processor time than it saved.

import { setFlagsFromString } from "node:v8";

// Six times the default of V8. A version of V8 without this flag complains and goes on.
setFlagsFromString("--interrupt-budget=400000");
