// What a stub model of the AI SDK does, for any version of the SDK. Tests only.

import { convertArrayToReadableStream } from "ai/test";

export type Call = readonly [id: string, name: string, args: unknown];

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const toContent = ([toolCallId, toolName, args]: Call) => ({
  type: "tool-call" as const,
  toolCallId,
  toolName,
  input: typeof args === "string" ? args : JSON.stringify(args),
});

/** Makes the calls of each step in turn and then says "done". */
export function callInSteps(...steps: readonly (readonly Call[])[]) {
  let step = 0;
  const next = () => {
    const calls = steps[step++]?.map(toContent);
    return { calls, finishReason: { unified: calls ? ("tool-calls" as const) : ("stop" as const), raw: undefined } };
  };
  return {
    doGenerate: async () => {
      const { calls, finishReason } = next();
      return { content: calls ?? [{ type: "text" as const, text: "done" }], finishReason, usage, warnings: [] };
    },
    doStream: async () => {
      const { calls = [], finishReason } = next();
      return { stream: convertArrayToReadableStream([...calls, { type: "finish" as const, finishReason, usage }]) };
    },
  };
}

interface Asked {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
}

/** What the model was shown of its calls, after the last step. */
export function shownTo(model: {
  readonly doGenerateCalls: readonly Asked[];
  readonly doStreamCalls: readonly Asked[];
}) {
  const prompt = [...model.doGenerateCalls, ...model.doStreamCalls].at(-1)?.prompt ?? [];
  return prompt.flatMap(({ role, content }) =>
    role === "tool" ? (content as Shown[]).map(({ toolCallId, output }) => [toolCallId, output] as const) : [],
  );
}

interface Shown {
  readonly toolCallId: string;
  readonly output: { readonly type: string; readonly value: unknown };
}
