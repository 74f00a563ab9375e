// The arguments of other tools that the Gemini dialect understands: none, because its own are those of Gemini CLI.

import type { ToolWords } from "../../input/words.ts";

export const GEMINI_WORDS: ToolWords = { table: {}, hasFixedJson: true };
