// The picture in the README. `npm run screenshot` writes it; every run takes it without keeping it. dist/ must be built.

import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { noBrowser, openBrowser, visit } from "./browser.ts";
import { lookAround, makeSample } from "./sample.ts";
import { serve } from "./served.ts";

const MAX_BYTES = 300_000;
const wanted = process.env.PORTHOLE_SCREENSHOT;

describe.skipIf(noBrowser !== null)(`the screenshot${noBrowser ? ` (skipped: ${noBrowser})` : ""}`, () => {
  test("shows a folder with every mark, an answer, and what an agent did", async () => {
    await using served = await serve(makeSample());
    const browser = await openBrowser();
    const { page, complaints, close } = await visit(browser, served.address, {
      ...{ viewport: { width: 1360, height: 760 }, colorScheme: "light", reducedMotion: "no-preference" },
      ...{ timezoneId: "UTC", locale: "en-GB" },
    });
    try {
      await lookAround(served);
      await page.getByRole("treeitem", { name: /^src, / }).click();
      await page.getByRole("treeitem", { name: /^tides\.ts, / }).click();
      await page.getByText("Height of the water").waitFor();
      await expect.poll(() => page.locator("#calls > .by-agent").count()).toBe(7);
      await page.mouse.move(0, 0);
      await page.evaluate("document.activeElement?.blur()");
      const picture = await page.screenshot({ animations: "disabled" });
      expect(complaints).toEqual([]);
      expect(picture.length).toBeLessThan(MAX_BYTES);
      if (wanted) writeFileSync(wanted, picture);
    } finally {
      await close();
    }
  });
});
