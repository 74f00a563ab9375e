// Chromium, and pages in it that complain about everything that a page must not do. Tests only.

import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { isThorough } from "../support/scale.ts";

// The first one has no windows, extensions or profile, which saves a third of the processor time.
const PLACES = [
  ...[process.env.CHROMIUM ?? "", "/usr/bin/chromium-headless-shell"],
  ...["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
];
const executablePath = PLACES.find((place) => existsSync(place));

/** Why there is none here, or null. */
export const noBrowser: string | null =
  process.versions.bun !== undefined
    ? "playwright-core drives the browser on Node only"
    : executablePath === undefined
      ? "there is no Chromium; install it (apt-get install chromium-headless-shell, or chromium), or set CHROMIUM to where it is"
      : null;

if (noBrowser !== null) console.warn(`tests of the page in a browser are skipped: ${noBrowser}`);

const FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars"],
  // One process for all pages, with none in reserve: starting one costs more than most tests need.
  ...["--renderer-process-limit=1", "--disable-site-isolation-trials", "--in-process-gpu"],
  "--disable-features=SpareRendererForSitePerProcess,IsolateOrigins,site-per-process,Translate,BackForwardCache",
];

let opened: Promise<Browser> | undefined;

/** The same one for whoever asks in this process, with whose end it ends. */
export function openBrowser(): Promise<Browser> {
  opened ??= launch();
  return opened;
}

function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: executablePath ?? "", headless: true, args: FLAGS });
}

export interface Visit {
  readonly page: Page;
  /** Whatever the browser complained about: errors, violations of the policy, requests to elsewhere. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface Screen {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: "light" | "dark";
}

const SCREEN = {
  // Three columns, and few pixels to draw.
  viewport: { width: 1000, height: 500 },
  colorScheme: "light",
  // Otherwise the page's animation makes the browser draw 60 times a second.
  reducedMotion: "reduce",
} as const;

/** In a profile of its own. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ ...SCREEN, ...options });
  const page = await context.newPage();
  const complaints = collectComplaints(page, address);
  await page.goto(address);
  return { page, complaints, close: () => context.close() };
}

/** By whether the page's policy is bypassed. */
const tabs = new Map<boolean, Promise<Page>>();

export interface VisitAgain extends Screen {
  readonly bypassCSP?: boolean;
  /** If the last visit was to the same server, the page stays as that visit left it, because loading it takes longer than most tests. In short runs only. A visit after which others cannot use the page must leave it. */
  readonly mayBeUsed?: boolean;
}

/** In a tab that all these visits use one after another: a new one costs more than most tests need. Each address has its own storage. */
export async function visitAgain(
  browser: Browser,
  address: string,
  { bypassCSP = false, mayBeUsed = false, ...screen }: VisitAgain = {},
): Promise<Visit> {
  const tab = tabs.get(bypassCSP) ?? browser.newContext({ ...SCREEN, bypassCSP }).then((context) => context.newPage());
  tabs.set(bypassCSP, tab);
  const page = await tab;
  const { viewport, colorScheme } = { ...SCREEN, ...screen };
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  const isThere = new URL(page.url()).origin === new URL(address).origin;
  const stays = isThere && mayBeUsed && !isThorough;
  // The browser would load nothing: only the fragment of the address differs.
  if (isThere && !stays) await page.goto("about:blank");
  const complaints = collectComplaints(page, address);
  const close = async () => void page.removeAllListeners();
  if (stays) return { page, complaints, close };
  // Until then it is the previous page that complains.
  page.once("framenavigated", () => complaints.splice(0));
  await page.goto(address);
  return { page, complaints, close };
}

function collectComplaints(page: Page, address: string): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(address).origin) complaints.push(`request: ${request.url()}`);
  });
  return complaints;
}

/** The name of the test, with the reason if it is skipped. */
export function titled(title: string): string {
  return noBrowser === null ? title : `${title} (skipped: ${noBrowser})`;
}
