// Run with ai 7. In ai 6, isStepCount is called stepCountIs, and the stand-in is MockLanguageModelV3.
import { generateText, isStepCount } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { createAgentToolkit } from "porthole";
import { toAiSdkTools } from "porthole/ai-sdk";

// A stand-in that needs no network: it reads a file, then says what it saw. Put any model of the AI SDK in its place.
const tokens = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0 };
const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const part = prompt.flatMap((message) => (message.role === "tool" ? message.content : [])).at(-1);
    const seen = part?.type === "tool-result" && part.output.type === "text" && JSON.parse(part.output.value);
    const input = JSON.stringify({ path: "package.json", max_lines: 3 });
    return {
      content: seen
        ? [{ type: "text", text: `The file begins:\n${seen.content}` }]
        : [{ type: "tool-call", toolCallId: "call-1", toolName: "read_file", input }],
      finishReason: { unified: seen ? "stop" : "tool-calls", raw: undefined },
      usage: { inputTokens: tokens, outputTokens: tokens },
      warnings: [],
    };
  },
});

const toolkit = createAgentToolkit({ workspaceRoot: ".", defaults: "agent" });
const { text, steps } = await generateText({
  model,
  tools: toAiSdkTools(toolkit),
  stopWhen: isStepCount(10),
  prompt: "How does package.json begin?",
});

console.log(steps.length, text);
toolkit.close();
