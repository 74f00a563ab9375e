// How MCP clients see a toolkit: the instructions for the model, each tool with its hints and the schema of its answer, and the results of
// calls.

import type { CallToolResult, Tool, ToolAnnotations } from "@modelcontextprotocol/server";
import { ABOUT, BUILT_IN_NAMES, type BuiltIn, isBuiltIn } from "../call/built_in.ts";
import { toErrorAnswer } from "../call/fit.ts";
import type { CallAnswer, ToolReport } from "../call/types.ts";
import { asToolError } from "../errors/calls.ts";
import type { NameTool } from "../errors.ts";
import { TOOL_DEFINITIONS } from "../registory/definitions.ts";
import type { AnswerFormat } from "../tools/found.ts";
import { ERROR } from "../tools/output_schema.ts";
import { type McpToolkit, WHOLE_ANSWER_BYTES } from "./options.ts";

const ownName: NameTool = (name) => name;

/** The instructions: at most 120 tokens. Clients may show them before the tools, or instead of them. Custom tools describe themselves. */
export function describeServer(toolkit: Pick<McpToolkit, "tools" | "resources">, nameTool: NameTool = ownName): string {
  const usable = new Set(toolkit.tools().flatMap(({ name, is_denied }) => (is_denied ? [] : [name])));
  const named = BUILT_IN_NAMES.filter((name) => usable.has(name));
  const uses = named.map((name) => `${nameTool(name)} ${ABOUT[name].use}`);
  // Reading resources requires that read_file is allowed.
  const hasResources = toolkit.resources !== undefined && usable.has("read_file" satisfies BuiltIn);
  return [
    "A sealed view of one folder. Paths are relative to its root, which is `.`.",
    ...(uses.length === 0 ? [] : [`${uses.join("; ")}.`]),
    ...(hasResources ? ["Pictures and other binary files are resources: porthole:///path."] : []),
    "Answers are kept short: each says what it left out and how to go on.",
  ].join(" ");
}

/**
 * In the order of the reports. Text answers have no schema: with one, a client may show the model the data as well. `maxAnswerBytes`: the
 * largest answer, to be announced if it is long.
 */
export function listTools(
  toolkit: Pick<McpToolkit, "tools" | "format">,
  nameTool: NameTool = ownName,
  maxAnswerBytes = 0,
): Tool[] {
  const listed = toolkit.tools().map((report) => toListedTool(report, nameTool, maxAnswerBytes));
  return toolkit.format === "text" ? listed.map(({ outputSchema, ...tool }) => tool) : listed;
}

/** The schemas are passed on unchanged. */
export function toListedTool(report: ToolReport, nameTool = ownName, maxAnswerBytes = 0): Tool {
  const { name, parameters } = report;
  const about = isBuiltIn(name) ? ABOUT[name] : null;
  const meta = {
    // Otherwise Claude Code shows the model only the names of tools if it has many, and the model must search for them.
    ...(about === null ? {} : { "anthropic/alwaysLoad": true }),
    // Claude Code passes on longer answers in full only if the tool announces their size.
    ...(maxAnswerBytes > WHOLE_ANSWER_BYTES ? { "anthropic/maxResultSizeChars": maxAnswerBytes } : {}),
  };
  return {
    name: nameTool(name),
    ...(about === null ? {} : { title: about.title }),
    description: about?.describe?.(nameTool) ?? report.description,
    inputSchema: isObjectSchema(parameters) ? parameters : { ...parameters, type: "object" },
    ...(hasStructuredOutput(report) ? { outputSchema: describeOutput(report.name) } : {}),
    annotations: toHints(report),
    ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
  };
}

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

/** The text, and in format `json` the data as structured content. `name`: the tool's own; null if no tool can have been called. */
export function toResult(
  toolkit: Pick<McpToolkit, "tools">,
  name: string | null,
  { content, data, format, is_error }: CallAnswer,
): CallToolResult {
  if (is_error) return toErrorResult(content);
  const text = { content: [{ type: "text" as const, text: content }] };
  if (format !== "json" || typeof data !== "object") return text;
  const report = toolkit.tools().find((tool) => tool.name === name);
  return report !== undefined && hasStructuredOutput(report) ? { ...text, structuredContent: { ...data } } : text;
}

/** For a failure that neither a model nor a disk can cause. The reason goes to the owner's log. */
export function toFailure(error: unknown, format: AnswerFormat): CallToolResult {
  return toErrorResult(toErrorAnswer(asToolError(error), Number.POSITIVE_INFINITY, { format }).text);
}

function toErrorResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
