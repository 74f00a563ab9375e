// All rows through every surface that a process or an adapter serves, in one workspace with a folder for each row. In a short run each
// surface has one of the strategies, and is asked for one path of every third row, others than the surface before it. Needs a build.

import { describe, expect, test } from "vitest";
import { toAiSdkTools } from "../../src/adapters/ai_sdk.ts";
import { answerAnthropicCalls } from "../../src/adapters/anthropic.ts";
import { answerGeminiCalls } from "../../src/adapters/gemini.ts";
import { answerChatCalls, answerResponsesCalls } from "../../src/adapters/openai.ts";
import { createAgentToolkit, type Toolkit } from "../../src/toolkit.ts";
import type { Answer } from "../hardening/support/oracle.mjs";
import { openSurface } from "../hardening/support/surfaces.mjs";
import { isServed, type Surface, type Target } from "../hardening/support/targets.mjs";
import { isShared, porthole } from "../support/cli.ts";
import { isPaired, isThorough } from "../support/scale.ts";
import { STRATEGIES } from "../support/workspaces.ts";
import { findFault, geminiOperation, type Operation, operationsOn, walksFrom } from "./operations.ts";
import { type Asked, makeGallery } from "./world.ts";

type Answering = (target: Target) => Answer | Promise<Answer>;

interface Question {
  readonly asked: Asked;
  readonly operation: Operation;
}

const gallery = makeGallery();
const start: Asked = { row: "the gallery", path: gallery.start, outcome: "inside", turn: () => true };
const SURFACES = ["jsonl", "stdio", "http", "page"] as const;

function questionsFor(surface: Surface, turn: number): Question[] {
  const chosen = gallery.asked.filter((asked) => isThorough || asked.turn(turn));
  const onPaths = chosen.flatMap((asked) => operationsOn(asked.path).map((operation) => ({ asked, operation })));
  const onAll = walksFrom(gallery).map((operation) => ({ asked: start, operation }));
  return [...onPaths, ...onAll].filter(({ operation }) => isServed(surface, operation.target));
}

async function findFaults(questions: readonly Question[], answer: Answering): Promise<string[]> {
  expect(questions.length).toBeGreaterThan(0);
  const faults = questions.map(async ({ asked, operation }) =>
    findFault(gallery, asked, operation, await answer(operation.target)),
  );
  return (await Promise.all(faults)).filter((fault) => fault !== null);
}

describe.each(STRATEGIES)("EX-12 nothing leads out of a workspace kept by %s", (seal) => {
  const mine = <Kind>(surfaces: readonly Kind[]) => surfaces.filter((_, at) => isPaired(at, seal, STRATEGIES));
  const served = mine(SURFACES).map((surface) => [surface, SURFACES.indexOf(surface)] as const);

  test.each(served)("over %s", async (surface, turn) => {
    const { call, close } = await open(surface, "forge");
    expect(await findFaults(questionsFor(surface, turn), call).finally(close)).toEqual([]);
  });

  test.each(mine(["stdio", "jsonl", "http"] as const))("in the Gemini dialect, over %s", async (surface) => {
    const questions = [...gallery.asked, start].map((asked) => ({
      asked,
      operation: geminiOperation(gallery, asked.path),
    }));
    const { call, close } = await open(surface, "gemini");
    expect(await findFaults(questions, call).finally(close)).toEqual([]);
  });

  function open(surface: (typeof SURFACES)[number], dialect: "forge" | "gemini") {
    return openSurface(process.execPath, { surface, seal, dialect, format: "json", root: gallery.root });
  }
});

const id = "call";
type Provider = (toolkit: Toolkit, name: string, args: Record<string, unknown>) => Promise<unknown>;

const PROVIDERS: Record<string, Provider> = {
  "a batch": async (toolkit, name, args) => (await toolkit.executeBatch([{ id, name, arguments: args }]))[0]?.content,
  "OpenAI Chat": async (toolkit, name, args) =>
    (await answerChatCalls(toolkit, [{ id, function: { name, arguments: JSON.stringify(args) } }]))[0]?.content,
  "OpenAI Responses": async (toolkit, name, args) => {
    const call = { type: "function_call", call_id: id, name, arguments: JSON.stringify(args) } as const;
    return (await answerResponsesCalls(toolkit, [call]))[0]?.output;
  },
  Anthropic: async (toolkit, name, args) =>
    (await answerAnthropicCalls(toolkit, [{ type: "tool_use", id, name, input: args }]))[0]?.content,
  Gemini: async (toolkit, name, args) => {
    const { response } = (await answerGeminiCalls(toolkit, [{ id, name, args }]))[0]?.functionResponse ?? {};
    return JSON.stringify(response && "output" in response ? response.output : response);
  },
  "the AI SDK": async (toolkit, name, args) =>
    (await toAiSdkTools(toolkit)[name]?.execute(args, { toolCallId: id, messages: [] }))?.content,
};

const providers = Object.entries(PROVIDERS).map(([name, answer], turn) => ({ name, answer, turn }));

test.each(providers)("EX-12 nothing leads out by a call of $name", async ({ answer, turn }) => {
  using toolkit = createAgentToolkit({ workspaceRoot: gallery.root });
  const faults = await findFaults(questionsFor("execute", turn), async ({ name, args }) => {
    const content = String(await answer(toolkit, name, args));
    return { wire: content, content, isError: isError(content) };
  });
  expect(faults).toEqual([]);
});

test("EX-12 nothing leads out by a command", async () => {
  const questions = questionsFor("page", 0).filter(({ operation: { target } }) => toWords(target) !== undefined);
  // Where each command has a process of its own, some of them.
  const asked = questions.filter((_, at) => isShared || at % 12 === 0);
  const faults = await findFaults(asked, (target) => {
    const { stdout, stderr } = porthole(gallery.root, [...(toWords(target) ?? []), "--json"]);
    return { wire: stdout + stderr, content: stdout, isError: isError(stdout) };
  });
  expect(faults).toEqual([]);
});

/** The command that makes the same call. */
function toWords({ name, args }: Target): readonly string[] | undefined {
  const {
    path = ".",
    pattern = "**",
    include = [],
  } = args as Record<"path" | "pattern", string> & { include?: string[] };
  const commands: Record<string, readonly string[]> = {
    read_file: ["read", path],
    tree: ["tree", path, "--all", "--hidden"],
    list_directory: ["ls", path, "--recursive"],
    list_files: ["find", pattern, path, "--type", "all", "--hidden"],
    search_text: ["search", pattern, path, "--hidden", ...include.flatMap((glob) => ["--include", glob])],
    explain: ["explain", path],
  };
  return commands[name];
}

function isError(content: string): boolean {
  return content.startsWith('{"error"');
}
