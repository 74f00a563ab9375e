import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type NamedEntry, readLsColors } from "../../src/cli/style.ts";

const file = (name: string): NamedEntry => ({ name, kind: "file" });
const directory: NamedEntry = { name: "d", kind: "directory" };
const link: NamedEntry = { name: "l", kind: "symlink" };

describe("LS_COLORS", () => {
  test("colours directories and links without it, and files not at all", () => {
    const coloursOf = readLsColors("");
    expect([directory, link, file("a")].map(coloursOf)).toEqual(["34", "36", null]);
  });

  test("says the colour of each type", () => {
    const coloursOf = readLsColors("di=01;35:ln=1;36:fi=37:*.md=33");
    expect(coloursOf(directory)).toBe("01;35");
    expect(coloursOf(link)).toBe("1;36");
    expect(coloursOf(file("a"))).toBe("37");
    expect(coloursOf(file("a.md"))).toBe("33");
  });

  test("the last end of a name that matches counts", () => {
    const coloursOf = readLsColors("*.gz=31:*.tar.gz=32:*.TXT=33:*.txt=34:*README=35:*.c=36:*.c=37");
    const found = ["a.gz", "a.tar.gz", "a.TXT", "a.txt", "a.Txt", "README", "a.c"].map((name) => coloursOf(file(name)));
    expect(found).toEqual(["31", "32", "33", "34", null, "35", "37"]);
  });

  test("a colour can be switched off", () => {
    expect(readLsColors("di=0:ln=:fi=00")(directory)).toBe(null);
    expect(readLsColors("ln=")(link)).toBe(null);
    expect(readLsColors("ln=target")(link)).toBe("36");
  });

  test("only digits and semicolons get out of it", () => {
    const evil =
      "di=\u001b[2J:ln=31m\u001b]0;x\u0007:*.a=\\e[5m:*.b=31\n:fi=^[:lc=\u001b]:rc=m:ec=x:*.c=1=2:ex=38:5:208";
    for (const entry of [directory, link, file("x.a"), file("x.b"), file("x.c")])
      expect(readLsColors(evil)(entry) ?? "").toMatch(/^[\d;]*$/);
    const anyEntry = fc.record({
      name: fc.string(),
      kind: fc.constantFrom("directory", "file", "symlink", "other") satisfies fc.Arbitrary<NamedEntry["kind"]>,
    });
    const part = fc.constantFrom("di", "ln", "or", "ex", "fi", "no", "*", "=", ":", "\u001b[", "m", ";", "31", "x");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), anyEntry, (parts, entry) => {
        expect(readLsColors(parts.join(""))(entry) ?? "1").toMatch(/^[\d;]{1,64}$/);
      }),
    );
  });
});
