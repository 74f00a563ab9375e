// Decides whether `porthole mcp --http` serves the page, and prints its address.

import { basename, resolve } from "node:path";
import type { Page } from "../page/page.ts";
import { textOf, type Values } from "./parse.ts";

/** Returns null if the page is switched off or the dialect is gemini, or if other machines could open it and that was not allowed. */
export async function openPage(values: Values, folder: string): Promise<Page | null> {
  if (values["no-page"] || isGemini(values) || !(values.page || (await isHere(values)))) return null;
  const { Page } = await import("../page/page.ts");
  const root = resolve(folder);
  return new Page({ folder: basename(root) || "/" });
}

/** Marks and explanations, which the page shows, are those of the forge dialect. */
export function isGemini(values: Values): boolean {
  return textOf(values, "dialect") === "gemini";
}

async function isHere(values: Values): Promise<boolean> {
  const { isLoopback } = await import("../mcp/http_listen.ts");
  return isLoopback(textOf(values, "host") ?? "127.0.0.1");
}

/** Returns lines of the greeting. */
export function announcePage(page: Page | null, values: Values, url: string): readonly string[] {
  if (page !== null) return [`see what agents see: ${page.toAddress(url)}`];
  if (values["no-page"] || isGemini(values)) return [];
  return ["no page, because other machines could open it; use --page to serve it anyway"];
}
