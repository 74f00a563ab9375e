// Whether a test file has a test of a given name, by its text alone: quick enough for every run. `npm run promises` runs them.

/** On one line. */
const LITERAL = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`/g;
/** What a runner puts values in place of. */
const PLACEHOLDER = /%[sdifjo#]|\$\{[^}]*\}|\$[\w.]+/;

/** All texts of a file that may be a title, as patterns. A title that is nothing but a value is among the values. */
function readTitles(source: string): RegExp[] {
  return source
    .split("\n")
    .flatMap((line) => line.match(LITERAL) ?? [])
    .flatMap((literal) => {
      const parts = readEscapes(literal.slice(1, -1)).split(PLACEHOLDER);
      if (parts.join("").trim().length < 2) return [];
      return [new RegExp(`^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join(".*")}$`)];
    });
}

function readEscapes(text: string): string {
  return text.replace(/\\(["'`\\])/g, "$1");
}

/** Those of `names` that no title of the file stands for. */
export function findUntitled(source: string, names: readonly string[]): string[] {
  const titles = readTitles(source);
  return names.filter((name) => {
    const title = name.split(" > ").at(-1) ?? "";
    return !titles.some((pattern) => pattern.test(title));
  });
}
