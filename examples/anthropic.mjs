// needs: ANTHROPIC_API_KEY. Run with @anthropic-ai/sdk 1.
import Anthropic from "@anthropic-ai/sdk";
import { createAgentToolkit } from "porthole";
import { answerAnthropicCalls, toAnthropicTools } from "porthole/anthropic";

const client = new Anthropic();
const toolkit = createAgentToolkit({ workspaceRoot: ".", defaults: "agent" });
const tools = toAnthropicTools(toolkit);
/** @type {Anthropic.MessageParam[]} */
const messages = [{ role: "user", content: "What is this project, and which licence does it use?" }];

let answer;
while (true) {
  answer = await client.messages.create({ model: "claude-sonnet-5", max_tokens: 4096, messages, tools });
  messages.push({ role: "assistant", content: answer.content });
  const results = await answerAnthropicCalls(toolkit, answer);
  if (results.length === 0) break;
  messages.push({ role: "user", content: results });
}

for (const block of answer.content) if (block.type === "text") console.log(block.text);
toolkit.close();
