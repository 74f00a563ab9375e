// Random workspaces with everything that decides about a path: links (inside, outside, broken, circular), denied, allowed, ignored and
// hidden names, `.portholeignore`, FIFOs, allowed folders, permissions, and the owner's settings.

import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import fc from "fast-check";
import type { AgentToolkitOptions } from "../../src/toolkit.ts";
import { grow, type Plant } from "./random_trees.ts";
import { STRATEGIES } from "./workspaces.ts";

/** `{N}` in a target stands for the N-th directory, `{root}` for the absolute path of the root. */
const TARGETS = [
  "{0}",
  "{1}",
  "{2}",
  "{root}/{0}",
  "..",
  "/etc",
  "nowhere",
  "/nowhere",
  "self",
  ".",
  "a",
  "b.log",
  ".ssh",
];
const NAMES = ["a", "b", " s", "src", "b.log", "k.pem", "é", "self", ".env", ".h", ".ssh", "dist", "node_modules"];
// The first is not UTF-8, and looks like the second.
const ALIKE = process.platform === "linux" ? ["x\xff", "x\xef\xbf\xbd"] : [];
const RULES = ["*.log", "!b.log", "a", "b/", "/src", "src/*", "**/a/b", "!/src/a", "é", ".h", "self"];
const DENIES = ["**/b", "src/a", "**/*.log", "self"];
const ALLOWS = ["**/.env", "**/*.pem", ".ssh", "a", "**"];
const HIDDEN = [
  "a/",
  "/b",
  "*.log",
  "!b.log",
  "src/*",
  "!src/a",
  "**/é",
  "*",
  "!*/",
  ".env",
  ".gitignore",
  "self",
  "# x",
  "!*.pem",
];
/** The kind of `.portholeignore`: a file, links inside and outside, or none. */
const HIDDEN_KINDS = ["file", "file", "file", "file", "inside", "outside", "none"] as const;

// More exist only outside, where no test needs to look.
const MAX_BEHIND = 12;

export interface RandomWorkspace {
  readonly plants: readonly Plant[];
  readonly rules: { readonly [File in ".gitignore" | ".geminiignore" | "a/.gitignore"]: readonly string[] };
  readonly hidden: { readonly kind: (typeof HIDDEN_KINDS)[number]; readonly lines: readonly string[] };
  readonly allowed: readonly number[] | null;
  /** For the files and directories in order, repeated. */
  readonly modes: readonly number[];
  readonly options: Omit<AgentToolkitOptions, "workspaceRoot" | "dialect">;
}

export interface Grown {
  readonly options: Omit<AgentToolkitOptions, "dialect">;
  readonly paths: readonly string[];
  readonly links: readonly string[];
  /** Permissions to set after opening, for a process without root's powers. */
  readonly modes: readonly (readonly [path: string, mode: number])[];
}

const name = fc.constantFrom(...NAMES.map((text) => Buffer.from(text).toString("latin1")), ...ALIKE);
const anyPlant = fc.letrec<{ plant: Plant; plants: Plant[] }>((tie) => ({
  plants: toPlants(tie("plant"), 0),
  plant: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("file" as const), raw: name }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("dir" as const), raw: name, below: tie("plants") }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("symlink" as const),
        raw: name,
        target: fc.constantFrom(...TARGETS),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("fifo" as const), raw: name }) },
  ),
})).plant;

function toPlants(plant: fc.Arbitrary<Plant>, minLength: number): fc.Arbitrary<Plant[]> {
  return fc.uniqueArray(plant, { selector: ({ raw }) => raw, minLength, maxLength: 6, size: "max" });
}

const someOf = <T>(values: readonly T[]) => fc.subarray([...values], { maxLength: 3 });

const mostly = fc.constantFrom(true, true, true, false);

const anyList = fc.record({
  respect_gitignore: fc.boolean(),
  include_hidden_default: fc.boolean(),
  include_files_default: mostly,
  include_dirs_default: mostly,
  include_symlinks_default: mostly,
  include_other_default: fc.boolean(),
});

const anyOptions = fc.record({
  strategy: fc.constantFrom(...STRATEGIES),
  includeDefaultDenies: fc.boolean(),
  deniedPatterns: fc.oneof(fc.constant([]), someOf(DENIES)),
  defaults: fc.constantFrom("specified" as const, "agent" as const),
  allowedPatterns: fc.oneof(fc.constant([]), fc.constant([]), someOf(ALLOWS)),
  allowAbsolute: mostly,
  policy: fc.record({
    denylist: fc.constantFrom(
      [],
      [],
      [],
      [],
      [],
      [],
      [],
      [],
      ["tree"],
      ["list_directory"],
      ["list_files"],
      ["search_text"],
    ),
  }),
  config: fc.record({
    tools: fc.record({
      tree: fc.record({ respect_gitignore: fc.boolean(), max_depth: fc.constantFrom(1, 2, 12) }),
      list_directory: anyList,
    }),
  }),
});

export const anyWorkspace: fc.Arbitrary<RandomWorkspace> = fc.record({
  plants: toPlants(anyPlant, 2),
  rules: fc.record({ ".gitignore": someOf(RULES), ".geminiignore": someOf(RULES), "a/.gitignore": someOf(RULES) }),
  hidden: fc.record({ kind: fc.constantFrom(...HIDDEN_KINDS), lines: someOf(HIDDEN) }),
  allowed: fc.option(fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 2 }), { freq: 2 }),
  modes: fc.array(fc.constantFrom(0o755, 0o755, 0o755, 0o444, 0o111, 0), { minLength: 1, maxLength: 12 }),
  options: anyOptions.map((options) => options as RandomWorkspace["options"]),
});

type Item = Plant & { readonly path: string };

function flatten(plants: readonly Plant[], prefix = ""): Item[] {
  return plants.flatMap((plant) => {
    const path = prefix + Buffer.from(plant.raw, "latin1").toString("utf8");
    return [{ ...plant, path }, ...(plant.kind === "dir" ? flatten(plant.below, `${path}/`) : [])];
  });
}

function withoutLinks(plants: readonly Plant[]): Plant[] {
  return plants
    .filter(({ kind }) => kind !== "symlink")
    .map((plant) => (plant.kind === "dir" ? { ...plant, below: withoutLinks(plant.below) } : plant));
}

/** On disk, with everything readable. */
export function growWorkspace({ plants, rules, hidden, allowed, modes, options }: RandomWorkspace): Grown {
  const root = grow(withoutLinks(plants));
  const items = flatten(plants).filter(({ path }) => !path.includes("\ufffd"));
  const strange = flatten(plants).filter(({ path, kind }) => path.includes("\ufffd") && kind !== "symlink");
  const folders = items.filter(({ kind }) => kind === "dir").map(({ path }) => path);
  const links = items.flatMap((item) => (item.kind === "symlink" ? [item] : []));
  for (const { path, target } of links) symlinkSync(toTarget(target, path, folders, root), join(root, path));
  const behind = links.flatMap(({ path }) => namesBehind(join(root, path)).map((name) => `${path}/${name}`));
  for (const folder of [".git/objects", ".git/refs"]) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, ".git/HEAD"), "ref: refs/heads/main");
  for (const [file, lines] of Object.entries(rules)) {
    if (!file.includes("/") || folders.includes("a")) writeFileSync(join(root, file), lines.join("\n"));
  }
  plantHidden(root, hidden);
  // Folders come after their content, because nothing below a closed folder can be changed.
  const restricted = items.filter(({ kind }) => kind === "dir" || kind === "file").reverse();
  return {
    options: {
      ...options,
      workspaceRoot: root,
      allowedRoots: allowed?.flatMap((index) => folders[index % (folders.length || 1)] ?? []) ?? null,
    },
    paths: [...items, ...strange]
      .map(({ path }) => path)
      .concat(behind, toOthers(folders), root, join(root, "a"), "/etc"),
    links: links.map(({ path }) => path),
    modes: restricted.map(({ path }, index) => [path, modes[index % modes.length] ?? 0]),
  };
}

function plantHidden(root: string, { kind, lines }: RandomWorkspace["hidden"]): void {
  const file = join(root, kind === "inside" ? ".rules" : ".portholeignore");
  if (kind === "file" || kind === "inside") writeFileSync(file, lines.join("\n"));
  if (kind === "inside") symlinkSync(".rules", join(root, ".portholeignore"));
  if (kind === "outside") symlinkSync("../rules", file);
}

function toTarget(target: string, link: string, folders: readonly string[], root: string): string {
  const folder = folders[Number(/\{(\d)\}/.exec(target)?.[1] ?? 0)] ?? "nowhere";
  if (target.startsWith("{root}")) return join(root, folder);
  return target.startsWith("{") ? relative(dirname(link), folder) || "." : target;
}

/** For a link that stays inside; for others, and for files, a name that does not exist. */
function namesBehind(link: string): string[] {
  try {
    const names = readdirSync(link).filter((name) => !name.includes("\ufffd"));
    return names.length > MAX_BEHIND ? ["none"] : ["none", ...names];
  } catch {
    return ["none"];
  }
}

/** Paths that do not exist, and invalid ones. */
function toOthers(folders: readonly string[]): string[] {
  const missing = ["", ...folders.map((folder) => `${folder}/`)].map((prefix) => `${prefix}none`);
  return [".", ".git", ".git/HEAD", ".gitignore", ".portholeignore", "..", "../ws", "", ...missing];
}
