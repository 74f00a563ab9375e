// Files as resources of the Model Context Protocol: what is listed, read and completed. Types only.

import type { PathRequest } from "../../gate/spec.ts";

export interface ListedResource {
  readonly uri: string;
  /** The path, relative to the workspace root. */
  readonly name: string;
}

export interface ResourcePage {
  readonly resources: readonly ListedResource[];
  /** `cursor` of the next call; absent if nothing more would follow. */
  readonly nextCursor?: string;
}

/** One whole file. `blob` is base64. */
export type ResourceContents = { readonly uri: string; readonly mimeType: string } & (
  | { readonly text: string }
  | { readonly blob: string }
);

export interface ReadResourceRequest extends PathRequest {
  readonly uri: string;
}

export interface PathCompletion {
  /** Paths relative to the workspace root, at most 100; directories end in `/`. */
  readonly values: readonly string[];
  readonly hasMore: boolean;
}
