// needs: OPENAI_API_KEY. Run with openai 7.
import OpenAI from "openai";
import { createAgentToolkit } from "porthole";
import { answerChatCalls, toChatTools } from "porthole/openai";

const client = new OpenAI();
const toolkit = createAgentToolkit({ workspaceRoot: ".", defaults: "agent" });
const tools = toChatTools(toolkit, { strict: true });
/** @type {OpenAI.ChatCompletionMessageParam[]} */
const messages = [{ role: "user", content: "What is this project, and which licence does it use?" }];

let results;
do {
  const { choices } = await client.chat.completions.create({ model: "gpt-5.5", messages, tools });
  const { message } = choices[0];
  results = await answerChatCalls(toolkit, message);
  messages.push(message, ...results);
} while (results.length > 0);

console.log(messages.at(-1)?.content);
toolkit.close();
