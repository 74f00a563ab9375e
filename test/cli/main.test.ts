import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { makeTree } from "../support/tree.ts";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

function porthole(cwd: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { cwd, encoding: "utf8" });
  return { status, stdout, stderr };
}

describe("porthole tree", () => {
  test("draws directories, files and symlinks, and marks what was not opened", () => {
    const root = makeTree(["file src/a/deep/x x", "file src/main.ts x", "symlink link src", "dir empty"]);
    expect(porthole(root, "tree", "--all", "--depth", "2")).toEqual({
      status: 0,
      stderr: "",
      stdout: ["./", "├── empty/", "├── src/", "│   ├── a/ …", "│   └── main.ts", "└── link@", ""].join("\n"),
    });
  });

  test("says where it stopped", () => {
    const root = makeTree(["dir a", "dir b", "dir c"]);
    expect(porthole(root, "tree", "--max", "2").stdout).toBe("./\n└── a/\n… stopped at 2 entries; --max shows more\n");
  });

  test("prints the model's JSON", () => {
    const root = makeTree(["dir a"]);
    expect(JSON.parse(porthole(root, "tree", "--json").stdout).root.children[0].path).toBe("a");
  });

  test("a name cannot write to the terminal", () => {
    const root = makeTree([]);
    mkdirSync(`${root}/\u001b[2J\r\n\u202eevil\u0085`);
    writeFileSync(`${root}/plain é 日本 😀`, "");
    expect(porthole(root, "tree", "--all").stdout).toBe(
      "./\n├── \\x1b[2J\\x0d\\x0a\\u202eevil\\x85/\n└── plain é 日本 😀\n",
    );
  });

  test("answers a tool's error with exit code 1 and wrong usage with 2, in one line", () => {
    const root = makeTree(["file f x"]);
    const cases: [string[], number, string][] = [
      [["tree", "none"], 1, 'porthole: "none" does not exist\n'],
      [["tree", "f"], 1, 'porthole: path is not a directory: "f"\n'],
      [["tree", "--depth", "13"], 1, "porthole: max_depth must be a whole number from 0 to 12, not 13\n"],
      [["tree", "--depth", "x"], 1, "porthole: max_depth must be a whole number from 0 to 12, not NaN\n"],
      [["tree", "a", "b"], 2, "porthole: one PATH at most; see porthole --help\n"],
      [["dance"], 2, "porthole: there is no command dance; see porthole --help\n"],
      [["tree", "--workspace", "none"], 2, "porthole: the workspace root does not exist or cannot be reached: none\n"],
    ];
    for (const [args, status, stderr] of cases) expect(porthole(root, ...args)).toEqual({ status, stdout: "", stderr });
    expect(porthole(root, "tree", "--frobnicate").status).toBe(2);
  });

  test("--help shows every option", () => {
    const { status, stdout } = porthole(makeTree([]), "--help");
    expect(status).toBe(0);
    for (const option of ["--workspace", "--all", "--depth", "--max", "--hidden", "--exclude", "--json"]) {
      expect(stdout).toContain(option);
    }
  });
});
