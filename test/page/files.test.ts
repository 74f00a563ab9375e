// The files of the page: what they must not contain, and how large they are as they ship. dist/ must be built.

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { makeTree } from "../support/tree.ts";
import { type Served, serve } from "./served.ts";

const FOLDER = new URL("../../src/page/assets/", import.meta.url);
const sources = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), "utf8") }));

/** Ways to make markup or code of a string, and to send something elsewhere. */
const FORBIDDEN = [
  ...[/\.(?:inner|outer)HTML\b/, /insertAdjacentHTML/, /document\.write/, /createContextualFragment/, /DOMParser/],
  ...[/srcdoc/, /setHTML/, /\beval\b/, /new Function/, /setTimeout\(\s*["'`]/, /javascript:/i, /trustedTypes/],
  ...[/https?:\/\/(?!www\.w3\.org\/2000\/svg")/, /\bimport\(/, /XMLHttpRequest|WebSocket|EventSource|sendBeacon/],
  ...[/localStorage|document\.cookie|indexedDB/, /"style"|"on[a-z]+"\s*:/],
];

describe("the sources of the page", () => {
  test.each(sources.map(({ name, text }) => [name, text]))("%s makes text nodes only [promise page]", (_, text) => {
    expect(FORBIDDEN.filter((pattern) => pattern.test(text)).map(String)).toEqual([]);
  });

  test("every forbidden way is seen", () => {
    const samples = [
      ...["a.innerHTML = b", "a.outerHTML", "insertAdjacentHTML(", "document.write(", "createContextualFragment("],
      ...["new DOMParser()", "srcdoc", "setHTMLUnsafe", "eval(x)", "new Function(x)", 'setTimeout("x")'],
      ...["javascript:x", "trustedTypes.createPolicy", "https://cdn.example/x.js", "import('./x.js')"],
      ...["new WebSocket(x)", "localStorage.x", 'el("a", { "style": x })', '{ "onclick": x }'],
    ];
    expect(samples.filter((text) => !FORBIDDEN.some((pattern) => pattern.test(text)))).toEqual([]);
  });

  test("page.html has nothing inline", () => {
    const html = readFileSync(new URL("page.html", FOLDER), "utf8");
    expect(
      html.match(/<script(?![^>]* src="\/page\.js"><\/script>)|<style|\sstyle=|\son\w+=|https?:|<iframe|<base/g),
    ).toBe(null);
  });
});

describe("the page as it ships", () => {
  const start = () => serve(makeTree(["dir src"]), ["--token", "given-to-the-agents"]);
  let first: Promise<Served> | undefined;
  const startOnce = () => {
    first ??= start();
    return first;
  };
  afterAll(async () => (await first)?.end());

  test("has less than 60 kB compressed in all, and none of it is from elsewhere", async () => {
    const { url } = await startOnce();
    const paths = ["/", "/page.css", "/page.js", "/page.svg"];
    const texts = await Promise.all(paths.map(async (path) => (await fetch(new URL(path, url))).text()));
    const bytes = texts.map((text) => gzipSync(text).length);
    expect(bytes.every((count) => count > 100)).toBe(true);
    expect(bytes.reduce((sum, count) => sum + count, 0)).toBeLessThan(60_000);
    // The rest of dist/ is under test/pins; the page has no package inside.
    expect(texts.join("\n")).not.toContain("node_modules");
  });

  test.each([[["--no-page"]], [["--dialect", "gemini"]]])(
    "%j leaves it away, and nothing of it is printed",
    async (words) => {
      await using served = await serve(makeTree(["dir src"]), words);
      expect(served.address).toBe("");
      for (const path of ["/", "/page.js", "/page/calls"])
        expect((await fetch(new URL(path, served.url))).status).toBe(404);
    },
  );

  test("is not served where other machines could open it, unless --page says so", async () => {
    for (const [args, status] of [
      [["--host", "0.0.0.0"], 404],
      [["--host", "0.0.0.0", "--page"], 200],
      [["--host", "localhost"], 200],
    ] as const) {
      await using served = await serve(makeTree(["dir src"]), args);
      expect([args, (await fetch(new URL("/", served.url))).status]).toEqual([args, status]);
      expect(served.address === "").toBe(status === 404);
    }
  });

  test("its token is another than the agents', and a new one each time [promise page]", async () => {
    const [one, other] = [await startOnce(), await start()];
    await other.end();
    const tokens = [one, other].map(({ address }) => new URL(address).hash);
    expect(tokens.every((token) => /^#[\w-]{43}$/.test(token))).toBe(true);
    expect(tokens[0]).not.toBe(tokens[1]);
  });
});
