// needs: GEMINI_API_KEY. Run with @google/genai 2.
import { GoogleGenAI } from "@google/genai";
import { createAgentToolkit } from "porthole";
import { answerGeminiCalls, toGeminiTools } from "porthole/gemini";

const client = new GoogleGenAI({});
const toolkit = createAgentToolkit({ workspaceRoot: ".", defaults: "agent" });
const config = { tools: toGeminiTools(toolkit) };
/** @type {import("@google/genai").Content[]} */
const contents = [{ role: "user", parts: [{ text: "What is this project, and which licence does it use?" }] }];

let answer;
while (true) {
  answer = await client.models.generateContent({ model: "gemini-flash-latest", contents, config });
  const content = answer.candidates?.[0]?.content;
  if (content === undefined) break;
  contents.push(content);
  const results = await answerGeminiCalls(toolkit, answer);
  if (results.length === 0) break;
  contents.push({ role: "user", parts: results });
}

console.log(answer.text);
toolkit.close();
