import { describe, expect, test } from "vitest";
import { makeTree } from "../../support/tree.ts";
import { addRaw } from "../../support/tree_calls.ts";
import { openResources } from "./toolkits.ts";

const LINES = [
  "file .git/HEAD x",
  "file .gitignore ignored/\n*.log\n",
  "file src/tools/a.ts x",
  "file src/tools.ts x",
  "file src/to*.ts x",
  "file src/other.ts x",
  "file src/x.log x",
  "file src/.hidden x",
  "file ignored/a x",
  "file node_modules/a x",
  "file .ssh/id x",
  "file keys/secret.pem x",
  "file keys/open.txt x",
  "file .github/a x",
  "symlink link src",
  "fifo srp",
];

/** Nobody writes there. */
const planted = makeTree(LINES);

describe("completing a path", () => {
  test.each([
    ["", ["keys/", "src/"]],
    ["s", ["src/"]],
    ["src", ["src/"]],
    ["src/", ["src/other.ts", "src/to*.ts", "src/tools/", "src/tools.ts"]],
    ["src/to", ["src/to*.ts", "src/tools/", "src/tools.ts"]],
    ["src/to*", ["src/to*.ts"]],
    ["src/tools/", ["src/tools/a.ts"]],
    ["src/tools/a.ts", ["src/tools/a.ts"]],
    ["src/tools/a.ts/", []],
    ["none/", []],
    ["Src", []],
  ])("%j leads to %j", async (typed, values) => {
    using resources = openResources(planted);
    expect(await resources.complete(typed)).toEqual({ status: "success", data: { values, hasMore: false } });
  });

  test.each([
    ...[
      ".",
      ".g",
      ".gi",
      ".git/",
      ".github/",
      ".ssh/",
      "ignored",
      "ignored/",
      "node_modules/",
      "src/.",
      "src/x",
      "link/",
    ],
    ...["..", "../", "/", "//", "./", "src/../", "src//", "\0", "\ud800", `${"x/".repeat(3000)}`],
  ])("nothing of what is hidden, ignored, denied, linked or outside: %j", async (typed) => {
    using resources = openResources(planted);
    expect(await resources.complete(typed)).toEqual({ status: "success", data: { values: [], hasMore: false } });
  });

  test("a folder that .portholeignore hides as a folder is left out", async () => {
    const lines = ["file .portholeignore secret/\n", "file secret/a x", "file second/a x"];
    using resources = openResources(makeTree(lines), { obeyPortholeignore: true });
    const data = { values: ["second/"], hasMore: false };
    expect(await resources.complete("sec")).toEqual({ status: "success", data });
  });

  test("what the owner denies is left out, files and folders [promise resources]", async () => {
    using resources = openResources(planted, { deniedPatterns: ["**/*.pem", "src/tools"] });
    const valuesOf = async (typed: string) => {
      const outcome = await resources.complete(typed);
      return outcome.status === "success" ? outcome.data.values : outcome;
    };
    expect(await valuesOf("keys/")).toEqual(["keys/open.txt"]);
    expect(await valuesOf("src/too")).toEqual(["src/tools.ts"]);
    expect(await valuesOf("src/tools/")).toEqual([]);
  });

  test("at most 100 values, within the budget, and it says that there are more", async () => {
    const paths = Array.from({ length: 150 }, (_, index) => `d/f${String(index).padStart(3, "0")}`);
    const root = makeTree(paths.map((path) => `file ${path} x`));
    using resources = openResources(root);
    expect(await resources.complete("d/")).toEqual({
      status: "success",
      data: { values: paths.slice(0, 100), hasMore: true },
    });
    expect(await resources.complete("d/f10")).toEqual({
      status: "success",
      data: { values: paths.slice(100, 110), hasMore: false },
    });
    const short = await resources.complete("d/", { max_output_bytes: 200 });
    expect(short).toMatchObject({ data: { hasMore: true } });
    expect(Buffer.byteLength(JSON.stringify(short.status === "success" && short.data))).toBeLessThanOrEqual(200);
    using scanned = openResources(root, { config: { tools: { list_files: { max_entries_scanned: 10 } } } });
    expect(await scanned.complete("d/f1")).toEqual({ status: "success", data: { values: [], hasMore: true } });
  });

  test("a name that is not UTF-8 is left out", async () => {
    const root = makeTree(["file b x"]);
    addRaw(root, "file", "b\xff");
    addRaw(root, "dir", "b\xfe");
    using resources = openResources(root);
    expect(await resources.complete("b")).toEqual({ status: "success", data: { values: ["b"], hasMore: false } });
  });
});
