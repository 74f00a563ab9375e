// Makes a call and prints either the exact string that a model would get, or its data in a form for people.

import type { ToolEvent } from "../executor/types.ts";
import type { Toolkit } from "../toolkit.ts";
import { chooseStyle, complain, EXIT, type Style, writeOut } from "./output.ts";
import { nameOptions, type Parsed } from "./parse.ts";

/** Not sanitised: it is JSON, for programs. */
export async function printAnswer(toolkit: Toolkit, name: string, args: object): Promise<number> {
  const { content, is_error } = await toolkit.execute({ id: "1", name, arguments: { ...args } });
  await writeOut(`${content}\n`);
  return is_error ? EXIT.toolError : EXIT.ok;
}

/** For a person what `show` makes of the same answer, or the fault in the terms of the command line. With --json as for a model. */
export async function printTool<Output>(
  { command, values }: Parsed,
  toolkit: Toolkit,
  call: { readonly name: string; readonly args: object },
  show: (output: Output, style: Style) => string,
): Promise<number> {
  const { name, args } = call;
  if (values.json) return printAnswer(toolkit, name, args);
  const on_event = (event: ToolEvent) => {
    if (event.type !== "completed" || event.error === undefined) return;
    complain(nameOptions(command, event.error.message), EXIT.toolError);
  };
  const { data, is_error } = await toolkit.answer({ id: "1", name, arguments: { ...args } }, { on_event });
  if (is_error) return EXIT.toolError;
  await writeOut(show(data as Output, chooseStyle()));
  return EXIT.ok;
}
