// The page in a real browser, on names and contents that were made to do harm. dist/ must be built.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isThorough } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";
import { noBrowser, openBrowser, titled } from "./browser.ts";
import { connectAgent, serve } from "./served.ts";
import { answerOf, prepareVisits, row } from "./visits.ts";

/** What is on the disk, and what the page shows. */
const SHOWN_AS: readonly (readonly [name: string, shown: string])[] = [
  ["line\nbreak", "line\\x0abreak"],
  ["bell\u0007 and escape\u001b[31m", "bell\\x07 and escape\\x1b[31m"],
  ["right\u202etxt.exe", "right\\u202etxt.exe"],
  ["\u2066isolated\u2069", "\\u2066isolated\\u2069"],
  ["zero\u200bwidth\u{e0041}tag", "zero\\u200bwidth\\u{e0041}tag"],
  ["filler\u3164 \u115f", "filler\\u3164 \\u115f"],
  ["typed\\x1b", "typed\\x1b"],
  ...[
    ...["<img src=x onerror=alert(1)>", '"><script>alert(2)<\u2215script>', "javascript:alert(3)", "&lt;b&gt;"],
    ...["__proto__", "constructor", "[[7*7]]", "x".repeat(200)],
  ].map((name) => [name, name] as const),
];
const NAMES = SHOWN_AS.map(([name]) => name);
const SHOWN = SHOWN_AS.map(([, shown]) => shown);

function makeHostile(): string {
  const root = makeTree([]);
  for (const name of NAMES) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, "<svg onload=alert(4)>"), "<script>alert(5)</script>\u202e");
  }
  return root;
}

describe.skipIf(noBrowser)(titled("hostile names"), () => {
  const withVisit = prepareVisits();

  test("are names: in the tree, above the answer, in answers and in explanations [promise page]", async () => {
    await withVisit(makeHostile(), async (page) => {
      await row(page, "constructor").waitFor();
      const names = await page.locator(".row .name").allTextContents();
      expect(names.slice(1).toSorted()).toEqual(SHOWN.toSorted());
      // What is typed differs from what is escaped.
      expect(await row(page, "typed\\x1b").locator(".escape").count()).toBe(0);
      expect(await row(page, "zero\\u200bwidth\\u{e0041}tag").locator(".escape").allTextContents()).toEqual([
        ...["\\u200b", "\\u{e0041}"],
      ]);
      for (const [nth, name] of SHOWN.slice(0, 6).entries()) {
        // In a short run, after the first name the event alone: to move the mouse there takes five times as long.
        const click = (what: Locator) => (nth === 0 || isThorough ? what.click() : what.dispatchEvent("click"));
        await click(row(page, name));
        expect(await page.locator("#chosen-path").textContent()).toBe(name);
        const file = row(page, "<svg onload=alert(4)>");
        await click(file);
        await expect.poll(() => answerOf(page).textContent()).toMatch(/<script>alert\(5\)<\/script>\\u202e/);
        await click(page.getByRole("tab", { name: "Why" }));
        await page.locator("#panel-why tbody").waitFor();
        await click(row(page, name).locator(".twisty"));
        await file.waitFor({ state: "detached" });
      }
      expect(await page.locator("main img, main script, main b, svg[onload], [onerror]").count()).toBe(0);
    });
  });

  test("with a line break are searched, although a field cannot show them", async () => {
    const use = async (page: Page) => {
      await row(page, "line\\x0abreak").click();
      await page.getByRole("tab", { name: "Find files" }).click();
      const find = page.locator("#find-form");
      expect(await find.getByLabel("In", { exact: true }).inputValue()).toBe("linebreak");
      await find.getByRole("button", { name: "Find" }).click();
      await expect.poll(() => answerOf(page, "panel-find").textContent()).toContain("inside.txt");
      await find.getByLabel("In", { exact: true }).fill("other");
      await find.getByRole("button", { name: "Find" }).click();
      await expect.poll(() => answerOf(page, "panel-find").textContent()).toContain("outside.txt");
    };
    const root = makeTree(["file other/outside.txt x"]);
    mkdirSync(join(root, "line\nbreak"));
    writeFileSync(join(root, "line\nbreak", "inside.txt"), "x");
    await withVisit(root, use);
  });

  test("of clients, tools and arguments are text in the list of calls", async () => {
    await withVisit(makeTree(["file a.txt <img src=x onerror=alert(6)>"]), async (page, served) => {
      await using agent = await connectAgent(served, "<b>agent</b>\u202e");
      await agent.call("<i>tool</i>", { path: "<img src=x onerror=alert(7)>\n\u202e" }).catch(() => {});
      await agent.call("read_file", { path: "<img src=x onerror=alert(7)>\n\u202e" });
      await agent.call("read_file", { path: "a.txt" });
      const heads = page.locator(".by-agent .call-head");
      await expect.poll(() => heads.count()).toBe(3);
      const text = await heads.nth(1).textContent();
      expect(text).toContain("<img src=x onerror=alert(7)>\\x0a\\u202e");
      expect(text).toContain("“<b>agent</b>\\u202e”");
      expect(await heads.nth(2).textContent()).toContain("<i>tool</i>");
      for (const index of [0, 1, 2]) await heads.nth(index).click();
      await expect
        .poll(() => page.locator(".details .text").first().textContent())
        .toContain("<img src=x onerror=alert(6)>");
      expect(await page.locator("#calls :is(img, b, i, script)").count()).toBe(0);
    });
  });
});

describe.skipIf(noBrowser)(titled("the policy of the page"), () => {
  const withVisit = prepareVisits();

  test("is held by the browser, and the tests would see a violation", async () => {
    await withVisit({ root: makeTree(["file a.txt one"]), mayComplain: /./ }, async (page, _served, complaints) => {
      await row(page, "a.txt").waitFor();
      expect(complaints).toEqual([]);
      const attempts = [
        'document.body.innerHTML = "<b>x</b>"',
        'document.body.setAttribute("onclick", "alert(1)")',
        'document.body.append(Object.assign(document.createElement("script"), { textContent: "alert(1)" }))',
        'document.body.append(Object.assign(document.createElement("style"), { textContent: "* { color: red }" }))',
        'document.body.append(Object.assign(document.createElement("img"), { src: "http://localhost:4567/x.png" }))',
        'fetch("http://localhost:4567/")',
        'eval("1")',
      ];
      for (const attempt of attempts) {
        const before = complaints.length;
        // As the page's own script: what a debugger evaluates is not held to the policy in the same way.
        await page
          .evaluate(`(async () => { try { ${attempt} } catch (error) { console.error(String(error)) } })()`)
          .catch(() => {});
        await expect.poll(() => [attempt, complaints.length > before]).toEqual([attempt, true]);
      }
      expect(await page.locator("b").count()).toBe(0);
    });
  });

  test("lets nobody put the page into a frame [promise page]", async () => {
    await using served = await serve(makeTree(["file a.txt one"]));
    const context = await (await openBrowser()).newContext();
    const page = await context.newPage();
    // Of the same origin too: there, nothing but the policy is in the way.
    for (const around of ["http://localhost:4567/", new URL("/around", served.address).href]) {
      await page.route(around, (route) =>
        route.fulfill({ contentType: "text/html", body: `<iframe src="${served.address}"></iframe>` }),
      );
      await page.goto(around);
      await expect.poll(() => page.frames()[1]?.url()).toBe("chrome-error://chromewebdata/");
    }
    await context.close();
  });
});
