// Generated workspaces and the calls made in them. Kept to what both tools are meant to answer alike; where they are not, see
// differences.mjs.

import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";

const WORDS = ["a", "b", "src", "dist", "a.ts", "b.log", "c.log", "tmp", "build", "index.ts", "a1", "a10", "a2", "z"];
const AWKWARD = [
  " ",
  "a b",
  "-rf",
  "~",
  "#x",
  "!x",
  "*",
  "[a]",
  "{a,b}",
  'quo"te',
  "...",
  "..a",
  ".env",
  "$x",
  "x".repeat(255),
];
const FOREIGN = [
  "é",
  "e\u0301",
  "ä",
  "ö",
  "日本語",
  "あ",
  "я",
  "😀",
  "𝒳",
  "\ue000",
  "\ufb01",
  "ß",
  "İ",
  "A",
  "Z",
  "B.LOG",
];
const anyText = fc.string({ unit: "grapheme", minLength: 1, maxLength: 5 }).filter(isPlainName);

function isPlainName(name) {
  return name !== "." && name !== ".." && !/[/\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name);
}

const anyName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 2, arbitrary: fc.constantFrom(...AWKWARD) },
  { weight: 2, arbitrary: fc.constantFrom(...FOREIGN) },
  { weight: 1, arbitrary: anyText },
);

// Links to what lies in the same directory or below, or to nothing.
const anyTarget = fc.constantFrom(".", "a", "src", "dist", "src/a", "nowhere", "./b");

function plantsOf(name) {
  return fc.letrec((tie) => ({
    plants: fc.uniqueArray(tie("plant"), { selector: ([first]) => first, maxLength: 8 }),
    plant: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 5, arbitrary: fc.tuple(name, fc.constantFrom("", "some text")) },
      { weight: 3, arbitrary: fc.tuple(name, tie("plants")) },
      { weight: 1, arbitrary: fc.tuple(name, fc.record({ target: anyTarget })) },
    ),
  })).plants;
}

const RULES = ["*.log", "/dist", "tmp", "src/a", "**/build", "a1*", "*.ts", "!b.log", "# remark", "", "/src/dist"];
// With these the two services of the file rules disagree; the tool does not matter then.
const MORE_RULES = ["dist/", "A", "a b ", "b\\*", "\\#x", "é", "/", "!", "*"];
const anyPattern = fc.oneof(
  fc.constantFrom("*", "*.log", "a?", "?", "*.*", "[a]", "{a,b}", "a.ts", "*é*", "", "a*b*c", "**", "x*", "\\*"),
  fc.string({ unit: fc.constantFrom("a", "b", "*", "?", "."), maxLength: 4 }),
);
const anyFlag = fc.option(fc.boolean(), { nil: undefined });

function worldsOf(name, rule) {
  const anyRules = fc.option(fc.array(rule, { maxLength: 4 }), { nil: null });
  return fc.record({
    isGit: fc.boolean(),
    gitignore: anyRules,
    nested: anyRules,
    exclude: anyRules,
    geminiignore: anyRules,
    plants: plantsOf(name),
    second: plantsOf(name),
    host: fc.record({ respectGitIgnore: anyFlag, respectGeminiIgnore: anyFlag }),
    call: fc.record(
      {
        ignore: fc.array(anyPattern, { maxLength: 3 }),
        file_filtering_options: fc.record({ respect_git_ignore: anyFlag, respect_gemini_ignore: anyFlag }),
      },
      { requiredKeys: [] },
    ),
  });
}

/** Both tools get the same file service. */
export const anyWorld = worldsOf(anyName, fc.constantFrom(...RULES, ...MORE_RULES)).map(withoutHalves);
/** Each tool gets its own; names and rules are such that git and the original agree. */
export const anyAgreedWorld = worldsOf(fc.constantFrom(...WORDS), fc.constantFrom(...RULES));

/** To the original, a character beyond U+FFFF is two, and `?` is one of them. */
function withoutHalves(world) {
  if (!/[\u{10000}-\u{10ffff}]/u.test(JSON.stringify([world.plants, world.second]))) return world;
  const ignore = world.call.ignore?.map((pattern) => pattern.replaceAll("?", "*"));
  return { ...world, call: { ...world.call, ...(ignore && { ignore }) } };
}

/** Makes it on the disk: two directories, and what to ask for in them. */
export function settle(world) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "porthole-world-")));
  const [first, second] = [join(base, "first"), join(base, "second")];
  grow(first, world.plants);
  grow(second, world.second);
  if (world.isGit) makeRepository(first);
  write(join(first, ".gitignore"), world.gitignore);
  write(join(first, "src/.gitignore"), world.nested);
  write(join(first, ".git/info/exclude"), world.exclude);
  write(join(first, ".geminiignore"), world.geminiignore);
  const hasRules = world.isGit || world.geminiignore !== null;
  const paths = [...below(first, world.plants, hasRules), ...below(second, world.second, hasRules)];
  return { base, first, second, paths: [...spellings(first), ...paths, second, ...faults(first, base)] };
}

/** The least that git takes for one. */
function makeRepository(folder) {
  for (const part of ["info", "objects", "refs"]) mkdirSync(join(folder, ".git", part), { recursive: true });
  writeFileSync(join(folder, ".git/HEAD"), "ref: refs/heads/main\n");
}

function grow(folder, plants) {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of plants) {
    const path = join(folder, name);
    if (Array.isArray(content)) grow(path, content);
    else if (typeof content === "string") writeFileSync(path, content);
    else symlinkSync(content.target, path);
  }
}

/** Where its folder does not exist, there is no such file. */
function write(path, lines) {
  if (lines === null) return;
  try {
    writeFileSync(path, lines.map((line) => `${line}\n`).join(""), { flag: "wx" });
  } catch {
    // No folder, or the name is taken.
  }
}

/** Every directory, file and link. What is asked for through a link is judged by another name, so there must be no rules. */
function below(folder, plants, hasRules) {
  return plants.flatMap(([name, content]) => {
    const path = join(folder, name);
    if (Array.isArray(content)) return [path, ...below(path, content, hasRules)];
    return hasRules && isLinkToFolder(content) ? [] : [path];
  });
}

function isLinkToFolder(content) {
  return typeof content === "object";
}

function spellings(path) {
  return [path, `${path}/`, `${path}//.`, `${path}/../first`];
}

function faults(first, base) {
  return [
    "first",
    ".",
    "",
    base,
    join(base, "third"),
    `${first}-more`,
    "/",
    join(first, ".."),
    join(first, "no\u0020such"),
  ];
}
