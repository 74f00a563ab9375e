// How a tool is presented: to MCP clients, in the instructions for the model, and on the page. Types only.

import type { EntryKind } from "../disk/types.ts";
import type { NameTool } from "../errors.ts";
import type { RecordSchema } from "./output_schema.ts";

export interface ToolAbout {
  /** For people, in lists of tools. */
  readonly title: string;
  /** Follows the tool's name in the instructions for the model. */
  readonly use: string;
  /** The description of a tool that names others, for a model that knows these by other names. Default: that of the definition. */
  readonly describe?: (nameTool: NameTool) => string;
  /** The JSON Schema of its answer. */
  readonly output: RecordSchema;
  /** What it shows of a folder: the names in it, lines of files, or files. */
  readonly shows: "names" | "lines" | "files";
  /** How the page asks it about one entry. Default: it has a form of its own there. */
  readonly onPage?: AskedOnPage;
}

export interface AskedOnPage {
  readonly kinds: readonly EntryKind[];
  /** The argument that gets the path of the entry, or a list with it. */
  readonly argument: "path" | "paths";
  /** Further arguments. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The argument for the first line to show. */
  readonly line?: string;
}
