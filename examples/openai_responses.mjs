// needs: OPENAI_API_KEY. Run with openai 7.
import OpenAI from "openai";
import { createAgentToolkit } from "porthole";
import { answerResponsesCalls, toResponsesTools } from "porthole/openai";

const client = new OpenAI();
const toolkit = createAgentToolkit({ workspaceRoot: ".", defaults: "agent" });
const tools = toResponsesTools(toolkit, { strict: true });
/** @type {OpenAI.Responses.ResponseInput} */
const input = [{ role: "user", content: "What is this project, and which licence does it use?" }];

let answer;
let results;
do {
  answer = await client.responses.create({ model: "gpt-5.5", input, tools });
  results = await answerResponsesCalls(toolkit, answer);
  input.push(.../** @type {typeof input} */ (answer.output), ...results);
} while (results.length > 0);

console.log(answer.output_text);
toolkit.close();
