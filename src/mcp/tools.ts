// Describes each tool to MCP clients: its definition, a title, hints and the schema of its answer.

import type { Tool, ToolAnnotations } from "@modelcontextprotocol/server";
import type { ToolReport } from "../call/call_types.ts";
import type { NameTool } from "../errors.ts";
import { DESCRIPTIONS_NAMING_TOOLS, TOOL_DEFINITIONS } from "../registory/definitions.ts";
import type { McpToolkit } from "./options.ts";
import { OUTPUT_SCHEMAS } from "./output_schemas.ts";

type BuiltIn = keyof typeof TOOL_DEFINITIONS;

const TITLES: Readonly<Record<BuiltIn, string>> = {
  tree: "Workspace tree",
  read_file: "Read a text file",
  list_directory: "List a directory",
  list_files: "Find files by name",
  search_text: "Search file contents",
  read_files: "Read several text files",
};

/** In the order of the reports. Text answers have no schema: with one, a client may show the model the data as well. */
export function listTools(toolkit: Pick<McpToolkit, "tools" | "format">, nameTool?: NameTool): Tool[] {
  const listed = toolkit.tools().map((report) => toListedTool(report, nameTool));
  return toolkit.format === "text" ? listed.map(({ outputSchema, ...tool }) => tool) : listed;
}

/** The schemas are passed on unchanged. */
export function toListedTool(report: ToolReport, nameTool: NameTool = (name) => name): Tool {
  const { name, parameters } = report;
  return {
    name: nameTool(name),
    ...(isBuiltInName(name) ? { title: TITLES[name] } : {}),
    description: name === "read_files" ? DESCRIPTIONS_NAMING_TOOLS.read_files(nameTool) : report.description,
    inputSchema: isObjectSchema(parameters) ? parameters : { ...parameters, type: "object" },
    ...(hasStructuredOutput(report) ? { outputSchema: OUTPUT_SCHEMAS[report.name] } : {}),
    annotations: toHints(report),
    ...(isBuiltInName(name) ? { _meta: ALWAYS_LOADED } : {}),
  };
}

/** Otherwise Claude Code shows the model only the names of tools if it has many, and the model must search for them. */
const ALWAYS_LOADED = { "anthropic/alwaysLoad": true };

/** Compares the object itself: another dialect has a tool of the same name, whose answer is plain text. */
export function hasStructuredOutput(report: ToolReport): report is ToolReport & { readonly name: BuiltIn } {
  const { name, parameters } = report;
  return isBuiltInName(name) && TOOL_DEFINITIONS[name].parameters === parameters;
}

// All four hints are set, because clients assume the riskier value for a missing one. A custom tool with side effects may destroy
// something, and one that runs commands may reach anything.
function toHints({ is_side_effecting, risk_level }: ToolReport): ToolAnnotations {
  return {
    readOnlyHint: !is_side_effecting,
    destructiveHint: is_side_effecting,
    idempotentHint: !is_side_effecting,
    openWorldHint: risk_level === "high",
  };
}

function isBuiltInName(name: string): name is BuiltIn {
  return Object.hasOwn(TOOL_DEFINITIONS, name);
}

function isObjectSchema(schema: object): schema is Tool["inputSchema"] {
  return "type" in schema && schema.type === "object";
}
