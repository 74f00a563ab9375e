// A tool behind the gate that reports its input, and remembers that it ran. Tests only.

import { createToolContext, type ToolContextOptions } from "../../src/call/context.ts";
import { createSecureTool } from "../../src/call/secure_tool.ts";
import { invalidArgument } from "../../src/errors/arguments.ts";
import type { ToolError } from "../../src/errors.ts";
import type { ToolSpec } from "../../src/tools/tool.ts";
import { makeTree } from "./tree.ts";

export interface PeekRequest {
  readonly path: string;
}

/** A tool that reports its input, and remembers that it ran. */
export function makePeek(ran: string[], changes: Partial<ToolSpec<PeekRequest, string>["traits"]> = {}) {
  const spec: ToolSpec<PeekRequest, string> = {
    definition: {
      name: "peek",
      description: "Tells what a path is.",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    },
    traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low", ...changes },
    parse: (args) => {
      ran.push("parse");
      if (typeof args.path !== "string") throw invalidArgument("path must be a string");
      return { path: args.path };
    },
    summarize: (request) => `Peek at ${request.path}`,
    run: (_request, node, scope) => {
      ran.push("run");
      return `${node.kind} ${scope.path} at ${node.location}`;
    },
  };
  return spec;
}

export interface Setup extends Omit<ToolContextOptions, "workspaceRoot"> {
  readonly entries?: readonly string[];
  readonly traits?: Partial<ToolSpec<PeekRequest, string>["traits"]>;
}

export function setUp({ entries = ["file a/f x"], traits = {}, ...options }: Setup = {}) {
  const root = makeTree(entries);
  const ran: string[] = [];
  const context = createToolContext({ workspaceRoot: root, ...options });
  return { root, ran, context, peek: createSecureTool(context, makePeek(ran, traits)) };
}

export async function codeOf(outcome: Promise<{ status: string; error?: ToolError }>): Promise<string> {
  const { status, error } = await outcome;
  return `${status} ${error?.code}`;
}
