// Describes each tool to MCP clients: its definition, a title, hints and the schema of its answer.

import type { Tool, ToolAnnotations } from "@modelcontextprotocol/server";
import { ABOUT, type BuiltIn, isBuiltIn } from "../call/built_in.ts";
import type { ToolReport } from "../call/call_types.ts";
import type { NameTool } from "../errors.ts";
import { TOOL_DEFINITIONS } from "../registory/definitions.ts";
import { ERROR } from "../tools/output_schema.ts";
import type { McpToolkit } from "./options.ts";

/** In the order of the reports. Text answers have no schema: with one, a client may show the model the data as well. */
export function listTools(toolkit: Pick<McpToolkit, "tools" | "format">, nameTool?: NameTool): Tool[] {
  const listed = toolkit.tools().map((report) => toListedTool(report, nameTool));
  return toolkit.format === "text" ? listed.map(({ outputSchema, ...tool }) => tool) : listed;
}

/** The schemas are passed on unchanged. */
export function toListedTool(report: ToolReport, nameTool: NameTool = (name) => name): Tool {
  const { name, parameters } = report;
  const about = isBuiltIn(name) ? ABOUT[name] : null;
  return {
    name: nameTool(name),
    ...(about === null ? {} : { title: about.title }),
    description: about?.describe?.(nameTool) ?? report.description,
    inputSchema: isObjectSchema(parameters) ? parameters : { ...parameters, type: "object" },
    ...(hasStructuredOutput(report) ? { outputSchema: describeOutput(report.name) } : {}),
    annotations: toHints(report),
    ...(about === null ? {} : { _meta: ALWAYS_LOADED }),
  };
}

/** Otherwise Claude Code shows the model only the names of tools if it has many, and the model must search for them. */
const ALWAYS_LOADED = { "anthropic/alwaysLoad": true };

/** Compares the object itself: another dialect has a tool of the same name, whose answer is plain text. */
export function hasStructuredOutput(report: ToolReport): report is ToolReport & { readonly name: BuiltIn } {
  const { name, parameters } = report;
  return isBuiltIn(name) && TOOL_DEFINITIONS[name].parameters === parameters;
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

/**
 * The schema of its answer, or of an error alone: some clients validate errors too, and would otherwise tell the model only that the answer
 * does not match.
 */
export function describeOutput(name: BuiltIn) {
  const { type, properties, required, ...others } = ABOUT[name].output;
  const anyOf = [{ required }, { required: ["error"], maxProperties: 1 }];
  return { type, properties: { ...properties, error: ERROR }, ...others, anyOf };
}

function isObjectSchema(schema: object): schema is Tool["inputSchema"] {
  return "type" in schema && schema.type === "object";
}
