// What list_directory does where neither the owner nor a call says otherwise. Leaves what each value means to types.ts.

import type { ListDirectorySettings } from "./types.ts";

export const DEFAULT_LIST_DIRECTORY_SETTINGS: ListDirectorySettings = Object.freeze({
  maxEntries: 200,
  maxDepth: 4,
  includeHidden: false,
  includeSymlinks: true,
  includeFiles: true,
  includeDirs: true,
  includeOther: false,
  respectGitignore: false,
});
