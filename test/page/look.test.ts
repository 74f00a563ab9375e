// The page in a real browser: the folder, why something is not visible, and what tools answer. dist/ must be built.

import { describe, expect, test } from "vitest";
import { porthole } from "../support/cli.ts";
import { addEntries, makeTree } from "../support/tree.ts";
import { noBrowser, titled } from "./browser.ts";
import { makeSample } from "./sample.ts";
import { answerOf, prepareVisits, row } from "./visits.ts";

describe.skipIf(noBrowser)(titled("the page"), () => {
  const withVisit = prepareVisits();
  const sample = makeSample();

  test("shows the folder with the mark of each entry, directories first", async () => {
    await withVisit(sample, async (page) => {
      await row(page, "package.json").waitFor();
      const labels = await page.locator("[role=treeitem]").evaluateAll((rows) => rows.map((one) => one.ariaLabel));
      expect(labels).toEqual([
        "tide-tables, folder, visible",
        ".git starts with a dot, folder, hidden",
        "customers .portholeignore:1 (/customers/), folder, denied",
        "dist .gitignore:2 (dist/), folder, hidden",
        "docs, folder, visible",
        "node_modules .gitignore:1 (node_modules/), folder, hidden",
        "src, folder, visible",
        ".env built-in pattern for secrets **/.env, file, denied",
        ".gitignore starts with a dot, file, hidden",
        ".portholeignore starts with a dot, file, hidden",
        "README.md, file, visible",
        "charts, link, leads out",
        "debug.log .gitignore:3 (*.log), file, hidden",
        "latest.md, link, leads nowhere",
        "package.json, file, visible",
      ]);
      expect(await page.title()).toBe("tide-tables · porthole");
    });
  });

  test("opens folders when they are clicked, and not what is denied", async () => {
    await withVisit(sample, async (page) => {
      await row(page, "src").click();
      await row(page, "api").click();
      await row(page, "routes.ts").waitFor();
      expect(await row(page, "routes.ts").getAttribute("aria-level")).toBe("4");
      await row(page, "api").click();
      await row(page, "routes.ts").waitFor({ state: "detached" });
      await row(page, "node_modules").locator(".twisty").click();
      await row(page, "left-pad").waitFor();
      expect(await row(page, "customers").getAttribute("aria-expanded")).toBe(null);
      expect(await row(page, "charts").getAttribute("aria-expanded")).toBe(null);
    });
  });

  test("a click on what is left out shows why, with the line of the ignore file", async () => {
    await withVisit({ root: sample, mayBeUsed: true }, async (page) => {
      await row(page, "dist").click();
      const why = page.locator("#panel-why");
      await why.getByText("Ignored by .gitignore, line 2").waitFor();
      expect(await why.locator(".rules li").first().locator("code").textContent()).toBe("dist/");
      // Tools for files do not answer for a folder.
      expect(await why.locator("tbody th").allTextContents()).toEqual([
        ...["tree", "list_directory", "list_files", "search_text"],
      ]);
      await why.getByRole("button", { name: "Show this line" }).click();
      await answerOf(page).getByText("lines 2-3 of 3").waitFor();
      expect((await answerOf(page).textContent())?.split("\n")[1]).toBe("dist/");

      await row(page, ".env").click();
      await why.getByText("Denied by the built-in list of secrets").waitFor();
      await row(page, "customers").click();
      await why.getByText("Denied by .portholeignore, line 1").waitFor();
      await row(page, "charts").click();
      await why.getByText("A link that leads out of the folder").waitFor();
    });
  });

  test("has forms for search_text and list_files", async () => {
    await withVisit({ root: sample, mayBeUsed: true }, async (page) => {
      await row(page, "src").click();
      await page.getByRole("tab", { name: "Search text" }).click();
      const search = page.locator("#search-form");
      expect(await search.getByLabel("In", { exact: true }).inputValue()).toBe("src");
      await search.getByLabel("Pattern").fill("todo");
      await search.getByLabel("ignore case").check();
      await search.getByRole("button", { name: "Search" }).click();
      await answerOf(page, "panel-search").getByText("// TODO: eclipse").waitFor();
      await page.getByRole("tab", { name: "Find files" }).click();
      await page.locator("#find-form").getByLabel("Pattern").fill("m*.ts");
      await page.locator("#find-form").getByLabel("Pattern").press("Enter");
      await answerOf(page, "panel-find").getByText("src/moon.ts").waitFor();
    });
  });

  test("shows exactly what a tool answers, as text or JSON, with bytes and an estimate of tokens", async () => {
    const root = makeTree(["file a.txt one\n\ttwo  spaces\n", "file src/b.ts x"]);
    await withVisit(root, async (page) => {
      const expectAnswer = async (tool: string, args: object, format: string) => {
        const expected = porthole(root, ["call", tool, JSON.stringify(args), "--format", format]).stdout.slice(0, -1);
        await expect.poll(() => answerOf(page).textContent()).toBe(expected);
        const bytes = Buffer.byteLength(expected);
        const cost = await page.locator("#panel-answer .cost").textContent();
        expect(cost).toContain(`${bytes} bytes`);
        expect(cost).toContain(`about ${Math.ceil(bytes / 4)} tokens (estimate)`);
      };
      await expectAnswer("tree", { path: ".", entry_kind: "all" }, "text");
      await row(page, "a.txt").click();
      await expectAnswer("read_file", { path: "a.txt" }, "text");
      await page.locator("#answer-form").getByText("JSON").click();
      await expectAnswer("read_file", { path: "a.txt" }, "json");
      await page.locator("#answer-form select").selectOption("read_files");
      await expectAnswer("read_files", { paths: ["a.txt"] }, "json");
    });
  });

  test("looks at the folder again when it is asked to", async () => {
    const root = makeTree(["dir src", "file a.txt one"]);
    await withVisit(root, async (page) => {
      await row(page, "a.txt").waitFor();
      addEntries(root, ["file b.txt two"]);
      await page.getByRole("button", { name: "Look at the folder again" }).click();
      await row(page, "b.txt").waitFor();
    });
  });
});
