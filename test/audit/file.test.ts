// The record as a file: where it may lie, what a line is, and how it outlives rotation.

import * as fs from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { openAuditFile } from "../../src/audit/file.ts";
import type { AuditRecord } from "../../src/call/record.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { addEntries, makeTree } from "../support/tree.ts";

const RECORD: AuditRecord = {
  ...{ time: "2026-01-02T03:04:05.678Z", call_id: "1", client: null, by: "agent", tool: "tree", opened: ["./"] },
  ...{ arguments: { path: "." }, success: true, code: null, answer_bytes: 8, estimated_tokens: 2, duration_ms: 1 },
};
const LINE = JSON.stringify(RECORD);

/** A workspace `ws`, and an empty folder `logs` beside it. */
function setUp() {
  const root = makeTree(["file f x"]);
  const logs = join(root, "../logs");
  fs.mkdirSync(logs);
  return { root, logs, file: join(logs, "calls.jsonl") };
}

function linesOf(file: string): string[] {
  return fs.readFileSync(file, "utf8").split("\n");
}

/** Null for the descriptor with which the folder itself was listed. */
function linkOf(path: string): string | null {
  try {
    return fs.readlinkSync(path);
  } catch {
    return null;
  }
}

function open({ root, file } = setUp(), spelled = file) {
  return { root, file, audit: openAuditFile(spelled, root) };
}

describe("a line", () => {
  test("is the JSON of the record, and whole", () => {
    const at = open();
    at.audit(RECORD);
    at.audit({ ...RECORD, call_id: "2" });
    expect(linesOf(at.file)).toEqual([LINE, JSON.stringify({ ...RECORD, call_id: "2" }), ""]);
  });

  test("is one line to every reader, whatever stands in it", () => {
    const at = open();
    const record = { ...RECORD, arguments: { path: "a\u2028b\u0085c\nd\ud800\u0000\u009b\u007f\u202e\u2066" } };
    at.audit(record);
    const [line = "", ...rest] = linesOf(at.file);
    expect(rest).toEqual([""]);
    expect(line).not.toMatch(/[\u2028\u2029\u202e\u2066\p{Cc}]/u);
    expect(JSON.parse(line)).toEqual(record);
  });

  test("begins anew behind a line that is not whole", () => {
    const at = open();
    at.audit(RECORD);
    fs.appendFileSync(at.file, '{"time":"20');
    at.audit(RECORD);
    expect(linesOf(at.file)).toEqual([LINE, '{"time":"20', LINE, ""]);
  });
});

describe("the file", () => {
  test("is made for its owner alone, and taken away from others", () => {
    const { root, logs, file } = setUp();
    const old = process.umask(0);
    try {
      openAuditFile(file, root);
      const wide = join(logs, "wide");
      fs.writeFileSync(wide, "");
      fs.chmodSync(wide, 0o664);
      openAuditFile(wide, root);
      expect([file, wide].map((path) => fs.statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
    } finally {
      process.umask(old);
    }
  });

  test.skipIf(process.platform === "win32")("is taken away from others before each line", () => {
    const at = open();
    fs.chmodSync(at.file, 0o644);
    at.audit(RECORD);
    expect(fs.statSync(at.file).mode & 0o777).toBe(0o600);
  });

  test("keeps what is in it", () => {
    const place = setUp();
    fs.writeFileSync(place.file, "before\n");
    const at = open(place);
    at.audit(RECORD);
    expect(linesOf(at.file)).toEqual(["before", LINE, ""]);
  });

  test("may be named relative to the current folder, and stays there", () => {
    const place = setUp();
    const at = open(place, relative(process.cwd(), place.file));
    const here = process.cwd();
    try {
      process.chdir("/");
      at.audit(RECORD);
      at.audit(RECORD);
    } finally {
      process.chdir(here);
    }
    expect(linesOf(at.file)).toHaveLength(3);
  });
});

describe("rotation", () => {
  test("a file that was moved away is made anew", () => {
    const at = open();
    at.audit(RECORD);
    fs.renameSync(at.file, `${at.file}.1`);
    at.audit({ ...RECORD, call_id: "2" });
    expect(linesOf(`${at.file}.1`)).toEqual([LINE, ""]);
    expect(linesOf(at.file)).toEqual([JSON.stringify({ ...RECORD, call_id: "2" }), ""]);
  });

  test("so is one that was removed, and one that another took the place of is used", () => {
    const at = open();
    fs.rmSync(at.file);
    at.audit(RECORD);
    expect(linesOf(at.file)).toHaveLength(2);
    fs.rmSync(at.file);
    fs.writeFileSync(at.file, "new\n");
    at.audit(RECORD);
    expect(linesOf(at.file)).toEqual(["new", LINE, ""]);
  });

  test("one that was copied and emptied goes on from its start", () => {
    const at = open();
    at.audit(RECORD);
    fs.truncateSync(at.file);
    at.audit(RECORD);
    expect(linesOf(at.file)).toEqual([LINE, ""]);
  });

  test.skipIf(process.platform !== "linux")("the file is not held, so that a removed one takes no room", () => {
    const at = open();
    at.audit(RECORD);
    const held = fs.readdirSync("/proc/self/fd").map((fd) => linkOf(`/proc/self/fd/${fd}`));
    expect(held).not.toContain(at.file);
  });
});

describe("a place for the record is refused", () => {
  const INSIDE = "it is inside the workspace, where the agent could read it";
  const refusalOf = (file: string, root: string) => {
    try {
      openAuditFile(file, root);
      return "accepted";
    } catch (error) {
      return error instanceof Error ? error.message.split(": ").at(-1) : error;
    }
  };

  test("inside the workspace, however it is spelled, and nothing is made there [promise record-place]", () => {
    const { root, logs } = setUp();
    addEntries(root, ["dir sub", "symlink out ../logs"]);
    fs.symlinkSync(root, join(logs, "in"));
    fs.symlinkSync("../ws/sub", join(logs, "deep"));
    for (const file of [
      ...[`${root}/log`, `${root}/sub/log`, `${root}/sub/../log`, `${root}/../ws/log`, `${logs}/../ws//./log`],
      ...[`${logs}/in/log`, `${logs}/deep/log`, `${logs}/deep/../log`, relative(process.cwd(), join(root, "log"))],
      // Goes through the workspace: whoever writes there could lead it elsewhere.
      `${root}/out/log`,
    ])
      expect([file, refusalOf(file, root)]).toEqual([file, INSIDE]);
    expect(fs.existsSync(join(root, "log")) || fs.existsSync(join(root, "sub/log"))).toBe(false);
    expect(fs.existsSync(join(logs, "log"))).toBe(false);
  });

  test("if the workspace is named by a link", () => {
    const { root, logs } = setUp();
    const link = join(logs, "ws");
    fs.symlinkSync(root, link);
    expect(refusalOf(join(root, "log"), link)).toBe(INSIDE);
    expect(refusalOf(join(link, "log"), link)).toBe(INSIDE);
    expect(refusalOf(join(logs, "log"), link)).toBe("accepted");
  });

  test("if it is not a regular file of one name [promise record-place]", () => {
    const { root, logs } = setUp();
    addEntries(logs, ["file target x", "symlink link target", "symlink nowhere none", "fifo pipe", "dir folder"]);
    fs.linkSync(join(root, "f"), join(logs, "hard"));
    const names = ["link", "nowhere", "pipe", "folder", "hard"];
    expect(names.map((name) => refusalOf(join(logs, name), root))).toEqual([
      ...["it is a symbolic link", "it is a symbolic link", "it is not a regular file", "it is not a regular file"],
      "it has a second name (a hard link)",
    ]);
    expect(refusalOf("/dev/null", root)).toBe("it is not a regular file");
    expect([`${logs}/`, `${logs}/.`, `${logs}/..`, "."].map((file) => refusalOf(file, root))).toEqual(
      Array(4).fill("it is a folder"),
    );
    expect(fs.readFileSync(join(root, "f"), "utf8")).toBe("x");
  });

  test("if its folder is missing or none, in words that name the file as the owner did", () => {
    const { root, logs } = setUp();
    expect(() => openAuditFile(join(logs, "none/log"), root)).toThrow(
      `the record cannot be written to ${JSON.stringify(join(logs, "none/log"))}: its folder does not exist`,
    );
    addEntries(logs, ["file f x"]);
    expect(refusalOf(join(logs, "f/log"), root)).toBe("its parent is not a folder");
    for (const file of ["", "a\0b"]) expect(() => openAuditFile(file, root)).toThrow("must have a name");
  });
});

describe("a call is refused", () => {
  const FAILURE = "the record of calls cannot be written, so the call is not answered";
  const call = { id: "1", name: "read_file", arguments: { path: "f" } };

  function serve() {
    const { root, logs, file } = setUp();
    const toolkit = createAgentToolkit({ workspaceRoot: root, config: { audit: { file } } });
    return { root, logs, file, ask: () => toolkit.execute(call), [Symbol.dispose]: () => toolkit.close() };
  }

  test("while the file cannot be opened, and answered again when it can", async () => {
    using at = serve();
    expect((await at.ask()).is_error).toBe(false);
    fs.renameSync(at.logs, `${at.logs}.away`);
    const { content, is_error } = await at.ask();
    expect([is_error, content]).toEqual([true, expect.stringContaining(FAILURE)]);
    expect(content).not.toContain(at.logs);
    fs.renameSync(`${at.logs}.away`, at.logs);
    expect((await at.ask()).is_error).toBe(false);
    expect(linesOf(at.file)).toHaveLength(3);
  });

  test("if the file got another name, which may lie inside [promise record-place]", async () => {
    using at = serve();
    fs.linkSync(at.file, join(at.root, "log"));
    expect((await at.ask()).content).toContain(FAILURE);
    expect(fs.readFileSync(join(at.root, "log"), "utf8")).toBe("");
  });

  test("if the place was moved into the workspace and the file is gone", async () => {
    using at = serve();
    fs.renameSync(at.logs, join(at.root, "logs"));
    fs.symlinkSync(join(at.root, "logs"), at.logs);
    fs.rmSync(at.file);
    expect((await at.ask()).content).toContain(FAILURE);
    expect(fs.existsSync(join(at.root, "logs/calls.jsonl"))).toBe(false);
  });

  test("if the place was moved into the workspace [promise record-place]", async () => {
    using at = serve();
    fs.renameSync(at.logs, join(at.root, "logs"));
    fs.symlinkSync(join(at.root, "logs"), at.logs);
    expect((await at.ask()).content).toContain(FAILURE);
    expect(fs.readFileSync(join(at.root, "logs/calls.jsonl"), "utf8")).toBe("");
  });

  test("if a link took the place of the file", async () => {
    using at = serve();
    fs.rmSync(at.file);
    fs.symlinkSync(join(at.root, "f"), at.file);
    expect((await at.ask()).content).toContain(FAILURE);
    expect(fs.readFileSync(join(at.root, "f"), "utf8")).toBe("x");
  });

  test("and a toolkit whose record cannot be opened is not made", () => {
    const { root } = setUp();
    expect(() => createAgentToolkit({ workspaceRoot: root, config: { audit: { file: join(root, "log") } } })).toThrow(
      "inside the workspace",
    );
  });
});
