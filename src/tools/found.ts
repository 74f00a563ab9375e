// What a tool has found, before it is known how much of it fits into the answer: it can be shown whole, or only its first parts.

import type { NameTool } from "../errors.ts";

/** `json`: the data as JSON. `text`: lines that say the same, or any other text. */
export type AnswerFormat = "json" | "text";

/** An answer with a certain number of parts. */
export interface Shown<Data> {
  /** The data of the answer. */
  readonly data: Data;
  /** Writes the answer in the format `text`. `nameTool` gives the name by which the model knows a tool. Default: as in `json`. */
  readonly text?: (nameTool: NameTool) => string;
  /** The number of bytes sent, if something other than the text is sent. */
  readonly sentBytes?: number;
}

/** The fields of a `Found`. */
export interface FoundFields<Data> {
  /** The number of parts: nodes, entries, lines. `at(count)` is the whole answer. */
  readonly count: number;
  /** The smallest number of parts that makes an answer. */
  readonly least: number;
  /** The answer with its first `count` parts. Apart from its end, more parts never make it shorter. */
  readonly at: (count: number) => Shown<Data>;
  /** For answers that end differently after each part (with a cursor): the size of that end, without a line break. Default: the same everywhere. */
  readonly endBytes?: (count: number, format: AnswerFormat) => number;
  /** A lower bound for the size of the whole, in any format. A whole that cannot fit is then not written. */
  readonly boundBytes?: () => number;
  /** The size of what even the smallest answer must show and lacks: it never fits. Default: 0. */
  readonly missingBytes?: number;
  /** Why not even the fewest parts fit, if there is something to say. */
  readonly explainTooLong?: (format: AnswerFormat) => string;
  /** What the tool has left out, in words; null if it was nothing. For people: the data may have no field for it. */
  readonly describeLeftOut?: () => string | null;
  /** No answer has more bytes, whatever the budget. Default: no limit. */
  readonly mostBytes?: number;
  /** Whether the answer is written by `text` in both formats. Default: false. */
  readonly isAlwaysText?: boolean;
  /** Whether the text of the smallest answer may be cut. Default: false, because JSON that is cut is invalid. */
  readonly allowsTruncation?: boolean;
}

// Registered globally, so that two installed copies of the package recognise each other's.
const brand = Symbol.for("porthole.Found");

/** What a tool returns if its answer can be shortened by leaving out its last parts. */
export class Found<Data> {
  /** The fields that it was made of. */
  readonly fields: FoundFields<Data>;

  /** Throws a `RangeError` if there are fewer parts than the least number. */
  constructor(fields: FoundFields<Data>) {
    const { count, least } = fields;
    if (![count, least].every(Number.isSafeInteger) || least < 0 || count < least)
      throw new RangeError(`${count} parts, at least ${least}`);
    this.fields = fields;
    Object.defineProperty(this, brand, { value: true });
  }

  /** An answer that cannot be shortened. */
  static whole<Data>(shown: Shown<Data>, fields: Partial<FoundFields<Data>> = {}): Found<Data> {
    return new Found({ count: 0, least: 0, at: () => shown, ...fields });
  }

  /** The data of the whole answer. */
  get data(): Data {
    const { at, count } = this.fields;
    return at(count).data;
  }

  /** Recognises a `Found`, also one from another copy of this package. */
  static isInstance(value: unknown): value is Found<unknown> {
    return typeof value === "object" && value !== null && Reflect.get(value, brand) === true;
  }
}
