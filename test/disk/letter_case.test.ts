// What must hold where letter case does not tell names apart: a rule about a name holds for every spelling that leads to the same file.

import { describe, expect, test } from "vitest";
import { DeniedPatterns } from "../../src/view/denied/patterns.ts";
import { noGit } from "../git/git_oracle.ts";
import { runInFoldingFolder } from "../support/folding_child.ts";
import { makeFoldingFolder } from "../support/folding_mount.ts";
import { isPaired } from "../support/scale.ts";
import { STRATEGIES } from "../support/workspaces.ts";

// In the child, since only it sees the folder.
const MAKE = `
  const { mkdirSync, writeFileSync, symlinkSync, existsSync } = await import("node:fs");
  const { dirname, join } = await import("node:path");
  const { execFileSync } = await import("node:child_process");
  const [folder, strategy, internals] = args;
  mkdirSync(folder, { recursive: true });
  const root = join(folder, "Work");
  const put = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const SECRET = "TOP-SECRET";
  for (const path of [".env", "keys/id_rsa", "Private/plan.txt", "own/Notes.SQL"]) put(path, SECRET);
  put("../outside/f", SECRET);
  put("src/Main.ts", "OPEN");
  put(".portholeignore", "private/\\n");
  for (const [name, target] of [["Env-Link", ".ENV"], ["Plan-Link", "PRIVATE/PLAN.txt"], ["Out", "../OUTSIDE"], ["Main-Link", "SRC/MAIN.TS"],
    ["Round", "../WORK/src/Main.ts"], ["Top", join(folder, "WORK/src/Main.ts")]]) symlinkSync(target, join(root, name));
  const toolkit = library.createAgentToolkit({ workspaceRoot: root, strategy, defaults: "agent", deniedPatterns: ["*.sql"] });
  const { toCallId } = await import(internals + "walk/cursor.js");
  const forge = (call, names, detail = "") =>
    Buffer.from(toCallId([toCallId(call), detail, names]) + ":" + detail + ":" + names, "latin1").toString("base64url");
  const read = async (path) => {
    const answer = await toolkit.invoke("read_file", { path });
    return answer.status === "success" ? answer.data.content : answer.error.code;
  };
`;

const INTERNALS = new URL("../../build/", import.meta.url).href;

const run = (program: string, strategy: string) => runInFoldingFolder(MAKE + program, [strategy, INTERNALS]);

test("EX-13 patterns deny every spelling by its text alone, wherever the file is", () => {
  const denied = new DeniedPatterns({ denySecrets: true, patterns: ["*.sql"] });
  const spellings = [".env", ".ENV", "keys/ID_RSA", "KEYS/id_rsa", "own/Notes.SQL", "OWN/notes.sql"];
  expect(spellings.filter((path) => denied.find(path) === null)).toEqual([]);
});

describe.skipIf(makeFoldingFolder === null).each(STRATEGIES)("in a case-insensitive folder, kept by %s", (strategy) => {
  test.skipIf(!isPaired(0, strategy, STRATEGIES))("the folder is one", async () => {
    expect(await run('return existsSync(join(folder, "WORK/SRC/mAIN.ts"));', strategy)).toBe(true);
  });

  test.skipIf(!isPaired(1, strategy, STRATEGIES))(
    "EX-13 a denied file is denied in every spelling, also through links",
    async () => {
      const denied = [
        ".env",
        ".ENV",
        ".Env",
        "keys/id_rsa",
        "KEYS/ID_RSA",
        "keys/Id_Rsa",
        "own/Notes.SQL",
        "OWN/notes.sql",
      ];
      const hidden = [
        "Private/plan.txt",
        "private/PLAN.TXT",
        "PRIVATE/plan.txt",
        "Env-Link",
        "ENV-LINK",
        "Plan-Link",
        "plan-link",
      ];
      const asked = [...denied, ...hidden];
      const answers = await run(
        `const found = []; for (const path of ${JSON.stringify(asked)}) found.push([path, await read(path)]); return found;`,
        strategy,
      );
      expect(answers).toEqual(asked.map((path) => [path, "SANDBOX_VIOLATION"]));
    },
  );

  test.skipIf(!isPaired(2, strategy, STRATEGIES))("EX-12 the seal holds in every spelling", async () => {
    const asked = [
      "Out/f",
      "OUT/F",
      "out",
      "../outside/f",
      "../OUTSIDE/F",
      "../WORK/src/Main.ts",
      "Round",
      "ROUND",
      "Top",
    ];
    const answers = await run(
      `const found = []; for (const path of ${JSON.stringify(asked)}) found.push([path, await read(path)]); return found;`,
      strategy,
    );
    expect(answers).toEqual(asked.map((path) => [path, "SANDBOX_VIOLATION"]));
  });

  test.skipIf(!isPaired(3, strategy, STRATEGIES))(
    "what is allowed can be asked for in any spelling, and through a link",
    async () => {
      const asked = ["src/Main.ts", "SRC/main.TS", "Main-Link", "MAIN-LINK"];
      const answers = await run(
        `const found = []; for (const path of ${JSON.stringify(asked)}) found.push(await read(path)); return found;`,
        strategy,
      );
      expect(answers).toEqual(asked.map(() => "OPEN"));
    },
  );

  test.skipIf(!isPaired(4, strategy, STRATEGIES))(
    "nothing that is denied is searched, wherever the search starts",
    async () => {
      const places = [".", "KEYS", "OWN", "SRC"];
      const program = `
      const found = [];
      for (const path of ${JSON.stringify(places)}) {
        const answer = await toolkit.searchText(path, { pattern: "SECRET|OPEN", include_hidden: true, include_ignored: true });
        found.push(answer.status === "success" ? answer.data.files.map((file) => file.path.toLowerCase()) : answer.error.code);
      }
      return found;`;
      expect(await run(program, strategy)).toEqual([["src/main.ts"], [], [], ["src/main.ts"]]);
    },
  );

  test("LK-07 LK-04 a cursor or a pattern leads into nothing that is denied, in any spelling", async () => {
    const program = `
      const found = [];
      const search = [".", "search_text", "SECRET", false, false, [], [], "lines", 0, true, true];
      const list = [".", "list_files", "**", "file", true, true];
      const shown = { include_hidden: true, include_ignored: true };
      for (const names of ["private/", "PRIVATE/", "Private/", "pRIVATE/PLAN", "KEYS/", "OWN/", "own/"]) {
        const { data } = await toolkit.searchText(".", { pattern: "SECRET", ...shown, after: forge(search, names) });
        found.push(...data.files.map((file) => file.path));
        const listed = await toolkit.listFiles(".", { pattern: "**", ...shown, after: forge(list, names) });
        found.push(...listed.data.paths.filter((path) => path.toLowerCase().startsWith("private")));
      }
      for (const names of [".env", ".ENV", "KEYS/ID_RSA", "OWN/notes.sql"]) {
        const { data } = await toolkit.searchText(".", { pattern: "SECRET", ...shown, after: forge(search, names, "0.0.0.0.0") });
        found.push(...data.files.map((file) => file.path));
      }
      for (const pattern of ["private/*", "PRIVATE/*", "PRIVATE/PLAN.txt"])
        found.push(...(await toolkit.listFiles(".", { pattern, ...shown })).data.paths);
      return found;`;
    expect(await run(program, strategy)).toEqual([]);
  });

  test.skipIf(!isPaired(5, strategy, STRATEGIES))(
    "allowed folders let nothing else be seen, in any spelling",
    async () => {
      const program = `
      const config = { tools: { sandbox: { allowed_roots: ["src"] } } };
      const confined = library.createAgentToolkit({ workspaceRoot: root, strategy, config });
      const found = [];
      for (const path of ["src/Main.ts", "Own/Notes.SQL", "OWN/notes.sql", "KEYS/id_rsa"]) {
        const answer = await confined.invoke("read_file", { path });
        found.push(answer.status === "success" ? answer.data.content : answer.error.code);
      }
      return found;`;
      const refused = "SANDBOX_VIOLATION";
      expect(await run(program, strategy)).toEqual(["OPEN", refused, refused, refused]);
    },
  );

  test.skipIf(!isPaired(6, strategy, STRATEGIES) || noGit !== null)(
    "what git ignores there is left out, as git says",
    async () => {
      const program = `
      const git = (...words) => execFileSync("git", ["-C", root, ...words], { encoding: "utf8", env: { PATH: process.env.PATH, HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" } });
      git("init", "-q");
      put(".gitignore", "build/\\n*.LOG\\n/Docs/Draft*\\n!KEEP.log\\n");
      for (const path of ["Build/a", "BUILD/b", "x.log", "y.Log", "keep.LOG", "docs/DRAFT.md", "docs/final.md", "plain"]) put(path, "x");
      const all = ["Build/a", "Build/b", "x.log", "y.Log", "keep.LOG", "docs/DRAFT.md", "docs/final.md", "plain", "src/Main.ts"];
      const ignored = new Set(execFileSync("git", ["-C", root, "check-ignore", "--no-index", "--stdin"], { encoding: "utf8", input: all.join("\\n") }).trim().split("\\n"));
      const listed = await toolkit.listFiles(".", { pattern: "**" });
      const shown = listed.data.paths;
      return { folds: git("config", "core.ignorecase").trim(), kept: all.filter((path) => !ignored.has(path)), shown, ignored: ignored.size };`;
      const { folds, kept, shown, ignored } = (await run(program, strategy)) as Record<string, unknown>;
      expect([folds, ignored]).toEqual(["true", 5]);
      expect(shown).toEqual(expect.arrayContaining(kept as string[]));
      expect((shown as string[]).filter((path) => /^build|^[xy]\.log|draft/i.test(path))).toEqual([]);
    },
  );
});
