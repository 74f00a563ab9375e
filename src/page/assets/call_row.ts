// One call in the list, with its details: arguments, opened files, the answer.

import type { AuditRecord } from "../../call/record.ts";
import { toPath } from "../seen.ts";
import { type CallLine, isRefused, type ToolReply } from "../wire.ts";
import { AnswerBox } from "./answer_box.ts";
import type { Api } from "./api.ts";
import { button, drawName, drawText, el, icon } from "./dom.ts";
import { toCount, toNumber, toTime } from "./words.ts";

const MAX_SHOWN_LOCATIONS = 20;
const MAX_UNFOLDED = 3;

export interface CallActions {
  readonly api: Api;
  readonly reveal: (path: string) => void;
}

export function drawCall(line: CallLine, actions: CallActions): HTMLElement {
  const { record } = line;
  const outcome = isRefused(record) ? "denied" : record.success ? "ok" : "failed";
  const head = button("", { class: "call-head", "aria-expanded": "false" }, () => unfold());
  head.append(drawFirst(record, outcome), drawSecond(record));
  const item = el("li", { class: `by-${record.by} ${outcome}` }, head);
  const unfold = () => {
    const details = item.querySelector(".details");
    head.setAttribute("aria-expanded", String(details === null));
    if (details === null) item.append(drawDetails(line, actions));
    else details.remove();
  };
  return item;
}

const OUTCOME_WORDS = { ok: "answered", denied: "refused", failed: "failed" } as const;

function drawFirst({ tool, arguments: args, time }: AuditRecord, outcome: keyof typeof OUTCOME_WORDS): HTMLElement {
  const mark = el("span", { class: "outcome" }, icon(outcome), el("span", { class: "unseen" }, OUTCOME_WORDS[outcome]));
  const about = el("bdi", { class: "about" }, ...drawName(describeArguments(args)));
  const when = el("time", { datetime: time }, toTime(time));
  return el("span", { class: "line" }, mark, el("code", {}, ...drawName(tool ?? "unknown")), about, when);
}

function drawSecond(record: AuditRecord): HTMLElement {
  const { client, by, code, refused = [], answer_bytes, estimated_tokens, duration_ms } = record;
  const parts = [
    ...(code === null ? [] : [code]),
    // For a call that was refused as a whole, the code says so.
    ...(code !== null || refused.length === 0 ? [] : [`${toCount(refused.length, "path")} refused`]),
    toCount(answer_bytes, "byte"),
    `≈ ${toCount(estimated_tokens, "token")}`,
    `${toNumber(Math.round(duration_ms))} ms`,
  ];
  return el("span", { class: "line small" }, drawCaller(by, client), ...parts.map((part) => el("span", {}, part)));
}

/** A client may choose any name, so it is quoted, and only the owner has the badge. */
function drawCaller(by: AuditRecord["by"], client: AuditRecord["client"]): HTMLElement {
  if (by === "owner") return el("span", { class: "badge you" }, "you");
  return el(
    "bdi",
    { class: "client" },
    ...(client === null ? ["unknown client"] : ["“", ...drawName(client.name), "”"]),
  );
}

/** The subject of the call, in a few words. */
function describeArguments(args: unknown): string {
  const { path, paths, pattern, uri } = Object(args);
  const about = [pattern, path ?? uri, Array.isArray(paths) ? paths.join(", ") : undefined];
  return about.filter((part) => typeof part === "string").join(" in ");
}

function drawDetails(line: CallLine, { api, reveal }: CallActions): HTMLElement {
  const { record } = line;
  const box = new AnswerBox("Answer of this call");
  const cut = record.arguments_cut ? " (cut)" : "";
  box.load(() => fetchAnswer(api, line));
  return el(
    "div",
    { class: "details" },
    el("h3", {}, `Arguments${cut}`),
    el("pre", { class: "arguments", tabindex: 0, role: "group", "aria-label": "Arguments" }, ...drawArguments(record)),
    ...drawRefused(record),
    el("h3", {}, "Answer"),
    box.element,
    ...drawOpened(record, reveal),
  );
}

function drawArguments({ arguments: args }: AuditRecord): (Node | string)[] {
  return drawText(JSON.stringify(args, null, 2) ?? "");
}

async function fetchAnswer(api: Api, { number, record }: CallLine): Promise<ToolReply> {
  const { content } = await api.answer(number);
  if (content === null) throw new Error("This answer is no longer kept.");
  return { content, is_error: !record.success };
}

function* drawOpened({ opened, opened_more = 0 }: AuditRecord, reveal: (path: string) => void): Iterable<HTMLElement> {
  if (opened.length === 0) return;
  const shown = opened.slice(0, MAX_SHOWN_LOCATIONS);
  const more = opened.length - shown.length + opened_more;
  const isShort = opened.length + opened_more <= MAX_UNFOLDED;
  const summary = el("summary", {}, `Opened (${toNumber(opened.length + opened_more)})`);
  const list = el(
    "ul",
    { class: "opened" },
    ...shown.map((location) => el("li", {}, drawLocation(location, reveal))),
    ...(more > 0 ? [el("li", {}, `and ${toNumber(more)} more`)] : []),
  );
  yield el("details", { class: "folded", open: isShort }, summary, list);
}

function drawLocation(location: string, reveal: (path: string) => void): HTMLElement {
  const link = button("", { class: "link" }, () => reveal(toPath(location)));
  link.append(...drawName(location));
  return link;
}

function* drawRefused({ refused = [] }: AuditRecord): Iterable<HTMLElement> {
  if (refused.length === 0) return;
  yield el("h3", {}, "Refused");
  yield el(
    "ul",
    { class: "opened" },
    ...refused.map(({ path, code }) => el("li", {}, ...drawName(path), ` (${code})`)),
  );
}
