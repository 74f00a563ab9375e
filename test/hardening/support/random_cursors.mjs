// Cursors as nobody was given them: real ones with a slip, and made up ones that name any place and still belong to their call. build/ must be
// built. Leaves to fuzz_turns.mjs where real ones come from.
// @ts-check

import { TOOL_DEFINITIONS } from "../../../build/registory/definitions.js";
import { toBound, toCallId } from "../../../build/walk/cursor.js";

/** @typedef {import("./random.mjs").Random} Random */

const PLACES = ["../../beyond/secret.txt", "/etc/passwd", "names/../../ws2", "links/out/secret.txt", "\0", "", "a//b"];

const INSIDE = [
  "names",
  "names/",
  "names/plain.txt",
  "content/one_line.js",
  "content/many_lines.txt",
  "links/in/x",
  "zzz",
  "bad/\xff",
];

/** @param {Random} random @param {string} cursor a real one @returns {unknown} */
export function spoil(random, cursor) {
  const at = random.below(cursor.length + 1);
  const bytes = Buffer.from(cursor, "base64url");
  const [check = "", detail = "", ...place] = bytes.toString("latin1").split(":");
  switch (random.below(9)) {
    case 0:
      return cursor.slice(0, at);
    case 1:
      return cursor.slice(0, at) + random.pick(["A", "-", "_", "=", "\n", "é"]) + cursor.slice(at + 1);
    case 2:
      return `${cursor}${random.pick(["=", "A", " ", "AAAA"])}`;
    case 3:
      return cursor.repeat(2 + random.below(500));
    case 4:
      bytes[random.below(bytes.length)] = random.below(256);
      return bytes.toString("base64url");
    case 5:
      return encode(check, detail, random.pick(PLACES));
    case 6:
      return encode(check, random.pick(["", "0", "999999999999", "1.2.3", "-1", "x".repeat(5000)]), place.join(":"));
    case 7:
      return encode("", detail, place.join(":"));
    default:
      return random.pick(["", 5, null, random.text(40)]);
  }
}

/** @param {string} check @param {string} detail @param {string} place */
function encode(check, detail, place) {
  return Buffer.from(`${check}:${detail}:${place}`, "latin1").toString("base64url");
}

/** @typedef {{ name: "list_files" | "search_text", path: string, pattern: string }} ForgedCall */

/**
 * One that the tool takes for its own: the check in it is right, since it is no secret. Only for calls with no arguments but these.
 * @param {Random} random
 * @param {ForgedCall} call
 */
export function forge(random, call) {
  const place = random.happens(0.5) ? random.pick(PLACES) : random.pick(INSIDE);
  return sign(call, call.name === "search_text" && random.happens(0.7) ? randomFilePlace(random) : "", place);
}

/** The call that continues at a place. @param {string} place @param {ForgedCall} call */
export function forgeAt(place, call) {
  const { name, ...args } = call;
  return { name, args: { ...args, after: sign(call, "", place) } };
}

/** @param {ForgedCall} call @param {string} detail @param {string} place */
function sign({ name, path, pattern }, detail, place) {
  const call = toCallId([path, ...toBound(TOOL_DEFINITIONS[name], { pattern })]);
  return encode(toCallId([call, detail, place]), detail, place);
}

/** Line, lines owed, lines unshown, matches, offset. @param {Random} random */
function randomFilePlace(random) {
  const number = () => random.pick([0, 0, 1, 2, 7, 99, 1_048_576, 9_999_999_999]);
  return [number(), 0, 0, number(), number()].join(".");
}
