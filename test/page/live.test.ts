// The page in a real browser: calls as they come, and what happens when the token or the server is not there. dist/ must be built.

import { describe, expect, test } from "vitest";
import { toHeaders, toMessage } from "../support/mcp.ts";
import { makeTree } from "../support/tree.ts";
import { noBrowser, openBrowser, titled, visitAgain } from "./browser.ts";
import { lookAround, makeSample } from "./sample.ts";
import { connectAgent, type Served, serve } from "./served.ts";
import { prepareVisits, row } from "./visits.ts";

/** In one request, as clients before 2026 could send them. */
async function callAtOnce({ url, token }: Served, count: number): Promise<void> {
  const params = { name: "list_files", arguments: { path: "none" } };
  const batch = Array.from({ length: count }, (_, id) => toMessage("legacy", id, "tools/call", params));
  const headers = toHeaders("legacy", token, "tools/call", params);
  await (await fetch(url, { method: "POST", headers, body: JSON.stringify(batch) })).text();
}

/** As a click on a file does. */
async function callAsOwner({ address }: Served, count: number): Promise<void> {
  const { hash, origin } = new URL(address);
  const headers = { authorization: `Bearer ${hash.slice(1)}`, "content-type": "application/json" };
  const body = JSON.stringify({ name: "read_file", arguments: { path: "b.txt" }, format: "text" });
  for (let nth = 0; nth < count; nth++) {
    const response = await fetch(`${origin}/page/call`, { method: "POST", headers, body });
    expect(Object(await response.json()).is_error).toBe(false);
  }
}

describe.skipIf(noBrowser)(titled("calls on the page"), () => {
  const withVisit = prepareVisits();
  /** For tests that tell their own calls from others: each agent reads another file. */
  const shared = makeTree(["file src/a.txt one", "file src/b.txt two", "file src/c.txt three", "file d.txt four"]);

  test("appear when a real client makes them, the newest first, with outcome and cost", async () => {
    await withVisit(makeSample(), async (page, served) => {
      await page.getByText("No agent has called yet").waitFor();
      await lookAround(served);
      const heads = page.locator(".by-agent .call-head");
      await expect.poll(() => heads.count()).toBe(7);
      const texts = await heads.evaluateAll((all) => all.map((one) => one.querySelector(".line")?.textContent ?? ""));
      expect(texts.map((text) => text.replace(/\d+:\d+:\d+.*/, ""))).toEqual([
        "answeredread_filessrc/moon.ts, src/index.ts",
        "refusedread_file../shared/charts/north.txt",
        "failedread_filesrc/harbours.ts",
        "refusedread_file.env",
        "answeredread_filesrc/tides.ts",
        "answeredsearch_textTODO|FIXME in src",
        "answeredtree.",
      ]);
      expect(await heads.nth(3).textContent()).toMatch(/“harbour-agent”SANDBOX_VIOLATION66 bytes≈ 17 tokens\d+ ms$/);
      expect(await page.locator("#summary").textContent()).toMatch(/^calls7refused2tokens \(estimate\)\d+$/);
    });
  });

  test("unfold to the arguments, what was opened, and the answer as the agent got it", async () => {
    await withVisit({ root: shared, mayBeUsed: true }, async (page, served) => {
      await using agent = await connectAgent(served);
      const result = await agent.call("read_file", { path: "src/a.txt" });
      const head = page.locator(".by-agent .call-head").filter({ hasText: "src/a.txt" });
      await head.click();
      const details = page.locator(".details");
      expect(JSON.parse((await details.locator(".arguments").textContent()) ?? "")).toEqual({ path: "src/a.txt" });
      await expect.poll(() => details.locator(".text").textContent()).toBe(Object(result).content[0].text);
      await details.getByRole("button", { name: "src/a.txt" }).click();
      await expect.poll(() => row(page, "a.txt").getAttribute("aria-selected")).toBe("true");
      await head.click();
      await details.waitFor({ state: "detached" });
    });
  });

  test("stay where they are while they are read, when the next one comes", async () => {
    // So low that the list of calls scrolls.
    await withVisit(
      { root: makeTree(["file a.txt one", "file b.txt two"]), viewport: { width: 1000, height: 260 } },
      async (page, served) => {
        await using agent = await connectAgent(served);
        await agent.call("read_file", { path: "a.txt" });
        await page.locator(".by-agent .call-head").click();
        const text = page.locator(".details .text");
        await expect.poll(() => text.textContent()).toContain("one");
        const readTop = async () => (await text.boundingBox())?.y ?? 0;
        const before = await readTop();
        await agent.call("read_file", { path: "b.txt" });
        await expect.poll(() => page.locator(".by-agent").count()).toBe(2);
        // The browser rounds scroll positions.
        expect(Math.abs((await readTop()) - before)).toBeLessThan(1);
      },
    );
  });

  test("mark in the tree what agents looked at, and not what the owner did", async () => {
    await withVisit({ root: shared, mayBeUsed: true }, async (page, served) => {
      await row(page, "src").click();
      await row(page, "b.txt").click();
      await using agent = await connectAgent(served);
      await agent.call("read_file", { path: "src/c.txt" });
      await expect.poll(() => row(page, "c.txt").getAttribute("aria-label")).toMatch(/content given in 1 call$/);
      await agent.call("read_file", { path: "src/c.txt" });
      await expect.poll(() => row(page, "c.txt").getAttribute("aria-label")).toMatch(/content given in 2 calls$/);
      expect(await row(page, "b.txt").getAttribute("aria-label")).toBe("b.txt, file, visible");
      await row(page, "src").locator(".twisty").click();
      await expect.poll(() => row(page, "src").getAttribute("aria-label")).toMatch(/agents looked inside$/);
    });
  });

  test("of the owner are shown if they are asked for, and set apart", async () => {
    await withVisit({ root: shared, mayBeUsed: true }, async (page, served) => {
      await row(page, "d.txt").click();
      const own = page.locator(".by-owner .call-head").first();
      await own.waitFor({ state: "hidden" });
      await page.getByLabel("mine too").check();
      await own.waitFor();
      expect(await own.locator(".badge.you").textContent()).toBe("you");
      // A client may call itself so.
      await using agent = await connectAgent(served, "you");
      await agent.call("read_file", { path: "d.txt" });
      await page.locator(".by-agent .client").getByText("“you”").waitFor();
      expect(await page.locator(".by-agent .badge").count()).toBe(0);
    });
  });

  test("that are not kept any more are counted, and what they read stays marked", async () => {
    // One part at a time: beside the folder, the browser would draw all calls again for each new one.
    const viewport = { width: 400, height: 500 };
    await withVisit({ root: makeTree(["file a.txt one", "file b.txt two"]), viewport }, async (page, served) => {
      await using agent = await connectAgent(served);
      await agent.call("read_file", { path: "a.txt" });
      for (const count of [50, 50, 50, 55]) await callAtOnce(served, count);
      // The owner's own calls push none of them away.
      await callAsOwner(served, 50);
      for (const name of ["a.txt", "b.txt"]) {
        const answered = page.waitForResponse((response) => response.url().endsWith("/page/call"));
        await row(page, name).click();
        await answered;
        await page.locator("#switch").getByText("Folder").click();
      }
      const expectAll = async () => {
        await expect.poll(() => page.locator("#summary dd").first().textContent()).toBe("206");
        await expect
          .poll(() => page.locator("#not-kept").textContent())
          .toBe("6 earlier calls are counted, but not kept.");
        await expect.poll(() => row(page, "a.txt").getAttribute("aria-label")).toMatch(/content given in 1 call$/);
        expect(await page.locator(".by-agent").count()).toBe(200);
      };
      await expectAll();
      await page.reload();
      await expectAll();
    });
  });
});

describe.skipIf(noBrowser)(titled("the address of the page"), () => {
  const withVisit = prepareVisits();
  const root = makeTree(["file a.txt one"]);

  test("loses its token at once, which is sent in a header only and outlives a reload [promise page]", async () => {
    await withVisit(root, async (page, served) => {
      const token = new URL(served.address).hash.slice(1);
      await row(page, "a.txt").waitFor();
      expect(page.url()).toBe(new URL("/", served.address).href);
      const seen: string[] = [];
      page.on("request", (request) => seen.push(request.url(), request.headers().referer ?? ""));
      await page.reload();
      await row(page, "a.txt").waitFor();
      expect(seen.length).toBeGreaterThan(8);
      expect(seen.filter((text) => text.includes(token))).toEqual([]);
    });
  });

  test("with a wrong token says what to do, and takes the right one", async () => {
    await withVisit({ root, mayComplain: /status of 401/, mayBeUsed: true }, async (page, { address }) => {
      // The same tab, another fragment: the browser loads nothing.
      await page.goto(address.replace(/#.*/, "#wrong-token-of-some-length"));
      await page.getByText("The server rejected the token").waitFor();
      await page.getByRole("heading", { name: "This address does not open the page" }).waitFor();
      await page.getByText("see what agents see").waitFor();
      expect(await page.locator("#main").isVisible()).toBe(false);
      const open = async (text: string) => {
        await page.getByLabel("Address or token").fill(text);
        await page.getByRole("button", { name: "Open" }).click();
      };
      const token = new URL(address).hash.slice(1);
      for (const other of ["#top", address.replace(/#.*/, ""), `${address} x`]) {
        await open(other);
        await expect.poll(() => page.locator("#key-why").textContent()).toBe("That is not an address with a token.");
        await page.locator("#key-why").evaluate((why) => why.replaceChildren());
      }
      await open(` ${token} `);
      await row(page, "a.txt").waitFor();
    });
  });

  test("of a hidden page does not keep a connection: its stream is opened again when it is seen", async () => {
    await withVisit({ root, mayBeUsed: true }, async (page, served) => {
      await page.getByText("Live").waitFor();
      const hide = (isHidden: boolean) =>
        page.evaluate(
          `Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true });
           document.dispatchEvent(new Event("visibilitychange"));`,
        );
      const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/page/calls"));
      await hide(true);
      await ended;
      await using agent = await connectAgent(served);
      await agent.call("read_file", { path: "a.txt" });
      await hide(false);
      await page.locator(".by-agent .call-head").waitFor();
      expect(await page.locator(".by-agent").count()).toBe(1);
    });
  });

  test("without a token says so, and asks the server for nothing", async () => {
    await using served = await serve(root);
    // Nothing is kept for this server yet.
    const { page, complaints, close } = await visitAgain(await openBrowser(), new URL("/", served.address).href);
    await page.getByText("Part of the address is missing").waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  test("when the server is gone the page says so, and is live again with the next one", async () => {
    const abandoned = makeTree(["file a.txt one"]);
    await withVisit({ root: abandoned, mayComplain: /net::ERR_|status of 401/ }, async (page, served) => {
      await page.getByText("Live").waitFor();
      await served.end();
      await page.getByText("The server does not answer. Trying again…").waitFor();
      await using again = await serve(abandoned, ["--http", new URL(served.url).port]);
      // Another start, another token.
      await page.getByText("The server rejected the token").waitFor();
      await page.getByLabel("Address or token").fill(again.address);
      await page.getByRole("button", { name: "Open" }).click();
      await page.getByText("Live").waitFor();
    });
  });
});
