// Loaded before the tests by Bun, which runs the hook once after all files. A hook inside the module that makes the folders would run for
// the first file only. On Node, temp_folder.ts does this.

import { afterAll } from "vitest";
import { chooseTempFolder } from "./fast_folder.ts";
import { removeTempFolders } from "./tree.ts";

process.env.TMPDIR = chooseTempFolder();

afterAll(removeTempFolders);
