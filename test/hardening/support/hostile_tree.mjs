// A hostile workspace: names, links, files and ignore rules of the worst kinds, with files outside and denied files that no answer may
// reveal. Linux only, because names may be any bytes.
// @ts-check

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const OUTSIDE_SECRET = "SECRET-FROM-OUTSIDE";
/** Of a file beside the workspace, that no call names. */
const OUTSIDE_NAME = "NAME-FROM-OUTSIDE";
const DENIED_SECRET = "SECRET-DENIED-INSIDE";
const MEBIBYTE = 1_048_576;

/**
 * @typedef {object} World
 * @property {string} root
 * @property {string} folder a name that stands in every absolute path of the workspace and of what is beside it
 * @property {readonly string[]} secrets
 * @property {readonly string[]} paths of what is there, relative to the root
 * @property {readonly string[]} directories of them
 */

const NAMES = [
  "plain.txt",
  "\u001b[2J\u001b]0;title\u0007.txt",
  "forged\n[DIR] etc",
  "carriage\rreturn",
  "\u202egpj.exe",
  "\u2066isolate\u2028separator",
  "x".repeat(255),
  "日本語".repeat(28),
  "😀",
  "a b ",
  "back\\slash",
  'quo"te',
  "C:evil",
  "CON",
  "...",
  "-rf",
  "__proto__",
  "constructor",
  "%2e%2e",
  "*",
  "[a]",
  "{a,b}",
  ".hidden",
];

const LINKS = [
  ["links/out", "../../beyond"],
  ["links/out_file", "../../beyond/secret.txt"],
  ["links/out_missing", "../../beyond/none"],
  ["links/up", ".."],
  ["links/top", "/"],
  ["links/self", "self"],
  ["links/there", "back"],
  ["links/back", "there"],
  ["links/in", "../names"],
  ["links/in_file", "../names/plain.txt"],
  ["links/nowhere", "nowhere at all"],
  ["links/denied", "../server.pem"],
  ["links/cwd", "/proc/self/cwd"],
  ["links/fd", "/proc/self/fd"],
  ["links/long", `${"../names/".repeat(200)}plain.txt`],
];

/** @type {Readonly<Record<string, string | Buffer>>} */
const FILES = {
  "server.pem": DENIED_SECRET,
  ".ssh/id_rsa": DENIED_SECRET,
  "content/one_line.js": "a=1;".repeat(220_000),
  "content/at_limit.txt": "0123456789abcde\n".repeat(MEBIBYTE / 16),
  "content/over_limit.txt": "x".repeat(MEBIBYTE + 1),
  "content/many_lines.txt": "\n".repeat(500_000),
  "content/binary": Buffer.from([1, 0, 2]),
  "content/not_utf8": Buffer.from([0xff, 0xed, 0xa0, 0x80, 10, 0xc0, 0xaf]),
  "content/escapes": "\u001b[31m\r\n\u0007\u202e\u2028\ufeff\u0085\n",
  "content/empty": "",
  ".git/HEAD": "ref: refs/heads/main\n",
  ".gitignore": `${"*a".repeat(60)}*b\n${"**/a/".repeat(50)}b\n[[:\n\\\n!\n/full/x*\n`,
  ".geminiignore": "plain.txt\n[z-a]\n",
  "many/.gitignore": "*.log\n".repeat(1_000_000),
  "many/a.log": "",
  "full/.gitignore": "ab\n".repeat(349_000),
  "full/ab": "",
};

const DIRECTORIES = [
  ".",
  "names",
  "content",
  "links",
  "links/in",
  "wide",
  "deep",
  "deep/d/d/d",
  "closed",
  "bad",
  "many",
  "full",
];

/**
 * @param {string} folder an empty one, with a name of its own
 * @returns {World}
 */
export function makeHostileTree(folder) {
  const root = join(folder, "ws");
  mkdirSync(join(folder, "beyond"));
  writeFileSync(join(folder, "beyond/secret.txt"), OUTSIDE_SECRET);
  writeFileSync(join(folder, "beyond", OUTSIDE_NAME), OUTSIDE_SECRET);
  mkdirSync(join(folder, "ws2"), { recursive: true });
  writeFileSync(join(folder, "ws2/secret.txt"), OUTSIDE_SECRET);
  const named = NAMES.map((name) => /** @type {const} */ ([join("names", name), name]));
  for (const [path, content] of [...named, ...Object.entries(FILES)]) addFile(join(root, path), content);
  for (const [path = "", target = ""] of LINKS) addLink(join(root, path), target);
  addLink(join(root, "links/absolute"), join(root, "names"));
  addLink(join(root, "links/absolute_out"), join(folder, "beyond"));
  addUnreadableNames(root);
  mkdirSync(join(root, "deep", ..."d".repeat(60)), { recursive: true });
  // More than any answer may show. Mostly links, which no search has to open.
  for (let i = 0; i < 1200; i++) {
    if (i % 8 === 0) addFile(join(root, "wide", `file ${i}`), "");
    else addLink(join(root, "wide", `link ${i}`), "nowhere");
  }
  execFileSync("mkfifo", [join(root, "links/fifo")]);
  addFile(join(root, "closed/file"), "x");
  for (const path of ["closed/file", "closed"]) chmodSync(join(root, path), 0);
  const made = [...named.map(([path]) => path), ...Object.keys(FILES), ...LINKS.map(([path = ""]) => path)];
  const others = ["links/fifo", "closed/file", "links/absolute_out/secret.txt"];
  const paths = [...DIRECTORIES, ...made, ...others];
  const secrets = [OUTSIDE_SECRET, OUTSIDE_NAME, DENIED_SECRET];
  return { root, folder: basename(folder), secrets, paths, directories: DIRECTORIES };
}

/** Lets it be removed. @param {World} world */
export function openUp({ root }) {
  chmodSync(join(root, "closed"), 0o700);
}

/** @param {string} path @param {string | Buffer} content */
function addFile(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** @param {string} path @param {string} target */
function addLink(path, target) {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

/** Names that no text can ask for. @param {string} root */
function addUnreadableNames(root) {
  mkdirSync(join(root, "bad"));
  const at = (/** @type {number[]} */ ...bytes) => Buffer.concat([Buffer.from(join(root, "bad/")), Buffer.from(bytes)]);
  writeFileSync(at(0xff, 0xfe), "");
  writeFileSync(at(0x63, 0xe9), "");
  symlinkSync("../../beyond", at(0xed, 0xa0, 0x80));
  mkdirSync(at(0xc0, 0xaf));
  writeFileSync(at(0xc0, 0xaf, 0x2f, 0x80), "");
}
