// What the server answers to the page, and to whom.

import { connect, type Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { exchange, readRefusal } from "../support/http.ts";
import { isThorough } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";
import { FILES, makeRecord, PAGE_TOKEN, readLines, withPage } from "./page_server.ts";

const root = makeTree(["dir .git", "file .gitignore dist/", "file .env KEY=1", "file a.txt one", "file dist/b.js x"]);

const OPEN = ["/", "/page.css", "/page.js", "/page.svg"];
const DATA = ["/page/list", "/page/explain", "/page/call", "/page/answer"];
const ALL = [...OPEN, ...DATA, "/page/calls"];
const toJson = async (answer: Promise<Response>) => JSON.parse(await (await answer).text());
const methodOf = (path: string) => (DATA.includes(path) ? "POST" : "GET");

function toHead(path: string, ...more: string[]): string {
  return [`${methodOf(path)} ${path} HTTP/1.1`, ...more, "", ""].join("\r\n");
}

describe("who gets an answer", () => {
  test("the files need no token, are under a strict policy, and end their connection [promise page]", async () => {
    await withPage(root, async ({ url }) => {
      for (const path of OPEN) {
        const answer = await exchange(url, toHead(path, "Host: localhost"));
        expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
        expect(answer).toMatch(/\r\nconnection: close\r\n/i);
        const policy = /\r\ncontent-security-policy: (.*)\r\n/i.exec(answer)?.[1]?.split("; ");
        expect(policy).toEqual([
          ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"],
          ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
          ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
        ]);
        const same = ["cross-origin-resource-policy: same-origin", "cross-origin-opener-policy: same-origin"];
        for (const header of ["x-content-type-options: nosniff", "referrer-policy: no-referrer", ...same])
          expect(answer.toLowerCase()).toContain(`\r\n${header}\r\n`);
      }
      expect(await exchange(url, toHead("/", "Host: localhost"))).toMatch(/\r\n\r\n<p>html$/);
    });
  });

  test.each(ALL)("%s checks Host and Origin as /mcp does", async (path) => {
    await withPage(root, async ({ url }) => {
      const token = `Authorization: Bearer ${PAGE_TOKEN}`;
      const ask = async (...lines: string[]) => readRefusal(await exchange(url, toHead(path, token, ...lines))).status;
      expect(await ask("Host: evil.example")).toBe(403);
      expect(await ask("Host: localhost", "Origin: https://evil.example")).toBe(403);
      expect(await ask("Host: localhost", "Origin: null")).toBe(403);
      expect(await ask("Host: localhost", "Host: localhost")).toBe(400);
    });
  });

  test("nobody without the page's own token gets data, and it opens nothing else [promise page]", async () => {
    await withPage(root, async ({ url, token, ask, records }) => {
      for (const path of [...DATA, "/page/calls"]) {
        const body = DATA.includes(path) ? { path: "." } : undefined;
        for (const authorization of ["", "Bearer wrong", `Bearer ${token}`, `Basic ${PAGE_TOKEN}`]) {
          const answer = await ask(path, body, { authorization });
          expect([path, answer.status]).toEqual([path, 401]);
          expect(await answer.text()).not.toContain("a.txt");
          expect(answer.headers.get("cache-control")).toBe("no-store");
        }
        expect((await ask(`${path}?token=${PAGE_TOKEN}`, body, { authorization: "" })).status).toBe(401);
      }
      expect((await ask(url, {})).status).toBe(401);
      expect(records).toEqual([]);
    });
  });

  test("each path has one method, and bodies have a limit", async () => {
    await withPage({ root, limits: { maxBodyBytes: 500 } }, async ({ ask }) => {
      for (const path of ALL) {
        const other = await ask(path, methodOf(path) === "GET" ? {} : undefined);
        expect([path, other.status, other.headers.get("allow")]).toEqual([path, 405, methodOf(path)]);
      }
      expect((await ask("/page/list", { path: "x".repeat(1000) })).status).toBe(413);
      expect((await ask("/page/list", {}, { "content-type": "text/plain" })).status).toBe(415);
      expect((await ask("/page/none", {})).status).toBe(404);
    });
  });

  test("a connection that asked for a file only is a stranger's still", async () => {
    const size = isThorough ? 50_000_000 : 20_000_000;
    const files = { ...FILES, js: "x".repeat(size) };
    await withPage({ root, files, limits: { maxStrangers: 1 } }, async ({ url }) => {
      const { port } = new URL(url);
      const unread = connect(Number(port), "127.0.0.1");
      const closed = new Promise((resolve) => unread.once("close", resolve));
      unread.on("error", () => {});
      unread.write(toHead("/page.js", "Host: localhost"));
      await new Promise((resolve) => unread.once("readable", resolve));
      const next = connect(Number(port), "127.0.0.1");
      // It takes the only place for strangers. What the other one was sent already can still be read.
      await new Promise((resolve) => next.once("connect", resolve));
      unread.resume();
      await closed;
      expect(unread.bytesRead).toBeLessThan(size);
      next.destroy();
    });
  });
});

describe("what it answers", () => {
  test("folders with marks, explanations and answers, through the gate and in the owner's name", async () => {
    await withPage(root, async ({ ask, records }) => {
      const listing = await toJson(ask("/page/list", { path: "." }));
      const marks = listing.data.entries.map(({ name, mark }: { name: string; mark: string }) => `${name} ${mark}`);
      expect(marks).toEqual([".env denied", ".git hidden", ".gitignore hidden", "a.txt visible", "dist hidden"]);
      const explained = await toJson(ask("/page/explain", { path: "dist" }));
      const from = { source: "gitignore", file: ".gitignore", line: 1, pattern: "dist/" };
      expect(explained.data.git).toEqual({ ignored: true, ...from });
      const call = { name: "read_file", arguments: { path: "a.txt" } };
      const text = await toJson(ask("/page/call", { ...call, format: "text" }));
      expect(text).toEqual({ content: "a.txt lines 1-1 of 1, 3 bytes\none", is_error: false });
      const json = await toJson(ask("/page/call", { ...call, format: "json" }));
      expect(JSON.parse(json.content).content).toBe("one");
      const denied = await toJson(ask("/page/call", { ...call, arguments: { path: ".env" }, format: "text" }));
      expect([denied.is_error, denied.content.includes("KEY")]).toEqual([true, false]);
      expect(records.map(({ tool, success }) => `${tool} ${success}`)).toEqual([
        ...["marks/list true", "explain true", "read_file true", "read_file true", "read_file false"],
      ]);
      for (const record of records) expect(record).toMatchObject({ by: "owner", client: { name: "porthole page" } });
    });
  });

  test("only tools that look, and says what is wrong with a request", async () => {
    await withPage(root, async ({ ask, records }) => {
      const known = "tree, list_directory, list_files, search_text, read_file, read_files";
      const cases: [string, unknown, string][] = [
        ["/page/list", {}, "path must be a string"],
        ["/page/list", null, "path must be a string"],
        ["/page/explain", { path: 1 }, "path must be a string"],
        ["/page/call", { name: "tree", arguments: {}, format: "xml" }, "format must be text or json"],
        ["/page/call", { name: "touch", arguments: {}, format: "text" }, `name must be one of ${known}`],
      ];
      for (const [path, body, message] of cases) {
        const answer = await ask(path, body);
        expect([answer.status, await answer.json()]).toEqual([400, { error: { message } }]);
      }
      expect(records).toEqual([]);
    });
  });

  test("the answers of calls, as long as they are kept", async () => {
    await withPage(root, async ({ ask, feed }) => {
      feed.add(makeRecord(), "the answer");
      expect(await toJson(ask("/page/answer", { number: 1 }))).toEqual({ content: "the answer" });
      for (const number of [0, 2, "x", null]) {
        expect(await toJson(ask("/page/answer", { number }))).toEqual({ content: null });
      }
    });
  });
});

function openStream(url: string): Socket {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write(toHead("/page/calls", "Host: localhost", `Authorization: Bearer ${PAGE_TOKEN}`));
  return socket;
}

describe("the stream of calls", () => {
  const isAllowed = true;
  const listed = { kinds: ["directory", "symlink"], argument: "path" };
  const read = { kinds: ["file", "symlink", "other"], argument: "path" };

  test("begins with those that are kept, and goes on with each new one, beside other requests", async () => {
    await withPage(root, async ({ ask, feed }) => {
      feed.add(makeRecord({ tool: "first" }), "");
      const lines = readLines(await ask("/page/calls"));
      expect((await lines.next()).value).toEqual({
        ...{ type: "hello", feed: feed.id, folder: "ws", format: "text", starts: ["."] },
        tools: [
          { name: "tree", shows: "names", onPage: { ...listed, options: { entry_kind: "all" } }, isAllowed },
          { name: "list_directory", shows: "names", onPage: listed, isAllowed },
          { name: "list_files", shows: "names", isAllowed },
          { name: "search_text", shows: "lines", isAllowed },
          { name: "read_file", shows: "files", onPage: { ...read, line: "start_line" }, isAllowed },
          { name: "read_files", shows: "files", onPage: { kinds: ["file"], argument: "paths" }, isAllowed },
        ],
        counted: feed.count(),
      });
      expect((await lines.next()).value?.record?.tool).toBe("first");
      await (await ask("/page/list", { path: "." })).text();
      expect((await lines.next()).value?.record?.tool).toBe("marks/list");
      await lines.return(undefined);
    });
  });

  test("says where agents can start, and which tools they may call", async () => {
    const names = ["tree", "list_directory", "list_files", "search_text"];
    const readers = ["read_file", "read_files"];
    const own = { allowedRoots: ["src", "docs/api"], policy: { denylist: readers } };
    await withPage({ root: makeTree(["dir src", "dir docs/api", "file root.txt x"]), own }, async ({ ask }) => {
      const lines = readLines(await ask("/page/calls"));
      expect((await lines.next()).value).toMatchObject({
        starts: ["src", "docs/api"],
        tools: [...names.map((name) => ({ name, isAllowed })), ...readers.map((name) => ({ name, isAllowed: false }))],
      });
      await lines.return(undefined);
      expect((await toJson(ask("/page/list", { path: "src" }))).status).toBe("success");
    });
  });

  test("is open to 16 pages at once; one that closes makes room", async () => {
    await withPage(root, async ({ ask }) => {
      const controllers = Array.from({ length: 16 }, () => new AbortController());
      const open = (signal?: AbortSignal) => ask("/page/calls", undefined, {}, signal);
      for (const { signal } of controllers) expect((await open(signal)).status).toBe(200);
      const full = await open();
      expect([full.status, await full.json()]).toEqual([503, { error: { message: "too many pages are open" } }]);
      controllers[0]?.abort();
      for (let status = 503; status !== 200; ) {
        const again = await open();
        status = again.status;
        if (status !== 200) await again.text();
      }
    });
  });

  test("does not pile up for a page that does not read: it misses calls that are not kept any more", async () => {
    await withPage(root, async ({ url, feed }) => {
      const socket = openStream(url).pause();
      await new Promise((resolve) => socket.once("readable", resolve));
      const long = makeRecord({ arguments: { path: "x".repeat(20_000) } });
      for (let count = 0; count < 4000; count++) {
        feed.add(long, "");
        if (count % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      let text = "";
      for await (const piece of socket) {
        text += piece.toString("latin1");
        if (text.slice(-100_000).includes('"number":4000')) break;
      }
      const numbers = [...text.matchAll(/"number":(\d+)/g)].map(([, number]) => Number(number));
      expect(numbers.length).toBeLessThan(2000);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    });
  });

  test("of a page that goes away in the middle ends alone", async () => {
    await withPage(root, async ({ url, feed, ask }) => {
      for (let count = 0; count < 20; count++) {
        const socket = openStream(url);
        await new Promise((resolve) => socket.once("data", resolve));
        if (count % 2 === 0) socket.destroy();
        else socket.end();
        for (let call = 0; call < 5; call++) {
          feed.add(makeRecord(), "");
          await new Promise((resolve) => setImmediate(resolve));
        }
        socket.destroy();
      }
      const lines = readLines(await ask("/page/calls"));
      expect((await lines.next()).value?.type).toBe("hello");
      await lines.return(undefined);
    });
  });

  test("ends when the server does", async () => {
    let lines: ReturnType<typeof readLines> | undefined;
    await withPage(root, async ({ ask }) => {
      lines = readLines(await ask("/page/calls"));
      await lines.next();
    });
    const end = lines?.next().catch(() => ({ done: true }));
    expect(await end).toMatchObject({ done: true });
  });
});
