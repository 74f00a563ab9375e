// The page in the browser: connects its parts.

import type { Mark, MarkedEntry } from "../../explain/marks/types.ts";
import { showInvisible } from "../../input/sanitize.ts";
import { Seen } from "../seen.ts";
import type { FeedLine, HelloLine, PageTool } from "../wire.ts";
import { Api } from "./api.ts";
import { Calls } from "./calls.ts";
import { byId, drawName, icon, inside } from "./dom.ts";
import { Folder } from "./folder.ts";
import { EntryForm, Formats, SearchForm } from "./forms.ts";
import { Stream, showState } from "./stream.ts";
import { Tabs } from "./tabs.ts";
import { keepToken, NO_TOKEN, onKey, showKey, takeToken, WRONG_TOKEN } from "./token.ts";
import { WhyPanel } from "./why.ts";
import { MARK_WORDS } from "./words.ts";

const api = new Api();
const seen = new Seen([]);
const formats = new Formats();
const tabs = new Tabs(inside(document.body, "[role=tablist]", HTMLElement), load);
const answer = new EntryForm(api, formats);
const searches = [new SearchForm(api, formats, "search-form"), new SearchForm(api, formats, "find-form")];
const why = new WhyPanel(api, showFile);
const folder = new Folder(api, seen, { onChoose: choose, onRefresh: reload, onMissing: showMissing });
const calls = new Calls({ api, reveal: (path) => void folder.reveal(path) });
const stream = new Stream(api, handleLine);
/** Loads the tabs of the chosen entry when they are first shown. */
const unloaded = new Map<string, () => void>();
let feed = "";
let tools: readonly PageTool[] = [];

function choose(entry: MarkedEntry): void {
  setChosen(entry);
  tabs.show(entry.mark === "visible" ? "tab-answer" : "tab-why");
  if (entry.kind === "directory") for (const search of searches) search.setPath(entry.path);
  if (entry.kind !== "directory" || entry.mark !== "visible") showPane("answer");
}

/** Reloads the visible tab. */
function reload(entry: MarkedEntry): void {
  setChosen(entry);
  tabs.reload();
}

/** An agent accessed it, but it is gone or outside the visible tree. */
function showMissing(path: string): void {
  showFile(path);
  showPane("answer");
}

function showFile(path: string, line?: number): void {
  showChosen(path, null);
  unloaded.set("tab-answer", () => answer.show({ path, kind: "file" }, line));
  tabs.show("tab-answer");
}

function load(tab: string): void {
  unloaded.get(tab)?.();
  unloaded.delete(tab);
}

function setChosen(entry: MarkedEntry): void {
  showChosen(entry.path === "." ? entry.name : entry.path, entry.mark);
  unloaded.set("tab-answer", () => answer.show(entry)).set("tab-why", () => why.show(entry, tools));
}

function showChosen(name: string, mark: Mark | null): void {
  byId("chosen-path", HTMLElement).replaceChildren(...drawName(name));
  const badge = byId("chosen-mark", HTMLSpanElement);
  badge.hidden = mark === null;
  if (mark === null) return;
  badge.className = `badge mark-${mark}`;
  badge.replaceChildren(icon(mark), MARK_WORDS[mark]);
}

function handleLine(line: FeedLine): void {
  if (line.type === "hello") updateFrom(line);
  else if (calls.add(line)) {
    seen.add(line.record);
    folder.redraw();
  }
}

/** A new feed means that the server was restarted: everything starts over. */
function updateFrom(hello: HelloLine): void {
  const isNew = hello.feed !== feed;
  if (isNew) calls.clear();
  seen.load(hello.counted.seen);
  calls.setCounted(hello.counted);
  folder.redraw();
  if (isNew) startOver(hello);
}

function startOver(hello: HelloLine): void {
  feed = hello.feed;
  tools = hello.tools;
  answer.tools = tools;
  for (const search of searches) search.clear();
  formats.set(hello.format);
  byId("folder-name", HTMLSpanElement).replaceChildren(...drawName(hello.folder));
  document.title = `${showInvisible(hello.folder)} · porthole`;
  void folder.open(hello.folder, hello.starts);
}

/** A narrow screen shows only one column. */
function showPane(name: string): void {
  document.body.dataset.view = name;
  for (const item of byId("switch", HTMLElement).querySelectorAll("button"))
    item.setAttribute("aria-pressed", String(item.dataset.to === name));
  // The focused element may be hidden now.
  const { activeElement } = document;
  if (activeElement !== document.body && activeElement?.checkVisibility() === false)
    inside(document.body, "[role=tab][aria-selected=true]", HTMLElement).focus();
}

function start(): void {
  const token = takeToken();
  showKey(token === null ? NO_TOKEN : null);
  if (token === null) return;
  api.token = token;
  showState("waiting");
  stream.start();
}

api.onRefused = () => {
  stream.stop();
  showKey(WRONG_TOKEN);
};
onKey((token) => {
  keepToken(token);
  start();
});
for (const item of byId("switch", HTMLElement).querySelectorAll("button"))
  item.addEventListener("click", () => showPane(item.dataset.to ?? "folder"));
// Another address of this page was opened in the same tab.
window.addEventListener("hashchange", start);
start();
