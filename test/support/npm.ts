// Whether npm is installed. Does not start it, because that takes half a second.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAME = process.platform === "win32" ? "npm.cmd" : "npm";

export const hasNpm = (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, NAME)));
