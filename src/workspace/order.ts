// How names are compared: by code unit or by byte, never by the locale of the machine, so that the same names give the
// same order everywhere. Leaves ties to the listing, which breaks them by the bytes of the names.

/** By UTF-16 code unit, so that an astral character comes before U+E000 to U+FFFF. */
export function compareUtf16(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By the bytes of UTF-8, so that an astral character comes after U+E000 to U+FFFF. For text without half pairs. */
export function compareUtf8(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const unit = a.charCodeAt(i);
    const other = b.charCodeAt(i);
    if (unit !== other) return rankUnit(unit) - rankUnit(other);
  }
  return a.length - b.length;
}

// The first units that differ decide. The units of pairs lie below U+E000 and stand for what comes after U+FFFF, so
// they are moved behind all others.
function rankUnit(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
