// A call as a model makes it: exactly the string that the model would get, or what that string says, for a person. Never sanitised
// here: the string is JSON, for programs, and what is drawn of it is the commands' business.

import type { ToolEvent } from "../executor/types.ts";
import type { Toolset } from "../toolset.ts";
import type { CommandName } from "./commands.ts";
import { complain, EXIT, writeOut } from "./output.ts";
import { nameOptions } from "./parse.ts";

export async function printAnswer(toolkit: Toolset, name: string, args: object): Promise<number> {
  const { content, is_error } = await toolkit.execute({ id: "1", name, arguments: { ...args } });
  await writeOut(`${content}\n`);
  return is_error ? EXIT.toolError : EXIT.ok;
}

/** What a model would get, no more, as data; a fault is told to the person. Undefined after a fault. */
export async function askAsModel<Output>(
  toolkit: Toolset,
  command: CommandName,
  name: string,
  args: object,
): Promise<Output | undefined> {
  const on_event = (event: ToolEvent) => {
    if (event.type !== "completed" || event.error === undefined) return;
    complain(nameOptions(command, event.error.message), EXIT.toolError);
  };
  const { content, is_error } = await toolkit.execute({ id: "1", name, arguments: { ...args } }, { on_event });
  return is_error ? undefined : JSON.parse(content);
}
