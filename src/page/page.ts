// The page that shows a folder as agents see it, and which files they accessed. Added to an MCP server as routes.

import { randomBytes } from "node:crypto";
import type { Audit } from "../call/record.ts";
import type { HttpRoutes } from "../mcp/http_auth.ts";
import { Feed } from "./feed.ts";
import { getPageFiles } from "./files.ts";
import { createPageRoutes, type PageOptions } from "./routes.ts";

export class Page {
  readonly #folder: string;
  readonly #feed = new Feed();
  readonly #token = randomBytes(32).toString("base64url");

  constructor({ folder }: Pick<PageOptions, "folder">) {
    this.#folder = folder;
  }

  /** Must be called for each call of the toolkit. Never throws. */
  get audit(): Audit {
    return this.#feed.add;
  }

  toRoutes(toolkit: PageOptions["toolkit"]): HttpRoutes {
    const [files, feed, token, folder] = [getPageFiles(), this.#feed, this.#token, this.#folder];
    return createPageRoutes({ toolkit, files, feed, token, folder });
  }

  /** The address on the server with this URL. Browsers do not send the part after the `#`. */
  toAddress(url: string): string {
    return `${new URL("/", url)}#${this.#token}`;
  }
}
