// The position of a walk as text, and its length, which is known without writing it.

import fc from "fast-check";
import { expect, test } from "vitest";
import { TOOL_DEFINITIONS, type ToolDefinition } from "../../src/registory/definitions.ts";
import { cursorLength, toBound, toCallId, writeCursor } from "../../src/walk/cursor.ts";
import { placeLength, readPlace, writePlace } from "../../src/walk/place.ts";
import { times } from "../support/scale.ts";

const name = fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom("a", "\u00e9", ".", "-") });
const text = fc
  .tuple(fc.array(name), fc.boolean())
  .map(([names, isBefore]) => names.join("/") + (isBefore ? "/" : ""))
  .filter((path) => readPlace(path) !== null);

test("LK-07 the length of a place and of its cursor is that of what is written", () => {
  fc.assert(
    fc.property(text, fc.constantFrom("", "12.3"), (path, detail) => {
      const place = readPlace(path) ?? { folder: null, last: null };
      expect(writePlace(place)).toBe(path);
      expect(placeLength(place)).toBe(path.length);
      expect(cursorLength({ detail, place })).toBe(writeCursor({ call: "c", detail, place }).length);
    }),
    { numRuns: times(100, 1000) },
  );
});

test("LK-07 a cursor is bound to every argument of its tool, written out or not, but for those that choose the page", () => {
  const definitions: readonly ToolDefinition[] = [TOOL_DEFINITIONS.list_files, TOOL_DEFINITIONS.search_text];
  for (const definition of definitions) {
    const idOf = (args: Readonly<Record<string, unknown>>) => toCallId(toBound(definition, args));
    const properties = Object.entries<{ readonly default?: unknown }>(definition.parameters.properties ?? {});
    // The place of the call stands for its path.
    const unbound = properties.filter(([argument]) => idOf({ [argument]: "x" }) === idOf({})).map(([name]) => name);
    expect(unbound.sort()).toEqual(["after", "max_results", "path"]);
    const defaults = Object.fromEntries(properties.map(([argument, { default: fallback }]) => [argument, fallback]));
    expect(idOf(defaults)).toBe(idOf({}));
  }
});
