// Git's own settings, which often contain a token: agents cannot read them, but the ignore rules still depend on them.

import { describe, expect, test } from "vitest";
import { type AgentToolkitOptions, createAgentToolkit } from "../../src/toolkit.ts";
import { makeTree } from "../support/tree.ts";

const CONFIG = "[core]\nignorecase = true\n[remote]\nurl = https://me:token@host/x";
const REPOSITORY = [
  "file .git/HEAD ref: refs/heads/main",
  "dir .git/objects",
  "dir .git/refs",
  `file .git/config ${CONFIG}`,
  `file .git/modules/lib/config ${CONFIG}`,
  "file .gitignore NOTES",
  "file notes/a.txt x",
];

type Options = Partial<Omit<AgentToolkitOptions, "dialect" | "workspaceRoot">>;

function open(options: Options) {
  return createAgentToolkit({ workspaceRoot: makeTree(REPOSITORY), ...options, dialect: "forge" });
}

async function read(path: string, options: Options = { defaults: "agent" }): Promise<string> {
  using toolkit = open(options);
  const answer = await toolkit.readFile(path);
  return answer.status === "success" ? answer.data.content : answer.error.message;
}

describe("the settings of a repository", () => {
  test("are a secret, and those of its submodules too", async () => {
    expect(await read(".git/config")).toBe('".git/config" is denied by the pattern "**/.git/config"');
    expect(await read(".git/modules/lib/config")).toContain('denied by the pattern "**/.git/modules/**/config"');
  });

  test("can be read if the owner allows it, and in the library, whose list of secrets is off", async () => {
    expect(await read(".git/config", { defaults: "agent", allowedPatterns: [".git/config"] })).toContain("token");
    expect(await read(".git/config", {})).toContain("token");
  });

  test("still decide whether ignore rules mind the case, unless the owner denies them", async () => {
    const own: Options = { defaults: "agent", deniedPatterns: ["**/.git/config"] };
    const shown = [{ defaults: "agent" } as const, own].map(async (options) => {
      using toolkit = open(options);
      const listed = await toolkit.listFiles(".", {});
      return listed.status === "success" ? listed.data.paths : listed.error.message;
    });
    expect(await Promise.all(shown)).toEqual([[], ["notes/a.txt"]]);
  });
});
