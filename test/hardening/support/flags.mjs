// The command line of a long run: prints the help, or exits with 2 and one line on wrong usage.
// @ts-check

import { parseArgs } from "node:util";

/**
 * @template {string} Name
 * @param {string} help
 * @param {readonly Name[]} names flags that have a value
 * @returns {Partial<Record<Name, string>>}
 */
export function readFlags(help, names) {
  /** @type {Record<string, { type: "string" | "boolean" }>} */
  const options = { help: { type: "boolean" } };
  for (const name of names) options[name] = { type: "string" };
  try {
    const { help: isHelp, ...values } = parseArgs({ options }).values;
    if (isHelp !== true) return /** @type {Partial<Record<Name, string>>} */ (values);
  } catch (error) {
    const [message = ""] = String(Object(error).message).split(/\. |\n/);
    refuse(`${message}; see --help`);
  }
  process.stdout.write(help);
  process.exit(0);
}

/**
 * @param {string} flag
 * @param {string} text
 * @param {{ readonly least: number, readonly most: number, readonly isWhole?: boolean }} range
 */
export function readNumber(flag, text, { least, most, isWhole = false }) {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (number >= least && number <= most && (!isWhole || Number.isInteger(number))) return number;
  const kind = isWhole ? "a whole number" : "a number";
  return refuse(`${flag} must be ${kind} from ${least} to ${most}, not ${JSON.stringify(text)}; see --help`);
}

/** @param {string} message @returns {never} */
export function refuse(message) {
  console.error(message);
  process.exit(2);
}
