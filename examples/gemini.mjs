// needs: GEMINI_API_KEY
import { GoogleGenAI } from "@google/genai";
import { createAgentToolkit } from "porthole";
import { answerGeminiCalls, toGeminiTools } from "porthole/gemini";

const client = new GoogleGenAI({});
const toolkit = createAgentToolkit({ workspaceRoot: "." });
const config = { tools: toGeminiTools(toolkit) };
const contents = [{ role: "user", parts: [{ text: "What is this project, and which licence has it?" }] }];

let answer;
while (true) {
  answer = await client.models.generateContent({ model: "gemini-flash-latest", contents, config });
  contents.push(answer.candidates[0].content);
  const results = await answerGeminiCalls(toolkit, answer);
  if (results.length === 0) break;
  contents.push({ role: "user", parts: results });
}

console.log(answer.text);
toolkit.close();
