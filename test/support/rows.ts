// Reads a table that is written as text, with one row on each line. Tests only.

/** Without empty lines and those that begin with `#`. */
export function rowsOf(table: string): string[] {
  return table.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
}
