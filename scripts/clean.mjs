// Removes the build, so that a deleted source leaves nothing behind in the package.
import { rmSync } from "node:fs";

rmSync(new URL("../dist", import.meta.url), { recursive: true, force: true });
