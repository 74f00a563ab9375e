// createSecureTool for programs: with everything that checking the arguments of any tool may need. Leaves the gate to factory.ts.

import { createSecureTool as create } from "./factory.ts";
import { useSchemaLibrary } from "./gate/schema_library.ts";

useSchemaLibrary();

// Not passed on by `export from`: a bundler would go past this module.
export const createSecureTool = create;
