// Random answers of all tools as data, with hostile texts everywhere.

import fc from "fast-check";
import { toErrorAnswer } from "../../src/call/fit.ts";
import { internalFailure } from "../../src/errors/calls.ts";
import { notFound, outsideWorkspace } from "../../src/errors/paths.ts";
import type { ToolError } from "../../src/errors.ts";
import type { FileAnswer } from "../../src/tools/edit/file_answer.ts";
import type { ListDirectoryEntry, ListDirectoryOutput } from "../../src/tools/edit/list_directory/types.ts";
import type { ListFilesOutput } from "../../src/tools/edit/list_files/types.ts";
import type { ReadFilesOutput } from "../../src/tools/edit/read_files/types.ts";
import type { SearchLine, SearchTextOutput } from "../../src/tools/edit/search_text/types.ts";
import { toOutput } from "../../src/tools/edit/tree/fit.ts";
import type { TreeDirectoryNode, TreeEntry, TreeOutput } from "../../src/tools/edit/tree/types.ts";
import type { PageEnd } from "../../src/walk/page.ts";
import { hostileArgument, hostileLine, hostileName } from "./hostile_text.ts";

const anyPath = fc.array(hostileName, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));

interface Sketch {
  readonly name: string;
  readonly kind: TreeEntry["kind"];
  readonly state: "read" | "deep" | "unread";
  readonly below: readonly Sketch[];
}

const { sketches } = fc.letrec<{ sketch: Sketch; sketches: Sketch[] }>((tie) => ({
  sketches: fc.array(tie("sketch"), { maxLength: 4 }),
  sketch: fc.record({
    name: hostileName,
    kind: fc.constantFrom("directory" as const, "file" as const, "symlink" as const),
    state: fc.constantFrom("read" as const, "read" as const, "deep" as const, "unread" as const),
    below: fc.oneof({ maxDepth: 3 }, fc.constant([]), tie("sketches")),
  }),
}));

function toNode({ name, kind, state, below }: Sketch, parent: TreeDirectoryNode | null): TreeEntry {
  const path = parent === null || parent.path === "." ? name : `${parent.path}/${name}`;
  const own = { name: name.slice(name.lastIndexOf("/") + 1), path, depth: (parent?.depth ?? -1) + 1 };
  if (kind !== "directory") return { ...own, kind };
  const directory: TreeDirectoryNode = { ...own, kind };
  if (state === "deep") directory.truncated = true;
  if (state === "read") directory.children = below.map((child) => toNode(child, directory));
  return directory;
}

export const anyTree: fc.Arbitrary<TreeOutput> = fc
  .tuple(fc.oneof(anyPath, fc.constant(".")), sketches, fc.constantFrom("read", "read", "deep", "unread"), fc.boolean())
  .map(([name, below, state, isFull]) =>
    toOutput(toNode({ name, kind: "directory", state, below }, null) as TreeDirectoryNode, isFull),
  );

const FAULTS = [
  ["permission_denied", "metadata unavailable: permission denied"],
  ["read_dir_failed", "directory cannot be read: the system refused"],
] as const;

const anyEntry: fc.Arbitrary<ListDirectoryEntry> = fc
  .record({
    path: anyPath,
    type: fc.constantFrom("file" as const, "dir" as const, "symlink" as const, "other" as const, "unknown" as const),
    size: fc.maxSafeNat(),
    fault: fc.constantFrom(...FAULTS),
    time: fc.option(fc.maxSafeInteger()),
  })
  .map(({ path, type, size, fault: [code, reason], time }) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return {
      name,
      path,
      depth: path.split("/").length,
      type,
      size_bytes: type === "file" ? size : null,
      modified_epoch_ms: time,
      is_hidden: name.startsWith("."),
      error_code: type === "unknown" ? code : null,
      error: type === "unknown" ? reason : null,
    };
  });

/** Also with directories before their entries, and with others in between. */
const anyEntries = fc.array(anyEntry, { maxLength: 5 }).chain((entries) => {
  const below = entries.flatMap((entry) => {
    const child = { ...entry, name: "x", path: `${entry.path}/x`, depth: entry.depth + 1, is_hidden: false };
    return [entry, child];
  });
  return fc.shuffledSubarray(below);
});

export const anyListing: fc.Arbitrary<ListDirectoryOutput> = fc
  .record({
    path: fc.oneof(anyPath, fc.constantFrom(".", "/", "C:/", "/a/b")),
    entries: anyEntries,
    max_entries: fc.nat(1000),
    truncated_reason: fc.constantFrom(null, "max_entries" as const, "max_output_bytes" as const),
  })
  .map(({ path, entries, max_entries, truncated_reason }) => ({
    path,
    entries,
    returned: entries.length,
    max_entries,
    truncated: truncated_reason !== null,
    truncated_reason,
  }));

export interface ShownFile {
  readonly answer: FileAnswer;
  readonly startLine: number;
}

/** A window of a file that is made of lines. */
function toFile(path: string, lines: readonly string[], endsInNewline: boolean, startLine: number, most: number) {
  // Without a newline at the end, the last line is not empty.
  const all = endsInNewline || lines.at(-1) !== "" ? lines : [...lines.slice(0, -1), "x"];
  const shown = all.slice(startLine - 1, startLine - 1 + most);
  const next = shown.length > 0 && startLine - 1 + shown.length < all.length ? startLine + shown.length : null;
  const content = shown.join("\n") + (shown.length > 0 && next === null && endsInNewline ? "\n" : "");
  const meta = { byte_length: 77, line_count: all.length, returned_line_count: shown.length, mtime_ms: 5 };
  return { answer: { path, content, truncated: next !== null, next_start_line: next, meta }, startLine };
}

/** `startLine` is at most `last`. */
export const anyFile = (last: number): fc.Arbitrary<ShownFile> =>
  fc
    .tuple(
      anyPath,
      fc.array(hostileLine, { maxLength: 6, size: "max" }),
      fc.boolean(),
      fc.integer({ min: 1, max: last }),
      fc.integer({ min: 1, max: 6 }),
    )
    .map((parts) => toFile(...parts));

export const anyError: fc.Arbitrary<ToolError> = fc
  .tuple(
    hostileArgument,
    fc.constantFrom(notFound, outsideWorkspace, (path: string) => internalFailure(path, path)),
  )
  .map(([path, make]) => make(path));

export const anyFiles: fc.Arbitrary<ReadFilesOutput> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: anyFile(1).map(({ answer }) => answer) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(hostileArgument, anyError)
          .map(([path, error]) => ({ path, ...toErrorAnswer(error, Number.POSITIVE_INFINITY).data })),
      },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((files) => ({ files, returned: files.length }));

const anyCount = fc.constantFrom(1, 2, 30);
const anyEnd: fc.Arbitrary<PageEnd> = fc
  .tuple(
    fc.constantFrom(
      null,
      "max_results" as const,
      "max_output_bytes" as const,
      "scan_limit" as const,
      "timeout" as const,
    ),
    fc.stringMatching(/^[\w-]{1,40}$/),
    fc.record(
      {
        hidden: anyCount,
        ignored: anyCount,
        excluded: anyCount,
        denied: anyCount,
        too_large: anyCount,
        linked: anyCount,
      },
      { requiredKeys: [] },
    ),
  )
  .map(([truncated_reason, cursor, left_out]) => ({
    complete: truncated_reason === null,
    truncated_reason,
    next: truncated_reason === null ? null : cursor,
    left_out,
  }));

export const anyPaths: fc.Arbitrary<ListFilesOutput> = fc
  .tuple(
    fc.oneof(anyPath, fc.constant(".")),
    hostileArgument,
    fc.array(
      fc.oneof(
        anyPath,
        anyPath.map((path) => `${path}/`),
      ),
      { maxLength: 6 },
    ),
    anyEnd,
  )
  .map(([path, pattern, paths, end]) => ({ path, pattern, paths, returned: paths.length, ...end }));

const anyLine: fc.Arbitrary<SearchLine> = fc
  .record({
    line: fc.integer({ min: 1 }),
    text: hostileLine,
    column: fc.option(fc.integer({ min: 1 })),
    cut: fc.boolean(),
  })
  .map(({ line, text, column, cut }) => ({
    line,
    text,
    ...(column === null ? { match: false as const } : { column }),
    ...(cut ? { cut: true as const } : {}),
  }));

const anyShown = fc.oneof(
  fc.array(fc.record({ path: anyPath, lines: fc.array(anyLine, { maxLength: 4 }) }), { maxLength: 4 }),
  fc.array(fc.record({ path: anyPath, matched_lines: fc.integer({ min: 1 }) }), { maxLength: 4 }),
);

export const anyFound: fc.Arbitrary<SearchTextOutput> = fc
  .tuple(
    fc.oneof(anyPath, fc.constant(".")),
    hostileArgument,
    anyShown,
    fc.record({
      matched_lines: fc.nat(),
      matched_files: fc.nat(2),
      searched_files: fc.nat(2),
      searched_bytes: fc.maxSafeNat(),
    }),
    anyEnd,
  )
  .map(([path, pattern, files, totals, end]) => ({ path, pattern, files, ...totals, ...end }));
