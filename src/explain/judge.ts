// Finds out what one tool does with a path by running it, and why, from the facts and by running it with other arguments.

import { isInFolders } from "../disk/allowed_roots.ts";
import type { EntryKind } from "../disk/types.ts";
import type { ToolError } from "../errors.ts";
import { isDefaultExclude, isDotGit } from "../view/default_excludes.ts";
import type { IgnoreRule } from "../view/ignore_rule.ts";
import { findHidden, type Seen } from "./facts.ts";
import { describeIgnore, KIND_WORDS } from "./rule_words.ts";
import type { Facts, NamedAnswer, ToolAnswer, Word } from "./types.ts";
import { type Route, type ToolView, toFolder, type WalkOptions, type WalkView } from "./views.ts";

type WalkAnswer = Omit<ToolAnswer, "by_name">;

export async function judge(
  view: ToolView,
  seen: Seen,
  starts: readonly string[],
  unsafePath: unknown,
): Promise<ToolAnswer> {
  const by_name = await askByName(view, unsafePath);
  const walked =
    view.walk === null ? judgeRead(by_name) : await judgeWalks(view, view.walk, reword(seen, by_name), starts);
  const { word, reason } = walked ?? judgeUnwalked(by_name, starts);
  return { word: toOwnWord(view, word), reason, by_name };
}

/** The tool's own message for the same failure says more: it may suggest a name. */
function reword(seen: Seen, { code, reason }: NamedAnswer): Seen {
  return code !== null && seen.failure?.code === code ? { ...seen, failure: { code, message: reason } } : seen;
}

function toOwnWord({ words }: ToolView, word: Word): Word {
  if (word !== "shown" && word !== "hidden") return word;
  return words?.[word] ?? word;
}

/** For a path that is not inside the workspace. */
export async function refuse(view: ToolView, unsafePath: unknown, failure: ToolError): Promise<ToolAnswer> {
  const by_name = await askByName(view, unsafePath);
  return { word: "refused", reason: by_name.reason || failure.message, by_name };
}

async function askByName(view: ToolView, unsafePath: unknown): Promise<NamedAnswer> {
  const outcome = await view.ask(unsafePath);
  if (outcome.status === "success")
    return { word: "answered", reason: view.remarkNamed?.(outcome.data) ?? "", code: null };
  const { message, code } = outcome.error;
  return { word: "refused", reason: message, code };
}

function judgeRead({ word, reason }: NamedAnswer): WalkAnswer {
  return { word: word === "answered" ? "readable" : "refused", reason };
}

/** For a path that no walk reaches. */
function judgeUnwalked({ word, reason }: NamedAnswer, starts: readonly string[]): WalkAnswer {
  return word === "refused" ? { word, reason } : hide(`walks start at ${starts.join(", ")}, and it is not in there`);
}

/** The first walk that shows the path; otherwise the result of the last one. Null if the path is below no start. */
async function judgeWalks(
  view: ToolView,
  walk: WalkView,
  seen: Seen,
  starts: readonly string[],
): Promise<WalkAnswer | null> {
  const { path, links } = seen.facts;
  let answer: WalkAnswer | null = null;
  for (const start of starts.filter((folder) => isInFolders(path, [folder]))) {
    const names = (start === "." ? path : path.slice(start.length + 1)).split("/");
    answer =
      path === start ? await judgeStart(view, start) : await judgeWalk(view, walk, seen, { start, names, links });
    if (answer.word === "shown") break;
  }
  return answer;
}

async function judgeStart(view: ToolView, start: string): Promise<WalkAnswer> {
  const { word, reason } = await askByName(view, toFolder(start));
  return word === "refused" ? { word, reason } : { word: "shown", reason: "walks start here" };
}

async function judgeWalk(view: ToolView, walk: WalkView, seen: Seen, route: Route): Promise<WalkAnswer> {
  const outcome = await walk.show(route, {});
  if (outcome.status !== "success") return { word: "refused", reason: outcome.error.message };
  if (outcome.data !== null) {
    const from = route.start === "." ? "" : `in a walk from ${route.start}`;
    return { word: "shown", reason: [outcome.data, from].filter((part) => part !== "").join(", ") };
  }
  if (seen.failure !== null) return { word: "refused", reason: seen.failure.message };
  const needed = await findNeeded(walk, route);
  return hide(needed === null ? await findReason(view, walk, seen, route) : wordNeeded(needed, seen.facts, route));
}

/** The fewest options that show it; null if none do. */
async function findNeeded(walk: WalkView, route: Route): Promise<WalkOptions | null> {
  const isShown = async (options: WalkOptions) => {
    const outcome = await walk.show(route, options);
    return outcome.status === "success" && outcome.data !== null;
  };
  if (!(await isShown(walk.options))) return null;
  let needed = walk.options;
  for (const name of Object.keys(needed)) {
    const { [name]: _, ...others } = needed;
    if (await isShown(others)) needed = others;
  }
  return needed;
}

function wordNeeded(needed: WalkOptions, facts: Facts, { names }: Route): string {
  const options = Object.entries(needed);
  const why = options.map(([name]) => wordWhy(name, facts, names)).join(", ");
  const how = options.map(([name, value]) => (value ? name : `${name} = ${value}`)).join(" and ");
  return `${why}; ${how} ${options.length === 1 ? "shows" : "show"} it`;
}

function wordWhy(option: string, { kind, git }: Facts, names: readonly string[]): string {
  if (option === "include_hidden") return `${findHidden(names)} starts with a dot`;
  if (option === "include_ignored") return wordIgnored(git, names);
  return `it is ${kind === null ? "unknown" : KIND_WORDS[kind]}`;
}

function wordIgnored(git: IgnoreRule | null, names: readonly string[]): string {
  const excluded = names.find(isDefaultExclude);
  if (excluded !== undefined) return `${excluded} is left out by default`;
  return git === null ? "git ignores it" : describeIgnore(git);
}

/** Why no option shows it. */
async function findReason(view: ToolView, walk: WalkView, seen: Seen, route: Route): Promise<string> {
  const { path, links, kind, git } = seen.facts;
  const left = findLeftOut(view, kind, route.names);
  if (left !== null) return left;
  if (seen.itself !== path) return `it is at ${seen.itself}, and walks do not follow the link ${links[0]}`;
  if (view.respectsGitignore && git?.ignored && !walk.options.include_ignored) return "git ignores it";
  if (route.names.length > walk.maxDepth) return `it is deeper than ${walk.maxDepth} levels below ${route.start}`;
  const above = route.names.slice(0, -1).map((_, index) => [route.start, ...route.names.slice(0, index + 1)].join("/"));
  for (const folder of above) {
    const { word, reason } = await askByName(view, toFolder(folder));
    if (word === "refused") return reason;
  }
  const named = await askByName(view, path);
  if (named.word === "refused" && named.code === "SANDBOX_VIOLATION") return named.reason;
  return (
    (await walk.whyNot?.(route)) ?? findWrongLead(seen.facts) ?? "the tool cannot access it, or the walk ends before it"
  );
}

/** For a link: why a tool that shows link targets cannot follow it. */
function findWrongLead({ kind, place, outside_allowed_roots }: Facts): string | null {
  if (kind !== "symlink" || place === "invalid") return null;
  if (place === "outside") return "the link leads out of the workspace";
  if (outside_allowed_roots !== null) return "the link leads out of the allowed folders";
  return place === "missing" ? "the link leads nowhere" : null;
}

/** Names and kinds that no option of the tool shows. */
function findLeftOut({ name }: ToolView, kind: EntryKind | null, names: readonly string[]): string | null {
  if (name !== "tree" && name !== "list_files" && name !== "search_text") return null;
  const excluded = names.find(name === "tree" ? isDefaultExclude : isDotGit);
  if (excluded !== undefined) return `${excluded} is always left out`;
  return name === "tree" && kind === "other" ? `it is ${KIND_WORDS.other}` : null;
}

function hide(reason: string): WalkAnswer {
  return { word: "hidden", reason };
}
