// Reads a file as a resource: a text in full, if it fits into the answer, anything else as bytes with their media type.

import type { SealedNode } from "../../disk/types.ts";
import { notFile, sizeLimitExceeded, tooLongForAnswer } from "../../errors/paths.ts";
import { toShownPath } from "../../input/sanitize.ts";
import type { ConfigValues } from "../../registory/config_values.ts";
import { TOOL_DEFINITIONS } from "../../registory/definitions.ts";
import { Found } from "../found.ts";
import type { CallScope, ToolSpec } from "../tool.ts";
import { READ_ONLY } from "../tool.ts";
import { findMediaType } from "./media_type.ts";
import type { ReadResourceRequest, ResourceContents } from "./types.ts";
import { readUri } from "./uri.ts";

/** For a file that is not text; the answer's own limit does not apply to it. */
const MAX_BLOB_BYTES = 1_048_576;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Uses the file size limit of read_file. */
export function createResourceReader({
  maxFileBytes,
}: Pick<ConfigValues["readFile"], "maxFileBytes">): ToolSpec<ReadResourceRequest, ResourceContents> {
  return {
    definition: {
      name: "resources/read",
      description: "Reads a file as a resource.",
      parameters: { type: "object", properties: { uri: { type: "string" } }, required: ["uri"] },
    },
    traits: { ...READ_ONLY },
    parse: ({ uri }) => ({ uri: String(uri), path: readUri(String(uri)) }),
    summarize: ({ path }) => `Read ${toShownPath(path)} as a resource`,
    run: ({ uri }, node, scope) => foundContents({ uri, ...readContents(node, scope, maxFileBytes) }),
  };
}

/** It is not cut. */
function foundContents(data: ResourceContents): Found<ResourceContents> {
  const [text, sentBytes] =
    "text" in data
      ? [data.text, Buffer.byteLength(data.text)]
      : [`${data.mimeType}, not shown as text`, data.blob.length];
  const explainTooLong = () => "read it in parts with start_line";
  return Found.whole({ data, text: () => text, sentBytes }, { isAlwaysText: true, explainTooLong });
}

function readContents(node: SealedNode, { path, clock, answer }: CallScope, maxFileBytes: number) {
  if (node.kind !== "file") throw notFile(path, node.kind === "directory" ? "directory" : "special file");
  const limit = Math.min(MAX_BLOB_BYTES, maxFileBytes);
  const answerBytes = answer?.maxBytes ?? Number.POSITIVE_INFINITY;
  const { bytes, more } = node.read(limit, clock);
  // It may have grown since it was read.
  const sizeBytes = more ? Math.max(node.metadata().sizeBytes, limit + 1) : bytes.length;
  const mimeType = findMediaType(path, bytes);
  if (mimeType !== null) {
    if (more) throw sizeLimitExceeded(path, sizeBytes, limit);
    return { mimeType, blob: Buffer.from(bytes).toString("base64") };
  }
  if (sizeBytes > maxFileBytes) throw sizeLimitExceeded(path, sizeBytes, maxFileBytes);
  const text = decoder.decode(bytes);
  const textBytes = more ? sizeBytes : Buffer.byteLength(text);
  if (more || textBytes > answerBytes)
    throw tooLongForAnswer(path, textBytes, Math.min(answerBytes, limit), TOOL_DEFINITIONS.read_file.name);
  return { mimeType: "text/plain", text };
}
