import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ToolEvent } from "../../../src/call/types.ts";
import { toUri } from "../../../src/disk/porthole_uri.ts";
import { makeTree } from "../../support/tree.ts";
import { failure, openResources } from "./toolkits.ts";

const PNG = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");

describe("reading a resource", () => {
  test("a text is whole and as it is: carriage returns, byte order mark, invalid bytes as U+FFFD", async () => {
    const root = makeTree([]);
    writeFileSync(join(root, "a.txt"), "\ufeffone\r\ntwo");
    writeFileSync(join(root, "bad"), Buffer.from([0x61, 0xff, 0x62]));
    writeFileSync(join(root, "empty"), "");
    using resources = openResources(root);
    const uri = "porthole:///a.txt";
    const data = { uri, mimeType: "text/plain", text: "\ufeffone\r\ntwo" };
    expect(await resources.read("a.txt")).toEqual({ status: "success", data });
    expect(await resources.read("bad")).toMatchObject({ data: { text: "a\ufffdb" } });
    expect(await resources.read("empty")).toMatchObject({ data: { mimeType: "text/plain", text: "" } });
  });

  test("a picture is its bytes, and so is what holds a NUL; a text that is called one is a text", async () => {
    const root = makeTree(["file fake.png just text"]);
    writeFileSync(join(root, "dot.png"), PNG);
    writeFileSync(join(root, "data"), "a\0b");
    using resources = openResources(root);
    const blob = PNG.toString("base64");
    expect(await resources.read("dot.png")).toEqual({
      status: "success",
      data: { uri: "porthole:///dot.png", mimeType: "image/png", blob },
    });
    expect(await resources.read("data")).toMatchObject({
      data: { mimeType: "application/octet-stream", blob: "YQBi" },
    });
    expect(await resources.read("fake.png")).toMatchObject({ data: { mimeType: "text/plain", text: "just text" } });
  });

  test("every name that a file can have can be read by its URI", async () => {
    const root = makeTree([]);
    const names = ["a b", "a#b", "a?b", "100%", "%20", "ü 日本 🙂", "a\\b", "'\"`", "\n"];
    mkdirSync(join(root, "#dir?"));
    for (const name of names) writeFileSync(join(root, "#dir?", name), name);
    using resources = openResources(root);
    const page = await resources.list();
    const uris = page.status === "success" ? page.data.resources.map(({ uri }) => uri) : [];
    expect(uris).toEqual(names.sort().map((name) => toUri(`#dir?/${name}`)));
    for (const [index, uri] of uris.entries())
      expect(await resources.toolkit.resources.read({ id: "1", uri })).toMatchObject({
        data: { uri, text: names[index] },
      });
  });

  test("a text that does not fit into the answer is refused with its size and what to do instead", async () => {
    const root = makeTree([`file long.txt ${"x".repeat(2000)}`]);
    writeFileSync(join(root, "bad.txt"), Buffer.alloc(500, 0xff));
    writeFileSync(join(root, "huge.txt"), Buffer.alloc(1_048_577, "y"));
    using resources = openResources(root, { maxOutputBytes: 1000 });
    const hint = "read it in parts with read_file and start_line";
    expect(await resources.read("long.txt")).toEqual(
      failure(
        "SIZE_LIMIT_EXCEEDED",
        `"long.txt" has 2000 bytes of text, but a resource may have at most 1000 here; ${hint}`,
      ),
    );
    expect(await resources.read("long.txt", { max_output_bytes: 2000 })).toMatchObject({ status: "success" });
    expect(await resources.read("bad.txt")).toEqual(
      failure(
        "SIZE_LIMIT_EXCEEDED",
        `"bad.txt" has 1500 bytes of text, but a resource may have at most 1000 here; ${hint}`,
      ),
    );
    expect(await resources.read("huge.txt")).toEqual(
      failure(
        "SIZE_LIMIT_EXCEEDED",
        '"huge.txt" cannot be read by this tool: it has 1048577 bytes, and the limit is 1048576',
      ),
    );
  });

  test("bytes have a limit of 1 MiB, whatever the answer's is, and less if the owner wants no larger files read", async () => {
    const root = makeTree([]);
    writeFileSync(join(root, "most"), Buffer.alloc(1_048_576));
    writeFileSync(join(root, "more"), Buffer.alloc(1_048_577));
    using resources = openResources(root, { maxOutputBytes: 1000 });
    expect(await resources.read("most")).toMatchObject({ data: { blob: Buffer.alloc(1_048_576).toString("base64") } });
    expect(await resources.read("more")).toMatchObject(failure("SIZE_LIMIT_EXCEEDED"));
    using small = openResources(root, { config: { tools: { read_file: { max_file_bytes: 1000 } } } });
    expect(await small.read("most")).toEqual(
      failure("SIZE_LIMIT_EXCEEDED", '"most" cannot be read by this tool: it has 1048576 bytes, and the limit is 1000'),
    );
  });

  test("what is missing, no file, denied or outside is refused as read_file refuses it [promise resources]", async () => {
    const lines = [
      "file a x",
      "dir src",
      "file .ssh/id x",
      "fifo pipe",
      "symlink out ../../etc/passwd",
      "symlink in a",
    ];
    using resources = openResources(makeTree(lines));
    const denied = '".ssh/id" is denied by the pattern "**/.ssh/**"';
    for (const [path, expected] of [
      ["none", failure("NOT_FOUND", '"none" does not exist; the nearest existing folder is "."')],
      ["a/x", failure("NOT_FOUND", '"a/x" does not exist; the nearest existing folder is "."')],
      ["src", failure("NOT_FILE", 'path is not a regular file: "src" is a directory')],
      ["pipe", failure("NOT_FILE", 'path is not a regular file: "pipe" is a special file')],
      [".ssh/id", failure("SANDBOX_VIOLATION", denied)],
      [".ssh/none", failure("SANDBOX_VIOLATION", denied.replace("id", "none"))],
      ["out", failure("SANDBOX_VIOLATION")],
      ["..", failure("INVALID_ARGUMENT")],
      ["a%00", failure("INVALID_ARGUMENT")],
    ] as const)
      expect([path, await resources.read(path)]).toMatchObject([path, expected]);
    expect(await resources.read("in")).toMatchObject({ data: { text: "x" } });
  });

  test("whoever denies read_file closes it, before the URI is looked at [promise resources]", async () => {
    const root = makeTree(["file a x"]);
    using denied = openResources(root, { policy: { denylist: ["read_file"] } });
    const refusal = failure("POLICY_DENIED", 'tool "read_file" is on the denylist of the policy');
    expect(await denied.read("a")).toEqual(refusal);
    expect(await denied.read("?")).toEqual(refusal);
    expect(await denied.list()).toMatchObject({ status: "success" });
    using mode = openResources(root, { policy: { mode: "deny", allowlist: ["list_files"] } });
    expect(await mode.read("a")).toMatchObject(failure("POLICY_DENIED"));
    using listed = openResources(root, { policy: { mode: "deny", allowlist: ["read_file"] } });
    expect(await listed.read("a")).toMatchObject({ status: "success" });
    using off = openResources(root, { policy: { enabled: false } });
    expect(await off.read("a")).toMatchObject(failure("POLICY_DENIED"));
  });

  test("where only some folders may be looked at, files in them are read, and others not told of", async () => {
    using resources = openResources(makeTree(["file src/a x", "file other/b y"]), { allowedRoots: ["src"] });
    expect(await resources.read("src/a")).toMatchObject({ data: { text: "x" } });
    for (const path of ["other/b", "other/none", "none"])
      expect(await resources.read(path)).toMatchObject(failure("SANDBOX_VIOLATION"));
    // Both begin at the root.
    expect(await resources.list()).toMatchObject(failure("SANDBOX_VIOLATION"));
    expect(await resources.complete("src/")).toMatchObject(failure("SANDBOX_VIOLATION"));
  });

  test("it is told in events, and cancelled and timed like any call", async () => {
    using resources = openResources(makeTree(["file a xyz"]));
    const events: ToolEvent[] = [];
    await resources.read("a", { on_event: (event) => events.push(event) });
    const call = { tool_call_id: "1", tool_name: "resources/read" };
    expect(events).toMatchObject([
      { type: "started", ...call },
      { type: "completed", ...call, is_error: false, content_bytes: 3 },
    ]);
    expect(await resources.read("a", { signal: AbortSignal.abort() })).toMatchObject(failure("CANCELLED"));
    expect(await resources.read("a", { timeout_ms: 0 })).toMatchObject(failure("TIMEOUT"));
  });

  test("no tool has these names", async () => {
    using resources = openResources(makeTree([]));
    const { toolkit } = resources;
    for (const name of ["resources/read", "resources/list", "completion/complete"]) {
      expect(await toolkit.execute({ id: "1", name, arguments: {} })).toMatchObject({ is_error: true });
      expect(toolkit.tools().map((tool) => tool.name)).not.toContain(name);
    }
  });
});
