// Splits bytes into lines of text, one line in memory at a time. Lines over a size limit are dropped.

const NEWLINE = 10;
/** Far above the 262,144 bytes allowed for arguments, so that a line somewhat over that limit still gets the executor's error. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

const BYTE_ORDER_MARK = "\ufeff";

/** The last line may lack a newline. A byte order mark at the start is dropped. A line over the limit is replaced by `too long`. */
export async function* splitLines(
  input: AsyncIterable<Uint8Array>,
  maxLineBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let isFirst = true;
  const take = () => {
    const line = length > maxLineBytes ? "too long" : Buffer.concat(parts).toString("utf8");
    const hasMark = isFirst && line.startsWith(BYTE_ORDER_MARK);
    parts = [];
    length = 0;
    isFirst = false;
    return hasMark ? line.slice(BYTE_ORDER_MARK.length) : line;
  };
  const add = (part: Uint8Array) => {
    length += part.length;
    if (length <= maxLineBytes) parts.push(part);
    else parts = [];
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield take();
}
