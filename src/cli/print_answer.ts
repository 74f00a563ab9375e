// A call as a model makes it, and exactly the string that the model would get. Never sanitised: it is JSON, for programs.

import type { Toolset } from "../toolset.ts";
import { EXIT, writeOut } from "./output.ts";

export async function printAnswer(toolkit: Toolset, name: string, args: object): Promise<number> {
  const { content, is_error } = await toolkit.execute({ id: "1", name, arguments: { ...args } });
  await writeOut(`${content}\n`);
  return is_error ? EXIT.toolError : EXIT.ok;
}
