// The rules by which list_directory leaves out entries.

import { hidden, ignored, type Kinds, type ViewRules } from "../../../view/rules.ts";
import type { ListFilter } from "./types.ts";

export const ALL_KINDS: Kinds = { file: "shown", directory: "shown", symlink: "shown", other: "shown" };

// 1 hidden 2 ignored 3 kind (FR-LD-LST-06). Special files are counted if they are not requested.
export function listRules({ includeHidden, kinds }: ListFilter): ViewRules {
  const treat = (kind: keyof Kinds) => (kinds[kind] ? "shown" : "unasked");
  return {
    names: [...(includeHidden ? [] : [hidden]), ignored],
    kinds: {
      file: treat("file"),
      directory: treat("directory"),
      symlink: treat("symlink"),
      other: kinds.other ? "shown" : "special",
    },
  };
}
