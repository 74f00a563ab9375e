// A call as a model makes it: exactly the string that the model would get, or the data it was made of, for a person.

import type { ToolEvent } from "../executor/types.ts";
import type { Toolkit } from "../toolkit.ts";
import type { CommandName } from "./commands.ts";
import { complain, EXIT, writeOut } from "./output.ts";
import { nameOptions } from "./parse.ts";

/** Not sanitised: it is JSON, for programs. */
export async function printAnswer(toolkit: Toolkit, name: string, args: object): Promise<number> {
  const { content, is_error } = await toolkit.execute({ id: "1", name, arguments: { ...args } });
  await writeOut(`${content}\n`);
  return is_error ? EXIT.toolError : EXIT.ok;
}

/** The data of the answer that a model would get. After a fault, which is told to the person: undefined. */
export async function askAsModel<Output>(
  toolkit: Toolkit,
  command: CommandName,
  name: string,
  args: object,
): Promise<Output | undefined> {
  const on_event = (event: ToolEvent) => {
    if (event.type !== "completed" || event.error === undefined) return;
    complain(nameOptions(command, event.error.message), EXIT.toolError);
  };
  const { data, is_error } = await toolkit.answer({ id: "1", name, arguments: { ...args } }, { on_event });
  return is_error ? undefined : (data as Output);
}
