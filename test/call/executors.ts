// Executors with tools of one's own on a small folder, and a look at what they answer. Tests only.

import { Calls } from "../../src/call/calls.ts";
import { createToolContext, type ToolContextOptions } from "../../src/call/context.ts";
import { ToolRegistry, toRegistered } from "../../src/call/registry.ts";
import { ToolError } from "../../src/errors.ts";
import type { PathRequest, ToolSpec } from "../../src/tools/tool.ts";
import { makeTree } from "../support/tree.ts";

export type Run = ToolSpec<PathRequest, unknown>["run"];

export interface ToolWish {
  readonly run?: Run;
  readonly toText?: ToolSpec<PathRequest, unknown>["toText"];
  readonly traits?: Partial<ToolSpec<PathRequest, unknown>["traits"]>;
}

export function makeSpec(name: string, wish: ToolWish): ToolSpec<PathRequest, unknown> {
  return {
    definition: {
      name,
      description: `The tool ${name}.`,
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    },
    traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low", ...wish.traits },
    parse: (args) => {
      if (typeof args.path !== "string")
        throw new ToolError({ kind: "BadArgs", code: "INVALID_ARGUMENT", message: "path" });
      return { path: args.path };
    },
    summarize: ({ path }) => `${name} ${path}`,
    run: wish.run ?? ((request) => `ran ${request.path}`),
    ...(wish.toText === undefined ? {} : { toText: wish.toText }),
  };
}

export interface Setup extends Partial<ToolContextOptions> {
  readonly tools?: Record<string, ToolWish>;
  readonly limits?: { readonly maxCallsPerBatch?: number };
}

export function setUp({ tools = { echo: {} }, limits = {}, ...options }: Setup = {}) {
  const workspaceRoot = options.workspaceRoot ?? makeTree(["file f x", "file g x", "dir d"]);
  const context = createToolContext({ ...options, workspaceRoot });
  const registry = new ToolRegistry();
  for (const [name, wish] of Object.entries(tools)) registry.register(toRegistered(context, makeSpec(name, wish)));
  return new Calls({ context, tools: registry }, { maxCallsPerBatch: 8, ...limits });
}

export const call = (id: string, name = "echo", path: unknown = "f") => ({ id, name, arguments: { path } });

export function errorIn(result: { content: string; is_error: boolean }): {
  kind: string;
  code: string;
  message: string;
} {
  if (!result.is_error) throw new Error(`no error: ${result.content}`);
  return JSON.parse(result.content).error;
}

export function fail(): never {
  throw new Error("a result is missing");
}
