// The page in a real browser for everybody: keyboard, screen readers, narrow and dark screens, large folders. dist/ must be built.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isThorough, paired } from "../support/scale.ts";
import { makeTree } from "../support/tree.ts";
import { noBrowser, titled } from "./browser.ts";
import { lookAround, makeSample } from "./sample.ts";
import type { Served } from "./served.ts";
import { answerOf, prepareVisits, row } from "./visits.ts";

const withVisit = prepareVisits();
/** Tests only look at it. In a short run they share it, and its server with the calls of one agent. */
const shared = makeSample();
const takeSample = () => (isThorough ? makeSample() : shared);
const looked = new Set<string>();

async function lookAroundOnce(served: Served): Promise<void> {
  if (!looked.has(served.url)) await lookAround(served);
  looked.add(served.url);
}

// Not imported: it is for the browser, where the short form is compiled faster.
const require = createRequire(import.meta.url);
const AXE = require.resolve("axe-core/axe.min.js");

/** What axe finds, but for minor things. It is put past the page's policy, so these visits tell nothing about that. */
async function findBarriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(readFileSync(AXE, "utf8"));
  const violations = Object(
    await page.evaluate(`axe.run("html", { resultTypes: ["violations"] }).then(({ violations }) => violations)`),
  );
  return violations
    .filter(({ impact }: { impact: string }) => impact !== "minor")
    .map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`);
}

describe.skipIf(noBrowser)(titled("axe finds nothing"), () => {
  test.each(paired([1360, 400], ["light", "dark"] as const))("%i pixels wide, %s", async (width, colorScheme) => {
    const options = { colorScheme, viewport: { width, height: 800 }, bypassCSP: true, mayBeUsed: true };
    await withVisit({ root: takeSample(), ...options }, async (page, served) => {
      const see = async (name: string) => {
        if (width === 400) await page.locator("#switch").getByText(name).click();
      };
      // In a short run only at the end, because axe takes longer than the rest together.
      const expectNone = async () => {
        if (isThorough) expect(await findBarriers(page)).toEqual([]);
      };
      await see("Folder");
      await row(page, "package.json").waitFor();
      await expectNone();
      await lookAroundOnce(served);
      await expect.poll(() => page.locator(".by-agent").count()).toBe(7);
      await row(page, "dist").click();
      await page.locator("#panel-why tbody").waitFor();
      await expectNone();
      await see("Folder");
      await row(page, "README.md").click();
      await answerOf(page).getByText("Tide tables").waitFor();
      await expectNone();
      await page.getByRole("tab", { name: "Search text" }).click();
      await expectNone();
      await see("Calls");
      // The page may have been used: they may be unfolded already.
      for (const index of [0, 1]) {
        const head = page.locator(".by-agent .call-head").nth(index);
        if ((await head.getAttribute("aria-expanded")) !== "true") await head.click();
      }
      await page.locator(".details .cost button").nth(1).waitFor();
      expect(await findBarriers(page)).toEqual([]);
    });
  });

  test("on the page that asks for the address", async () => {
    await withVisit(
      { root: takeSample(), bypassCSP: true, mayBeUsed: true, mayComplain: /status of 401/ },
      async (page, served) => {
        // The browser loads nothing: only the fragment differs.
        await page.goto(served.address.replace(/#.*/, "#wrong-token-of-some-length"));
        await page.getByText("The server rejected the token").waitFor();
        expect(await findBarriers(page)).toEqual([]);
        // Nobody else can use it.
        await page.goto("about:blank");
      },
    );
  });
});

describe.skipIf(noBrowser)(titled("with the keyboard alone"), () => {
  const focused = (page: Page) =>
    page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent");

  test("the tree is one stop, and arrows, Home, End and letters move in it", async () => {
    const root = makeTree(["file src/api/a.ts x", "file src/b.ts y", "file zebra.md z", "file zoo.md z"]);
    await withVisit(root, async (page) => {
      await row(page, "src").waitFor();
      expect(await page.locator("#tree [tabindex='0']").count()).toBe(1);
      await page.getByRole("button", { name: "Look at the folder again" }).focus();
      const press = async (keys: string, expected: RegExp) => {
        for (const key of keys.split(" ")) await page.keyboard.press(key);
        await expect.poll(() => focused(page)).toMatch(expected);
      };
      await press("Tab", /^ws, folder/);
      await press("ArrowDown", /^src, /);
      await press("ArrowRight", /^src, /);
      await row(page, "api").waitFor();
      await press("ArrowRight", /^api, /);
      await press("ArrowDown", /^b\.ts, /);
      await press("ArrowLeft", /^src, /);
      await press("End", /^zoo\.md, /);
      await press("Home", /^ws, /);
      await press("z", /^zebra\.md, /);
      await press("o", /^zoo\.md, /);
      await press("Enter", /^zoo\.md, /);
      await answerOf(page).getByText("zoo.md lines 1-1 of 1").waitFor();
      await press("Home ArrowDown ArrowLeft", /^src, /);
      await row(page, "api").waitFor({ state: "detached" });
      expect(await page.locator("#tree [tabindex='0']").count()).toBe(1);
    });
  });

  test("everything else is reached by Tab, tabs by arrows, and calls unfold by Enter", async () => {
    await withVisit(takeSample(), async (page, served) => {
      await lookAroundOnce(served);
      await expect.poll(() => page.locator(".by-agent").count()).toBe(7);
      await row(page, "tide-tables").focus();
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("Answer");
      await page.keyboard.press("ArrowRight");
      expect(await focused(page)).toBe("Why");
      await page.locator("#panel-why tbody").waitFor();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Tab");
      await page.keyboard.type("TODO");
      await page.keyboard.press("Enter");
      await answerOf(page, "panel-search").getByText("TODO: eclipse").waitFor();
      await page.getByLabel("mine too").focus();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.locator(".details .text").waitFor();
    });
  });
});

describe.skipIf(noBrowser)(titled("on every screen"), () => {
  test("400 pixels wide shows one part at a time, and nothing sticks out", async () => {
    await withVisit({ root: takeSample(), viewport: { width: 400, height: 700 } }, async (page, served) => {
      await lookAroundOnce(served);
      const expectOnly = async (pane: string) => {
        for (const id of ["pane-folder", "pane-answer", "pane-calls"])
          expect([id, await page.locator(`#${id}`).isVisible()]).toEqual([id, id === pane]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(400);
      };
      await row(page, "README.md").waitFor();
      await expectOnly("pane-folder");
      await row(page, "README.md").click();
      await answerOf(page).getByText("Tide tables").waitFor();
      await expectOnly("pane-answer");
      await page.getByRole("button", { name: "Calls" }).click();
      await page.locator(".by-agent .call-head").first().click();
      await page.locator(".details .cost button").waitFor();
      await expectOnly("pane-calls");
    });
  });

  test("dark and light follow the system", async () => {
    const backgroundOf = (page: Page) => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const root = takeSample();
    for (const [colorScheme, background] of [
      ["dark", "rgb(11, 18, 24)"],
      ["light", "rgb(238, 242, 245)"],
    ] as const)
      await withVisit({ root, colorScheme, mayBeUsed: true }, async (page) =>
        expect(await backgroundOf(page)).toBe(background),
      );
  });

  const total = isThorough ? 10_000 : 2000;
  const toName = (at: number) => `file-${String(at).padStart(5, "0")}.txt`;

  test("a folder of thousands of entries scrolls: few rows are drawn, and each knows its place", async () => {
    const root = makeTree([]);
    mkdirSync(join(root, "many"));
    for (let count = 0; count < total; count++) writeFileSync(join(root, "many", toName(count)), "");
    await withVisit(root, async (page) => {
      await row(page, "many").click();
      await row(page, "file-00000.txt").waitFor();
      const drawn = () => page.locator(".row").count();
      expect(await drawn()).toBeLessThan(80);
      for (const share of [0.25, 0.5, 0.75, 1]) {
        await page.locator("#tree").evaluate((tree, part) => {
          tree.scrollTop = tree.scrollHeight * part;
        }, share);
        await row(page, toName(Math.min(total - 1, Math.round((total + 2) * share)))).waitFor();
        expect(await drawn()).toBeLessThan(80);
      }
      const last = row(page, toName(total - 1));
      expect([await last.getAttribute("aria-setsize"), await last.getAttribute("aria-posinset")]).toEqual([
        ...[String(total), String(total)],
      ]);
      // The row with the focus stays an element, however far away it is.
      await last.click();
      await page.locator("#tree").evaluate((tree) => {
        tree.scrollTop = 0;
      });
      await row(page, "file-00000.txt").waitFor();
      const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
      expect(await focused()).toBe(`${toName(total - 1)}, file, visible`);
      await page.keyboard.press("ArrowUp");
      await expect.poll(focused).toBe(`${toName(total - 2)}, file, visible`);
      await page.keyboard.press("Home");
      await page.keyboard.press("PageDown");
      expect(await drawn()).toBeLessThan(80);
    });
  });
});
