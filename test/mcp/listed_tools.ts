// What tools/list of test/support/mcp_server.mjs must be, byte by byte: the definitions to the letter, in the order
// of their names.

import { describeOutput } from "../../src/mcp/tools.ts";
import { TOOL_DEFINITIONS } from "../../src/registory/definitions.ts";

const READS = '{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}';
const WRITES = '{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":false}';
/** The toolkit's own budget, which is more than clients pass on by themselves. */
const SIZE = '"anthropic/maxResultSizeChars":65536';
/** Claude Code shows such tools to the model without a search. */
const LOADED = '"anthropic/alwaysLoad":true';

function builtIn(name: keyof typeof TOOL_DEFINITIONS, title: string): string {
  const { description, parameters } = TOOL_DEFINITIONS[name];
  return [
    `{"name":"${name}","title":"${title}","description":${JSON.stringify(description)}`,
    `"inputSchema":${JSON.stringify(parameters)},"outputSchema":${JSON.stringify(describeOutput(name))}`,
    `"annotations":${READS},"_meta":{${LOADED},${SIZE}}}`,
  ].join(",");
}

function registered(name: string, hints: string): string {
  const properties = '{"path":{"type":"string"},"zeta":{"type":"number"},"alpha":{"type":"number"}}';
  const schema = `{"required":["path"],"properties":${properties},"type":"object"}`;
  return `{"name":"${name}","description":"The tool ${name}.","inputSchema":${schema},"annotations":${hints},"_meta":{${SIZE}}}`;
}

export const LISTED_TOOLS = `[${[
  builtIn("list_directory", "List a directory"),
  builtIn("list_files", "Find files by name"),
  builtIn("read_file", "Read a text file"),
  builtIn("read_files", "Read several text files"),
  builtIn("search_text", "Search file contents"),
  registered("slow", READS),
  registered("touch", WRITES),
  builtIn("tree", "Workspace tree"),
].join(",")}]`;
