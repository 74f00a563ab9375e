// The data of an answer without times, the only thing that the text form leaves out.

const TIMES = ["mtime_ms", "modified_epoch_ms"];

/** A copy. */
export function withoutTimes(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data, (name, value) => (TIMES.includes(name) ? undefined : value)));
}
