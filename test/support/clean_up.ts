// Loaded before the tests by both runners: vitest runs the hook after each file, Bun once after all of them. A hook inside the
// module that makes the folders would run, on Bun, for the first file only.

import { afterAll } from "vitest";
import { removeTempFolders } from "./tree.ts";

afterAll(removeTempFolders);
