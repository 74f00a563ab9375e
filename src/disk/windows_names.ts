// What Windows makes of a name in a path: which names no file can have, and which may stand for a file of another name. Pure.

// With any extension and with spaces before it, a device is still a device:
// https://learn.microsoft.com/windows/win32/fileio/naming-a-file
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i;
const FORBIDDEN = /[<>"|?*]/;
const SEPARATOR = /[\\/]/;
// Eight characters with a tilde and a number at the end, and at most three behind a dot. The system makes such a second name for a file
// whose own name is longer or odd: ENV~1 is .env, CREDEN~1.JSO is credentials.json.
const SHORT_NAME = /^(?=[^.]{2,8}(?:\.|$))[^.]*~[0-9]+(?:\.[^.]{0,3})?$/;

/**
 * Why no file can have this name, as what follows it in a sentence; `undefined` if one can.
 *
 * 1 separator  2 stream  3 character  4 device  5 end. A name with several faults is told the first.
 */
export function faultOfWindowsName(name: string): string | undefined {
  if (SEPARATOR.test(name)) return "contains a separator";
  if (name.includes(":")) return 'contains ":", which stands for an alternate stream on Windows';
  if (FORBIDDEN.test(name)) return 'contains one of < > " | ? *, which Windows does not allow';
  if (name.split("").some((char) => char < " ")) return "contains a control character, which Windows does not allow";
  if (DEVICE.test(name)) return "is a device on Windows";
  if (name.endsWith(".") || name.endsWith(" ")) return "ends in a dot or a space, which Windows drops";
  return undefined;
}

/**
 * Whether the system may have made the name for a file that has another one. A file may also really be called so: nobody can tell without
 * the disk, and a short name that somebody chose (`fsutil file setshortname`) looks like any other.
 */
export function mayBeShortName(name: string): boolean {
  return SHORT_NAME.test(name);
}

// NTFS compares code unit by code unit. Asking for both cases keeps apart what JavaScript folds and NTFS does not: the
// Kelvin sign and k, ß and SS, the dotless i and I.
export function isSameWindowsName(a: string, b: string): boolean {
  return a.length === b.length && a.split("").every((letter, i) => isSameLetter(letter, b.charAt(i)));
}

function isSameLetter(a: string, b: string): boolean {
  return a === b || (a.toLowerCase() === b.toLowerCase() && a.toUpperCase() === b.toUpperCase());
}
