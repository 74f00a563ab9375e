// One browser for all files of a process, and a server for each folder that a file visits. Tests only; dist/ must be built.

import type { Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { openBrowser, type VisitAgain, visitAgain } from "./browser.ts";
import { type Served, serve } from "./served.ts";

export interface VisitOptions extends VisitAgain {
  readonly root: string;
  /** What the browser may complain about. */
  readonly mayComplain?: RegExp;
}

export type WithVisit = (
  place: string | VisitOptions,
  use: (page: Page, served: Served, complaints: readonly string[]) => Promise<void>,
) => Promise<void>;

/** Fails if the browser complains about anything. Visits to the same folder have the same server, which remembers the calls. */
export function prepareVisits(): WithVisit {
  const servers = new Map<string, Promise<Served>>();
  const serveOnce = (root: string) => {
    const served = servers.get(root) ?? serve(root);
    servers.set(root, served);
    return served;
  };
  afterAll(async () => {
    for (const served of servers.values()) await (await served).end();
  });
  return async (place, use) => {
    const { root, mayComplain, ...options }: VisitOptions = typeof place === "string" ? { root: place } : place;
    const browser = await openBrowser();
    const served = await serveOnce(root);
    const { page, complaints, close } = await visitAgain(browser, served.address, options);
    try {
      await use(page, served, complaints);
      expect(complaints.filter((complaint) => !mayComplain?.test(complaint))).toEqual([]);
    } catch (error) {
      // The next visit must not start with what went wrong here.
      await page.goto("about:blank").catch(() => {});
      throw error;
    } finally {
      await close();
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
