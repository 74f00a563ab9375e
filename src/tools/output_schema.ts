// The parts of which the JSON Schemas of answers are made. They have no `$schema`, because clients that use an older draft would reject it.

export const TEXT = { type: "string" };
export const PATH = { ...TEXT, description: "Relative to the workspace root." };
export const FLAG = { type: "boolean" };
export const COUNT = { type: "integer", minimum: 0 };
const WHOLE = { type: "integer" };
export const WHOLE_OR_NULL = { type: ["integer", "null"] };
export const ERROR = record({ kind: TEXT, code: TEXT, message: TEXT });

/** The last fields of answers that can be continued. */
export const PAGE_END = {
  complete: { ...FLAG, description: "Nothing more would follow." },
  truncated_reason: { enum: ["max_results", "max_output_bytes", "scan_limit", "timeout", null] },
  next: { type: ["string", "null"], description: "Pass it as `after` to go on." },
  left_out: {
    ...record({}, { hidden: COUNT, ignored: COUNT, excluded: COUNT, denied: COUNT, unreadable: COUNT, linked: COUNT }),
    description: "How many entries were not looked at, by reason. A directory counts once.",
  },
};

/** The last field of answers whose JSON is not specified. */
export const READ_AS = { read_as: { type: "object", description: "How arguments with other names were read." } };

/** The answer of read_file and of read_files for one file. */
export const FILE_ANSWER = record({
  path: PATH,
  content: TEXT,
  truncated: { ...FLAG, description: "Lines follow after the window." },
  next_start_line: { ...WHOLE_OR_NULL, description: "Where to go on reading." },
  meta: record({ byte_length: COUNT, line_count: COUNT, returned_line_count: COUNT, mtime_ms: WHOLE }),
});

export interface RecordSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly $defs?: Readonly<Record<string, object>>;
}

/** An object with these fields. */
export function record(
  required: Readonly<Record<string, object>>,
  optional: Readonly<Record<string, object>> = {},
): RecordSchema {
  return { type: "object", properties: { ...required, ...optional }, required: Object.keys(required) };
}
