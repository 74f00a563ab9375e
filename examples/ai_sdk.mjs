import { generateText, isStepCount } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { createAgentToolkit } from "porthole";
import { toAiSdkTools } from "porthole/ai-sdk";

// A stand-in that needs no network: it reads a file, then says what it saw. Put any model of the AI SDK in its place.
const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const seen = prompt.findLast(({ role }) => role === "tool")?.content[0].output.value;
    const input = JSON.stringify({ path: "package.json", max_lines: 3 });
    return {
      content: seen
        ? [{ type: "text", text: `The file begins:\n${JSON.parse(seen).content}` }]
        : [{ type: "tool-call", toolCallId: "call-1", toolName: "read_file", input }],
      finishReason: { unified: seen ? "stop" : "tool-calls" },
      usage: { inputTokens: {}, outputTokens: {} },
      warnings: [],
    };
  },
});

const toolkit = createAgentToolkit({ workspaceRoot: "." });
const { text, steps } = await generateText({
  model,
  tools: toAiSdkTools(toolkit),
  stopWhen: isStepCount(10),
  prompt: "How does package.json begin?",
});

console.log(steps.length, text);
toolkit.close();
