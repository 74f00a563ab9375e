// Which paths the denied patterns hide, the built-in ones and the owner's.
// Leaves what a glob is to glob.test.ts, and the refusal itself to the sandbox.

import { readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAgentToolkit } from "../../../src/toolkit.ts";
import { DEFAULT_DENIED_PATTERNS, DENIED_SECRETS } from "../../../src/view/denied/lists.ts";
import { type DeniedOptions, DeniedPatterns } from "../../../src/view/denied/patterns.ts";
import { compileGlob } from "../../support/globs.ts";
import { times } from "../../support/scale.ts";
import { makeTree } from "../../support/tree.ts";
import { countDescriptors } from "../../support/workspaces.ts";

const builtIn = new DeniedPatterns({});

function patternOf(denied: DeniedPatterns, path: string): string | null {
  return denied.find(path)?.pattern ?? null;
}

function findBy(patterns: readonly string[], paths: readonly string[]): (string | null)[] {
  const denied = new DeniedPatterns({ patterns, includeDefaults: false });
  return paths.map((path) => patternOf(denied, path));
}

describe("the built-in patterns", () => {
  test("EX-13 deny at least what was promised", () => {
    const promised = ["**/.ssh/**", "**/.gnupg/**", "**/id_rsa*", "**/*.pem", "**/*.key"];
    expect(promised.filter((pattern) => !DEFAULT_DENIED_PATTERNS.includes(pattern))).toEqual([]);
  });

  test.each([
    [".ssh", "**/.ssh/**"],
    [".ssh/config", "**/.ssh/**"],
    ["home/me/.ssh/keys/old/a", "**/.ssh/**"],
    [".gnupg", "**/.gnupg/**"],
    [".gnupg/private-keys-v1.d/a", "**/.gnupg/**"],
    ["id_rsa", "**/id_rsa*"],
    ["backup/id_rsa.bak", "**/id_rsa*"],
    ["id_rsa.d/x", "**/id_rsa*"],
    ["id_dsa", "**/id_dsa*"],
    ["a/id_ecdsa_sk", "**/id_ecdsa*"],
    ["a/id_ed25519.pub", "**/id_ed25519*"],
    ["server.pem", "**/*.pem"],
    ["certs.pem/inside", "**/*.pem"],
    [".pem", "**/*.pem"],
    ["tls/server.key", "**/*.key"],
    ["a.p12", "**/*.p12"],
    ["a.pfx", "**/*.pfx"],
    ["a.ppk", "**/*.ppk"],
    [".netrc", "**/.netrc"],
    ["_netrc", "**/_netrc"],
    [".pgpass", "**/.pgpass"],
    [".pypirc", "**/.pypirc"],
    [".git-credentials", "**/.git-credentials"],
    [".aws/credentials", "**/.aws/credentials"],
    ["me/.docker/config.json", "**/.docker/config.json"],
    [".kube/config", "**/.kube/config"],
  ])("EX-13 %s is denied by %s [promise private-keys]", (path, pattern) => {
    expect(builtIn.find(path)).toEqual({ source: "built_in", pattern });
  });

  test("EX-13 deny the same paths as the compiled patterns do, whatever the path", () => {
    const compiled = new DeniedPatterns({ patterns: DEFAULT_DENIED_PATTERNS, includeDefaults: false });
    const piece = fc.constantFrom(...DEFAULT_DENIED_PATTERNS.flatMap((pattern) => pattern.split(/[*/]+/)));
    const odd = fc.constantFrom("", "a", "/", ".", "x.", "\u017f", "\u212a", "\u0131", "e\u0301");
    const cased = fc.tuple(piece, fc.boolean()).map(([text, upper]) => (upper ? text.toUpperCase() : text));
    const turned = cased.map((text) => text.replace("s", "\u017f").replace("K", "\u212a").replace("i", "\u0131"));
    const path = fc.array(fc.oneof(piece, cased, turned, odd), { minLength: 1, maxLength: 6 }).map(
      (parts) =>
        parts
          .join("")
          .replace(/\/+/g, "/")
          .replace(/^\/|\/$/g, "") || ".",
    );
    fc.assert(
      fc.property(path, (text) => {
        expect(patternOf(builtIn, text)).toBe(patternOf(compiled, text));
      }),
      { numRuns: times(60, 2000) },
    );
  });

  test("EX-13 every one of them denies something", () => {
    const paths = DEFAULT_DENIED_PATTERNS.map((pattern) =>
      pattern.replace("**/", "a/").replace("/**", "").replace("*", "x"),
    );
    expect(paths.map((path) => patternOf(builtIn, path))).toEqual([...DEFAULT_DENIED_PATTERNS]);
  });

  test("EX-13 leave everything else alone", () => {
    const plain = [".", "src", "a/b.ts", "ssh", ".sshx", "x.ssh/a", "id_rs", "my_id_rsa", "pem", "a.pem.txt", "monkey"];
    plain.push(".env", ".env.local", ".npmrc", ".aws", ".aws/config", "config.json", ".docker", ".kube", ".git/config");
    expect(plain.filter((path) => builtIn.find(path) !== null)).toEqual([]);
  });

  test("EX-13 are in force unless a setting turns them off", () => {
    const asked = [{}, { includeDefaults: true }, { includeDefaults: false }, { patterns: [] }];
    expect(asked.map((options) => patternOf(new DeniedPatterns(options), "a.pem"))).toEqual([
      "**/*.pem",
      "**/*.pem",
      null,
      "**/*.pem",
    ]);
  });

  test("EX-13 and the secrets are those that the documentation lists, each with a reason", () => {
    const page = readFileSync(new URL("../../../docs/denied.md", import.meta.url), "utf8");
    const rows = [...page.matchAll(/^\| `(\*\*\/[^`]+)` \| (.*) \|$/gm)].map(([, pattern, rest = ""]) => ({
      pattern,
      cells: rest.split("|").map((cell) => cell.trim()),
    }));
    const listed = rows.map(({ pattern, cells }) => {
      const except = [...(cells.length === 1 ? "" : (cells[0] ?? "")).matchAll(/`([^`]+)`/g)].map(([, glob]) => glob);
      return except.length === 0 ? { pattern } : { pattern, except };
    });
    expect(listed).toEqual([...DEFAULT_DENIED_PATTERNS.map((pattern) => ({ pattern })), ...DENIED_SECRETS]);
    expect(rows.filter(({ cells }) => (cells.at(-1) ?? "").length < 5)).toEqual([]);
  });
});

describe("a denied directory", () => {
  test("EX-13 denies everything below it, however it was named", () => {
    const paths = ["secret", "secret/a", "secret/a/b", "secrets", "x/secret"];
    for (const pattern of ["./secret", "/secret", "secret/**", "secret/**/**", "./secret/"]) {
      expect(findBy([pattern], paths)).toEqual([pattern, pattern, pattern, null, null]);
    }
    for (const pattern of ["secret", "secret/", "**/secret", "secret//", "secre[t]"]) {
      expect(findBy([pattern], paths)).toEqual([pattern, pattern, pattern, null, pattern]);
    }
  });

  test("EX-13 is denied by a pattern for all that is below it, at any depth", () => {
    const paths = ["a", "a/x", "b/x/y", "b", "c", "c/a", "z/c/a"];
    const pattern = "{a/**,**/b/**}";
    expect(findBy([pattern], paths)).toEqual([pattern, pattern, pattern, pattern, null, null, null]);
  });

  test("EX-13 can be listed if only what is in it is denied by name", () => {
    expect(findBy(["secret/*"], ["secret", "secret/a", "secret/a/b"])).toEqual([null, "secret/*", "secret/*"]);
  });

  test("EX-13 may be the whole workspace", () => {
    for (const pattern of [".", "/", "**", "./**"]) {
      expect(findBy([pattern], [".", "a", "a/b"])).toEqual([pattern, pattern, pattern]);
    }
    expect(findBy(["*"], [".", "a", "a/b"])).toEqual([null, "*", "*"]);
  });
});

describe("a denied pattern", () => {
  test("EX-13 ignores case [promise private-keys]", () => {
    expect(findBy(["Secret/*.TXT"], ["secret/a.txt", "SECRET/A.Txt"])).toEqual(["Secret/*.TXT", "Secret/*.TXT"]);
    expect(["SERVER.PEM", ".SSH/x", "ID_RSA"].map((path) => patternOf(builtIn, path))).toEqual([
      "**/*.pem",
      "**/.ssh/**",
      "**/id_rsa*",
    ]);
  });

  test("EX-13 does not mind how accents are written", () => {
    const [one, two] = ["caf\u00e9", "cafe\u0301"];
    expect(findBy([one], [one, two])).toEqual([one, one]);
    expect(findBy([two], [one, two])).toEqual([two, two]);
  });

  test("EX-13 is reported as written: that of the highest directory, then the first, the owner's before", () => {
    const denied = new DeniedPatterns({ patterns: ["b/*.pem", "b/c", "{a,b}/c", "{b,x}/c"] });
    expect(["b/k.pem", "c/k.pem", "b/c/k.pem", "a/c", "x/c"].map((path) => patternOf(denied, path))).toEqual([
      "b/*.pem",
      "**/*.pem",
      "b/c",
      "{a,b}/c",
      "{b,x}/c",
    ]);
  });

  test("EX-13 that is not a glob is refused by name", () => {
    expect(() => new DeniedPatterns({ patterns: ["ok", "a[b"] })).toThrow(
      expect.objectContaining({
        code: "INVALID_ARGUMENT",
        message: 'denied pattern "a[b" is not a valid glob: unbalanced "[": it is never closed',
      }),
    );
    expect(() => new DeniedPatterns(JSON.parse('{ "patterns": [5] }'))).toThrow(
      "denied pattern 5 is not a valid glob: it is not a string",
    );
  });

  test("EX-13 that could never match because of .. is refused", () => {
    for (const pattern of ["..", "../x", "a/../secret", "{a,b/..}/c"]) {
      expect(() => new DeniedPatterns({ patterns: [pattern] })).toThrow(
        expect.objectContaining({
          code: "INVALID_ARGUMENT",
          message: `denied pattern "${pattern}" can never match: write it without ".."`,
        }),
      );
    }
    expect(findBy(["..a", "a..", "..."], ["..a", "a..", "..."])).toEqual(["..a", "a..", "..."]);
  });
});

describe("a denied pattern that its author could misjudge", () => {
  test("without a slash it matches names at any depth, also in braces", () => {
    const paths = ["a.sqlite", "x/y/a.sqlite", "a.sqlite/b", "x/b.db", "asqlite"];
    expect(findBy(["*.{sqlite,db}"], paths).map((found) => found !== null)).toEqual([true, true, true, true, false]);
    expect(findBy(["x/*.db", "{a,y}"], ["z/x/b.db", "x/b.db", "z/a"])).toEqual([null, "x/*.db", "{a,y}"]);
  });

  test.each([
    ["~/secret", 'patterns are relative to the workspace, so write it without "~/"'],
    ["{~/a,b}", 'patterns are relative to the workspace, so write it without "~/"'],
    [
      "C:\\secret",
      'patterns are relative to the workspace and have "/" between names, so write it like "folder/*.txt"',
    ],
    ["c:/secret", 'patterns are relative to the workspace and have "/" between names, so write it like "folder/*.txt"'],
  ])("%s can match nothing, and is refused", (pattern, advice) => {
    const message = `pattern ${JSON.stringify(pattern)} can never match: ${advice}`;
    expect(() => new DeniedPatterns({ patterns: [pattern] })).toThrow(`denied ${message}`);
    expect(() => new DeniedPatterns({ allowed: [pattern] })).toThrow(`allowed ${message}`);
  });

  test("with half of a surrogate pair it can match nothing, and is refused", () => {
    expect(() => new DeniedPatterns({ patterns: ["a\ud800"] })).toThrow("a lone surrogate, which no name can");
    expect(findBy(["~", "a~/b", "\ud83d\ude00"], ["x/~", "a~/b", "\ud83d\ude00"])).not.toContain(null);
  });

  test("is kept as it was given", () => {
    const patterns = ["secret"];
    const denied = new DeniedPatterns({ patterns });
    patterns.length = 0;
    expect(denied.find("secret")).toEqual({ source: "owner", pattern: "secret" });
  });

  test.each(["denied", "allowed"])("an array of %s patterns has no holes", (kind) => {
    const holey = Array<string>(1);
    const options = kind === "denied" ? { patterns: holey } : { allowed: holey };
    expect(() => new DeniedPatterns(options)).toThrow(
      `${kind} pattern undefined is not a valid glob: it is not a string`,
    );
    const given = kind === "denied" ? { deniedPatterns: holey } : { allowedPatterns: holey };
    expect(() => createAgentToolkit({ workspaceRoot: makeTree([]), ...given })).toThrow(
      `options.${kind}Patterns must be an array of strings`,
    );
  });

  test("is refused if it is an absolute path of the workspace, by any name of it", () => {
    const root = makeTree(["file secret/a x"]);
    const link = join(dirname(root), "link");
    symlinkSync(root, link);
    const before = countDescriptors();
    const open = (pattern: string, kind = "deniedPatterns") =>
      createAgentToolkit({ workspaceRoot: link, [kind]: [pattern] });
    for (const name of [root, link]) {
      expect(() => open(`${name}/secret/**`)).toThrow(
        'is an absolute path: patterns are relative to the workspace, so write "/secret/**"',
      );
      expect(() => open(name, "allowedPatterns")).toThrow(
        'is an absolute path: patterns are relative to the workspace, so write "/"',
      );
    }
    expect(countDescriptors()).toBe(before);
    open("/secret/**").close();
  });
});

test("EX-13 a path is denied exactly if a pattern matches it, a directory above it, or all below one", () => {
  const unit = fc.constantFrom("a", "b", "A");
  const name = fc.string({ unit, minLength: 1, maxLength: 2 });
  const part = fc.oneof(name, fc.constantFrom("*", "?", "**", "a*", "{a,b}", "[!a]"));
  const patterns = fc.array(
    fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")),
    { maxLength: 3 },
  );
  const path = fc.array(name, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(patterns, path, (denying, names) => {
      const lineage = names.map((_, index) => names.slice(0, index + 1).join("/"));
      const isDenied = denying.some((pattern) => {
        // Without a slash, it is for names at any depth.
        const whole = pattern.includes("/") ? pattern : `**/${pattern}`;
        const globs = [whole, whole.replace(/(\/\*\*)+$/, "")].map((glob) => compileGlob(glob, { ignoreCase: true }));
        // Every path is below the root, so what denies all of it denies them.
        return /^\*\*(\/\*\*)*$/.test(pattern) || lineage.some((above) => globs.some((matches) => matches(above)));
      });
      const found = findBy(denying, [names.join("/")]);
      expect(found[0] !== null).toBe(isDenied);
    }),
    { numRuns: times(200, 10_000) },
  );
});

describe("the built-in list of secrets", () => {
  const secrets = new DeniedPatterns({ denySecrets: true });
  const denies = (options: DeniedOptions, paths: readonly string[]) => {
    const denied = new DeniedPatterns(options);
    return paths.filter((path) => denied.find(path) !== null);
  };

  test.each([
    [".env", "**/.env"],
    ["apps/web/.env", "**/.env"],
    [".ENV", "**/.env"],
    [".env/bin/python", "**/.env"],
    [".env.local", "**/.env.*"],
    ["a/.env.production.local", "**/.env.*"],
    [".env.example.local", "**/.env.*"],
    [".dev.vars", "**/.dev.vars"],
    [".npmrc", "**/.npmrc"],
    [".yarnrc.yml", "**/.yarnrc.yml"],
    ["infra/terraform.tfstate", "**/terraform.tfstate*"],
    ["terraform.tfstate.backup", "**/terraform.tfstate*"],
    ["terraform.tfstate.d/prod/terraform.tfstate", "**/terraform.tfstate*"],
    ["Passwords.kdbx", "**/*.kdbx"],
    ["config/secrets.yml", "**/secrets.{yml,yaml}"],
    ["secrets.yaml", "**/secrets.{yml,yaml}"],
    ["secrets.json", "**/secrets.{json,toml}"],
    [".streamlit/secrets.toml", "**/secrets.{json,toml}"],
    ["credentials.json", "**/credentials.json"],
    ["service-account.json", "**/service-account*.json"],
    ["keys/service-account-prod.json", "**/service-account*.json"],
    ["\u212aaggle.json", "**/kaggle.json"],
  ])("%s is denied by %s [promise private-keys]", (path, pattern) => {
    expect(secrets.find(path)).toEqual({ source: "secrets", pattern });
    expect(builtIn.find(path)).toBeNull();
  });

  test("has exceptions, which lift their own pattern and no other", () => {
    const examples = ["example", "sample", "template", "dist", "defaults"].map((end) => `.env.${end}`);
    examples.push(".ENV.Example", ".dev.vars.example", "chart/templates/secrets.yaml");
    expect(examples.filter((path) => secrets.find(path) !== null)).toEqual([]);
    expect(secrets.find(".env.example/.env")).toEqual({ source: "secrets", pattern: "**/.env" });
    expect(secrets.find(".env.example/a.pem")).toEqual({ source: "built_in", pattern: "**/*.pem" });
    expect(secrets.find(".env.example/a.ts")).toBeNull();
    expect(secrets.find("chart/templates/secrets.json")).toEqual({
      source: "secrets",
      pattern: "**/secrets.{json,toml}",
    });
  });

  test("leaves ordinary files of projects alone", () => {
    const plain = [
      "package.json",
      "src/env.ts",
      "env",
      "example.env",
      ".envrc",
      ".environment/a",
      "src/secrets.ts",
      "docs/secrets.md",
    ];
    plain.push(
      "credentials.ts",
      "kubeconfig/kubeconfig.go",
      "tsconfig.json",
      "auth.json",
      "locales/en/auth.json",
      "terraform.tfvars",
    );
    plain.push(
      ".yarnrc",
      ".secrets.baseline",
      "database.yml",
      "game.p8",
      "google-services.json",
      "config/credentials.yml.enc",
      ".azure/pipelines.yml",
    );
    expect(plain.filter((path) => secrets.find(path) !== null)).toEqual([]);
  });

  test("says the same as its patterns one by one, whatever the path", () => {
    const rows = [...DEFAULT_DENIED_PATTERNS.map((pattern) => ({ pattern, except: [] })), ...DENIED_SECRETS];
    const each = rows.map(({ pattern, except = [] }) => ({
      pattern: new DeniedPatterns({ patterns: [pattern], includeDefaults: false }),
      excepted: except.map((glob) => compileGlob(glob, { ignoreCase: true })),
    }));
    const isDenied = (path: string) => {
      const names = path.split("/");
      const lineage = names.map((_, index) => names.slice(0, index + 1).join("/"));
      return each.some(({ pattern, excepted }) =>
        lineage.some((above, index) => {
          const isNew =
            pattern.find(above) !== null && (index === 0 || pattern.find(lineage[index - 1] ?? "") === null);
          return isNew && !excepted.some((matches) => matches(above));
        }),
      );
    };
    const piece = fc.constantFrom(
      ...rows.flatMap(({ pattern }) => pattern.split(/[*/{},]+/)),
      "example",
      "templates",
      ".dist",
    );
    const cased = fc.tuple(piece, fc.boolean()).map(([text, upper]) => (upper ? text.toUpperCase() : text));
    const path = fc
      .array(fc.oneof(piece, cased, fc.constantFrom("/", ".", "a", "\u212a")), { minLength: 1, maxLength: 6 })
      .map(
        (parts) =>
          parts
            .join("")
            .replace(/\/+/g, "/")
            .replace(/^\/|\/$/g, "") || ".",
      );
    fc.assert(
      fc.property(path, (text) => {
        // Below what is excepted, the pattern that excepts it may match again; the naive reading stops at the first.
        fc.pre(!/\.(env|vars)\.(example|dist)\/.*\.(env|vars)/i.test(text));
        expect([text, secrets.find(text) !== null]).toEqual([text, isDenied(text)]);
      }),
      { numRuns: times(80, 3000) },
    );
  });

  test("is switched off with all other built-in lists", () => {
    expect(denies({ denySecrets: true, includeDefaults: false }, [".env", "a.pem"])).toEqual([]);
    expect(denies({ denySecrets: false }, [".env", "a.pem"])).toEqual(["a.pem"]);
  });
});

describe("the list of secrets without the built-in lists", () => {
  const workspaceRoot = makeTree(["file .env x"]);
  const config = (sandbox: object) => ({ config: { tools: { sandbox } } });
  const open = (options: object) => createAgentToolkit({ workspaceRoot, ...options });
  const message =
    "denySecrets: true needs the built-in lists, but includeDefaultDenies: false switches them off; remove one of the two";

  test.each([
    [{ denySecrets: true, includeDefaultDenies: false }],
    [{ includeDefaultDenies: false, ...config({ deny_secrets: true }) }],
    [{ denySecrets: true, ...config({ include_default_denies: false }) }],
  ])("is a contradiction of options: %j", (options) => {
    expect(() => open(options)).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT", message }));
  });

  test("is a contradiction in a configuration", () => {
    expect(() => open(config({ deny_secrets: true, include_default_denies: false }))).toThrow(
      "config: tools.sandbox.deny_secrets: true needs the built-in lists, but include_default_denies = false switches them off; remove one of the two",
    );
  });

  test("is none if only a default asks for it, or another option takes it back", async () => {
    const fine = [
      { defaults: "agent", includeDefaultDenies: false },
      { defaults: "agent", ...config({ include_default_denies: false }) },
      { includeDefaultDenies: false, denySecrets: false, ...config({ deny_secrets: true }) },
    ];
    for (const options of fine) {
      const toolkit = open(options);
      expect((await toolkit.readFile(".env")).status).toBe("success");
      toolkit.close();
    }
  });
});

describe("an allowed pattern", () => {
  const find = (allowed: readonly string[], paths: readonly string[], patterns: readonly string[] = []) => {
    const denied = new DeniedPatterns({ denySecrets: true, allowed, patterns });
    return paths.filter((path) => denied.find(path) !== null);
  };

  test("lifts the built-in denial of what it matches, and of everything below", () => {
    expect(find(["/certs"], ["certs/a.pem", "certs/.ssh/id_rsa", "x/certs/a.pem"])).toEqual(["x/certs/a.pem"]);
    expect(find(["certs"], ["certs/a.pem", "x/certs/a.pem", "x/a.pem"])).toEqual(["x/a.pem"]);
    expect(find(["**/.ENV"], [".env", "a/.env", ".env.local"])).toEqual([".env.local"]);
    expect(find(["**/*.pem"], ["a.pem", ".ssh/a.pem", "a.key"])).toEqual([".ssh/a.pem", "a.key"]);
    expect(find(["certs/**"], ["certs", "certs/a.pem"])).toEqual([]);
    expect(find(["**"], [".env", "a/.ssh/x"])).toEqual([]);
  });

  test("does not reach into a directory that is denied itself", () => {
    expect(find([".ssh/config"], [".ssh", ".ssh/config"])).toEqual([".ssh", ".ssh/config"]);
    expect(find([".ssh"], [".ssh", ".ssh/config"])).toEqual([]);
  });

  test("never lifts a pattern of the owner's [promise owner-denied]", () => {
    expect(find(["**"], [".env", "a.pem", "secret/a"], ["**/.env", "secret"])).toEqual([".env", "secret/a"]);
  });

  test("is a glob", () => {
    expect(() => find(["a[b"], [])).toThrow(
      'allowed pattern "a[b" is not a valid glob: unbalanced "[": it is never closed',
    );
    expect(() => find(["../a"], [])).toThrow('allowed pattern "../a" can never match: write it without ".."');
  });
});
