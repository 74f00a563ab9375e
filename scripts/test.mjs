// Runs the suite on Node and on Bun at the same time, whatever either says, then prints the closing lines of both. Most tests wait more
// than they work. Fails if either runner failed: a report alone does not tell of an unhandled rejection.
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** @param {string} script @param {"inherit" | "pipe"} output */
async function run(script, output) {
  const child = spawn("npm", ["run", "--silent", script], { stdio: ["ignore", output, output] });
  const ended = new Promise((resolve) => child.on("close", resolve).on("error", () => resolve(1)));
  const printed = [child.stdout, child.stderr].map((stream) => (stream === null ? "" : text(stream)));
  return { code: await ended, printed: (await Promise.all(printed)).join("") };
}

await run("test:clear", "inherit");
// The output of the second comes as a whole after that of the first.
const [node, bun] = await Promise.all([run("test:node", "inherit"), run("test:bun", "pipe")]);
process.stdout.write(bun.printed);
const summary = await run("test:summary", "inherit");
process.exitCode = Number(node.code || bun.code || summary.code);
