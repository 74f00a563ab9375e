// What the command line shows and denies without a configuration, and how --deny, --allow and .portholeignore change that. dist/ must be built.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { porthole } from "../support/cli.ts";
import { call, runSession } from "../support/mcp_session.ts";
import { makeTempFolder, makeTree } from "../support/tree.ts";

const root = makeTree([
  ...["file .env needle", "file .env.example needle", "file .portholeignore /hidden\n", "file a.pem needle"],
  ...["file hidden/x needle", "file data/x.csv needle", "file plain.txt needle"],
]);

/** Not started in the folder itself: Bun would obey its `.env`. */
const run = (args: readonly string[], input = "") =>
  porthole("/", [...args, ...(args[0] === "mcp" ? [] : ["--workspace", root])], { input });

const read = (path: string, ...more: string[]) => {
  const { status, stdout, stderr } = run(["read", path, ...more]);
  return status === 0 ? stdout : stderr;
};

describe("by default", () => {
  test("secrets and what .portholeignore hides are denied, and ordinary files are not [promise private-keys]", () => {
    expect(read(".env")).toBe('porthole: ".env" is denied by the pattern "**/.env"\n');
    expect(read("hidden/x")).toBe('porthole: "hidden/x" is denied by .portholeignore line 1\n');
    expect([read(".env.example"), read("plain.txt")]).toEqual(["1  needle\n", "1  needle\n"]);
    expect(run(["search", "needle", "--hidden", "--files"]).stdout).toBe(".env.example\ndata/x.csv\nplain.txt\n");
    expect(run(["tree", "--all", "--hidden"]).stdout).toContain("── .env (denied by ");
  });

  test("explain names the list, the pattern and the line", () => {
    const explain = (...args: string[]) => run(["explain", ...args]).stdout.split("\n")[1];
    expect(explain(".env")).toBe("  content denied by the built-in pattern for secrets **/.env");
    expect(explain("a.pem")).toBe("  content denied by the built-in pattern **/*.pem");
    expect(explain("hidden/x")).toBe("  content denied by .portholeignore:1 (/hidden)");
    expect(explain("plain.txt", "--deny", "*.txt")).toBe("  content denied by the owner's pattern *.txt");
    const { denied_by } = JSON.parse(run(["explain", "hidden/x", "--json"]).stdout);
    const place = { file: ".portholeignore", line: 1, pattern: "/hidden" };
    expect(denied_by).toEqual({ source: "portholeignore", ...place, problem: null });
  });
});

test("porthole mcp denies the same, and takes the same options [promise private-keys]", () => {
  const calls = [".env", "hidden/x", "data/x.csv", "plain.txt"].map((path) => call("read_file", { path }));
  const ask = (...options: string[]) => {
    const [, ...results] = runSession("/", [root, ...options], calls).results;
    return results.map(({ isError }) => isError === true);
  };
  expect(ask()).toEqual([true, true, false, false]);
  expect(ask("--deny", "data", "--deny", "*.txt", "--allow", ".env")).toEqual([false, true, true, true]);
});

describe("--deny and --allow", () => {
  test("hide more and less, in every command that looks at files", () => {
    const deny = ["--deny", "data", "--deny", "*.txt"];
    expect(read("plain.txt", ...deny)).toBe('porthole: "plain.txt" is denied by the pattern "*.txt"\n');
    expect(read(".env", "--allow", ".env")).toBe("1  needle\n");
    expect(run(["search", "needle", "--files", ...deny]).stdout).toBe("");
    expect(run(["find", "*.csv", ...deny]).stdout).toBe("");
    expect(run(["tree", "--all", ...deny]).stdout).not.toContain("x.csv");
    expect(run(["ls", "-r", ...deny]).stdout).not.toContain("x.csv");
    expect(run(["call", "read_file", '{"path":"data/x.csv"}', ...deny]).stdout).toContain("SANDBOX_VIOLATION");
  });

  test("never lift a pattern of the owner's, or .portholeignore [promise owner-denied]", () => {
    expect(read("plain.txt", "--deny", "*.txt", "--allow", "**")).toContain("is denied by the pattern");
    expect(read("hidden/x", "--allow", "**")).toContain("is denied by .portholeignore line 1");
  });

  test("add to the configuration", () => {
    const config = join(makeTempFolder(), "config.toml");
    writeFileSync(config, '[tools.sandbox]\ndenied_patterns = ["data"]\nallowed_patterns = [".env"]\n');
    const given = ["--config", config, "--deny", "*.txt", "--allow", "a.pem"];
    expect(read("data/x.csv", ...given)).toContain('denied by the pattern "data"');
    expect(read("plain.txt", ...given)).toContain('denied by the pattern "*.txt"');
    expect([read(".env", ...given), read("a.pem", ...given)]).toEqual(["1  needle\n", "1  needle\n"]);
  });

  test.each([
    ["tree", ["tree"]],
    ["mcp", ["mcp", root]],
    ["explain", ["explain", "a"]],
  ])("a bad glob is wrong usage that names the option: %s", (_, command) => {
    const stderr = 'porthole: --deny "a[b" is not a valid glob: unbalanced "[": it is never closed\n';
    expect(run([...command, "--deny", "ok", "--deny", "a[b"])).toEqual({ status: 2, stdout: "", stderr });
    const never = 'porthole: --allow "../a" can never match: write it without ".."\n';
    expect(run([...command, "--allow", "../a"])).toEqual({ status: 2, stdout: "", stderr: never });
  });
});

test("porthole explain --no-ignore explains a server that was started with it", () => {
  const git = ["file .git/HEAD ref: refs/heads/main", "dir .git/objects", "dir .git/refs"];
  const repository = makeTree([...git, "file .gitignore *.log", "file a.log x"]);
  const explain = (...options: string[]) => porthole(repository, ["explain", "a.log", ...options]).stdout;
  expect(explain()).toContain("*.log");
  expect(explain("--no-ignore")).toMatch(/list_files +shown\n/);
});
