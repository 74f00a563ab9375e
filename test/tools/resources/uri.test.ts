import { UriTemplate } from "@modelcontextprotocol/sdk/shared/uriTemplate.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toUri } from "../../../src/disk/porthole_uri.ts";
import { readUri } from "../../../src/tools/resources/uri.ts";

const name = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .filter((text) => !/^\.{0,2}$|[/\0]/.test(text));
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join("/"));

describe("the URI of a file", () => {
  test("is read back as the same path, also by clients that parse and write URIs", () => {
    const odd = [
      "a b",
      "a#b",
      "a?b",
      "100%",
      "%20",
      "%2e%2e",
      "a%2Fb",
      "a\\b",
      "ü/日本/🙂",
      "...",
      "a:b@c",
      "~'()*!",
      "\u0001\n",
    ];
    for (const text of odd) expect(readUri(toUri(text))).toBe(text);
    fc.assert(
      fc.property(path, (text) => {
        const uri = toUri(text);
        expect(readUri(uri)).toBe(text);
        expect(uri).toMatch(/^porthole:\/\/\/[!-~]+$/);
        expect(new URL(uri).href).toBe(uri);
      }),
    );
  });

  test("may be written with less encoding, and its scheme in capitals", () => {
    expect(readUri("PORTHOLE:///src/a b.ts")).toBe("src/a b.ts");
    expect(readUri("porthole:///%73rc/ü")).toBe("src/ü");
  });

  test("is what a client makes of the template and a completed path", () => {
    const template = new UriTemplate("porthole:///{+path}");
    for (const text of ["src/C#.md", "q?.txt", "a b", "100%", "ü.ts"])
      expect(readUri(template.expand({ path: text }))).toBe(text);
  });

  test.each([
    ["file:///etc/passwd", "it must begin with porthole:///"],
    ["src/a.ts", "it must begin with porthole:///"],
    ["", "it must begin with porthole:///"],
    ["porthole://host/a", "it must have no host: write porthole:/// and a path relative to the root"],
    ["porthole:/a", "it must have no host: write porthole:/// and a path relative to the root"],
    ["porthole:a", "it must have no host: write porthole:/// and a path relative to the root"],
    ["porthole:///a%", "it has an invalid percent escape; write % as %25"],
    ["porthole:///%zz", "it has an invalid percent escape; write % as %25"],
    ["porthole:///%ff", "it has an invalid percent escape; write % as %25"],
    ...["", "/", "a/", "/etc/passwd", "..", "a/../b", "%2e%2e/x", "./a", "a%2Fb"].map((rest) => [
      `porthole:///${rest}`,
      "its names must not be empty, . or .., or contain a slash",
    ]),
  ])("%j is refused in words that do not repeat it", (uri = "", rule = "") => {
    expect(() => readUri(uri)).toThrow(
      expect.objectContaining({
        code: "INVALID_ARGUMENT",
        message: `uri does not name a file: ${rule}`,
      }),
    );
  });
});
