// One browser for all files of a process, and a server of its own for each visit. Tests only; dist/ must be built.

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { openBrowser, visit } from "./browser.ts";
import { type Served, serve } from "./served.ts";

export interface VisitOptions extends BrowserContextOptions {
  /** What the browser may complain about. */
  readonly mayComplain?: RegExp;
}

export type WithVisit = (
  root: string,
  use: (page: Page, served: Served, browser: Browser) => Promise<void>,
  options?: VisitOptions,
) => Promise<void>;

/** Fails if the browser complains about anything. */
export function prepareVisits(): WithVisit {
  return async (root, use, { mayComplain, ...options } = {}) => {
    const browser = await openBrowser();
    const served = await serve(root);
    const { page, complaints, close } = await visit(browser, served.address, options);
    try {
      await use(page, served, browser);
      expect(complaints.filter((complaint) => !mayComplain?.test(complaint))).toEqual([]);
    } finally {
      await close();
      await served.end();
    }
  };
}

/** A row of the tree by its name. */
export function row(page: Page, name: string) {
  return page.locator(".row").filter({ has: page.locator(".name", { hasText: new RegExp(`^${quote(name)}$`) }) });
}

function quote(text: string): string {
  return text.replaceAll(/[.*+?^$(){}|[\]\\/]/g, "\\$&");
}

/** Exactly what is on the screen, line breaks included. */
export function answerOf(page: Page, panel = "panel-answer") {
  return page.locator(`#${panel} .text`);
}
