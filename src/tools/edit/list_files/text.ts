// The text form of list_files: one path per line.

import { describeEnd } from "../../../walk/page_text.ts";
import { countOf, quoteName, quoteText, writeHead } from "../../text_words.ts";
import type { ListFilesOutput } from "./types.ts";

const COLON = /:/;

export function writePaths(output: ListFilesOutput): string {
  const { path, pattern, paths, returned } = output;
  const found = `${quoteText(pattern)} in ${quoteName(path, COLON)}: ${countOf(returned, "path")}`;
  return [writeHead(found, ...describeEnd(output)), ...paths.map(writePath)].join("\n");
}

/** The slash of a directory follows its name, even if that is quoted. */
function writePath(path: string): string {
  return path.endsWith("/") ? `${quoteName(path.slice(0, -1), COLON)}/` : quoteName(path, COLON);
}
