// Brings the schema library along, for whatever is not started just to draw a tree. Leaves its use to arguments.ts.

import { Validator } from "@cfworker/json-schema";
import { provideSchemaLibrary } from "./arguments.ts";

export function useSchemaLibrary(): void {
  provideSchemaLibrary({ Validator });
}
