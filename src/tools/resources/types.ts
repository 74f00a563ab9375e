// The types of MCP resources: lists, contents and completions. Types only.

import type { PathRequest } from "../tool.ts";

/** One file in a list of resources. */
export interface ListedResource {
  /** The URI by which the file is read. */
  readonly uri: string;
  /** The path, relative to the workspace root. */
  readonly name: string;
  /** By the ending of the name; absent if that is not known. The content decides when the file is read. */
  readonly mimeType?: string;
  /** In bytes, as the file is; absent if it is gone. */
  readonly size?: number;
}

/** One page of the list of resources. */
export interface ResourcePage {
  /** The files on this page. */
  readonly resources: readonly ListedResource[];
  /** `cursor` for the next call; absent if nothing follows. */
  readonly nextCursor?: string;
}

/** One whole file. `blob` is base64. */
export type ResourceContents = {
  /** The requested URI. */
  readonly uri: string;
  /** The media type of the content. */
  readonly mimeType: string;
} & (
  | {
      /** The content of a text file. */
      readonly text: string;
    }
  | {
      /** The content of any other file, as base64. */
      readonly blob: string;
    }
);

export interface ReadResourceRequest extends PathRequest {
  readonly uri: string;
}

/** Paths that complete the typed text. */
export interface PathCompletion {
  /** Paths relative to the workspace root, at most 100; directories end in `/`. */
  readonly values: readonly string[];
  /** Whether there are more than these. */
  readonly hasMore: boolean;
}
