// Loaded before the tests by Bun, which runs the hook once after all files. A hook inside the module that makes the folders would run
// for the first file only. Node has temp_folder.ts.

import { afterAll } from "vitest";
import { removeTempFolders } from "./tree.ts";

afterAll(removeTempFolders);
