import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { createToolContext, type ToolContextOptions } from "../src/context.ts";
import { invalidArgument, ToolError } from "../src/errors.ts";
import { createSecureTool } from "../src/factory.ts";
import type { ToolSpec } from "../src/gate/spec.ts";
import type { ApprovalRequest } from "../src/security/approval.ts";
import { makeTree } from "./support/tree.ts";
import { countDescriptors, STRATEGIES } from "./support/workspaces.ts";

interface PeekRequest {
  readonly path: string;
}

/** A tool that tells what it was handed, and remembers that it ran. */
function makePeek(ran: string[], changes: Partial<ToolSpec<PeekRequest, string>["traits"]> = {}) {
  const spec: ToolSpec<PeekRequest, string> = {
    definition: {
      name: "peek",
      description: "Tells what a path is.",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    },
    traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low", ...changes },
    parse: (args) => {
      ran.push("parse");
      if (typeof args.path !== "string") throw invalidArgument("path must be a string");
      return { path: args.path };
    },
    summarize: (request) => `Peek at ${request.path}`,
    run: (_request, node, scope) => {
      ran.push("run");
      return `${node.kind} ${scope.path} at ${node.location}`;
    },
  };
  return spec;
}

interface Setup extends Omit<ToolContextOptions, "workspaceRoot"> {
  readonly entries?: readonly string[];
  readonly traits?: Partial<ToolSpec<PeekRequest, string>["traits"]>;
}

function setUp({ entries = ["file a/f x"], traits = {}, ...options }: Setup = {}) {
  const root = makeTree(entries);
  const ran: string[] = [];
  const context = createToolContext({ workspaceRoot: root, ...options });
  return { root, ran, context, peek: createSecureTool(context, makePeek(ran, traits)) };
}

async function codeOf(outcome: Promise<{ status: string; error?: ToolError }>): Promise<string> {
  const { status, error } = await outcome;
  return `${status} ${error?.code}`;
}

describe("createSecureTool", () => {
  test("hands the tool an open object and the path as it was asked for", async () => {
    const { peek, root } = setUp({ entries: ["file a/f x", "symlink link a"] });
    expect(await peek("link//./f")).toEqual({ status: "success", data: "file link/f at a/f" });
    expect(await peek(join(root, "a/f"))).toEqual({ status: "success", data: "file a/f at a/f" });
    expect(await peek(".")).toEqual({ status: "success", data: "directory . at ." });
  });

  test("answers outside paths and links that lead out as denied", async () => {
    const { peek, ran } = setUp({ entries: ["symlink out ..", "symlink gone /no/such/place"] });
    for (const path of ["..", "../ws/a", "/etc/passwd", "out", "gone"]) {
      expect(await codeOf(peek(path))).toBe("denied SANDBOX_VIOLATION");
    }
    expect(ran).not.toContain("run");
  });

  test("EX-14 refuses absolute paths where a setting says so", async () => {
    const { peek, root } = setUp({ allowAbsolute: false });
    expect(await codeOf(peek(join(root, "a/f")))).toBe("denied SANDBOX_VIOLATION");
    expect((await peek("a/f")).status).toBe("success");
  });

  test("EX-13 denies by the asked path and by where a link leads, and names the pattern", async () => {
    const { peek } = setUp({ entries: ["file .ssh/config x", "file server.pem x", "symlink notes.txt server.pem"] });
    const denials = [".ssh", ".ssh/config", "server.pem", "notes.txt"].map(async (path) => {
      const outcome = await peek(path);
      return outcome.status === "denied" ? outcome.error.message : outcome.status;
    });
    expect(await Promise.all(denials)).toEqual([
      '".ssh" is denied by the pattern "**/.ssh/**"',
      '".ssh/config" is denied by the pattern "**/.ssh/**"',
      '"server.pem" is denied by the pattern "**/*.pem"',
      '"notes.txt" is denied by the pattern "**/*.pem"',
    ]);
  });

  test("EX-13 the built-in patterns can be turned off and own ones added", async () => {
    const { peek } = setUp({
      entries: ["file server.pem x", "file secrets/x x"],
      includeDefaultDenies: false,
      deniedPatterns: ["secrets"],
    });
    expect((await peek("server.pem")).status).toBe("success");
    expect(await codeOf(peek("secrets/x"))).toBe("denied SANDBOX_VIOLATION");
  });

  test("EX-12 allowed roots narrow the workspace to folders that were made canonical once", async () => {
    const { peek, root } = setUp({
      entries: ["file src/f x", "file lib/f x", "symlink alias src", "symlink src/out ../lib/f", "file src-2/f x"],
      allowedRoots: ["alias"],
    });
    for (const path of ["src", "src/f", "alias/f", "src/none"])
      expect(await codeOf(peek(path))).not.toContain("SANDBOX");
    for (const path of [".", "lib", "lib/f", "lib/none", "src/out", "src-2/f"]) {
      expect(await codeOf(peek(path))).toBe("denied SANDBOX_VIOLATION");
    }
    rmSync(join(root, "alias"));
    symlinkSync("lib", join(root, "alias"));
    expect(await codeOf(peek("alias/f"))).toBe("denied SANDBOX_VIOLATION");
    const outcome = await peek("lib");
    expect(outcome.status === "denied" && outcome.error.message).toBe(
      '"lib" is outside the folders that may be looked at: "src"',
    );
  });

  test("EX-12 a link from an allowed root tells nothing of what lies elsewhere, there or not", async () => {
    for (const strategy of STRATEGIES) {
      const { peek } = setUp({
        entries: [
          "file src/f x",
          "dir src/d",
          "file lib/there x",
          "symlink src/to-there ../lib/there",
          "symlink src/to-none ../lib/none",
          "symlink src/lib ../lib",
          "symlink src/own d",
        ],
        allowedRoots: ["src"],
        strategy,
      });
      const shown = async (path: string) => {
        const outcome = await peek(path);
        return outcome.status === "success" ? "seen" : outcome.error.message.replaceAll(path, "PATH");
      };
      const refused = '"PATH" is outside the folders that may be looked at: "src"';
      const hidden = ["src/to-there", "src/to-none", "src/lib/there", "src/lib/none", "src/lib/none/x", "lib/x/y"];
      for (const path of hidden) expect([path, await shown(path)]).toEqual([path, refused]);
      for (const path of ["src/none", "src/none/x", "src/own/none", "src/f/x"]) {
        expect([path, await shown(path)]).toEqual([path, '"PATH" does not exist']);
      }
    }
  });

  test("EX-12 an allowed root must have a name that no other folder can be taken for", async () => {
    const workspaceRoot = makeTree(["symlink alias none", "dir ok"]);
    const raw = (name: string) => Buffer.concat([Buffer.from(`${workspaceRoot}/`), Buffer.from(name, "latin1")]);
    for (const name of ["d\xfe", "d\xff"]) mkdirSync(raw(name));
    rmSync(join(workspaceRoot, "alias"));
    symlinkSync(Buffer.from("d\xfe", "latin1"), join(workspaceRoot, "alias"));
    const before = countDescriptors();
    expect(() => createToolContext({ workspaceRoot, allowedRoots: ["ok", "alias"] })).toThrow(
      "the allowed root lies in a folder whose name is not UTF-8: alias",
    );
    expect(countDescriptors()).toBe(before);
  });

  test.each([
    ["timeoutMs", -1, "a number from 0 to 86400000, not -1"],
    ["timeoutMs", 86_400_001, "a number from 0 to 86400000, not 86400001"],
    ["approvalTimeoutMs", Number.POSITIVE_INFINITY, "a number from 0 to 86400000, not Infinity"],
    ["approvalTimeoutMs", Number.NaN, "a number from 0 to 86400000, not NaN"],
    ["maxOutputBytes", 0.5, "a whole number of at least 0, not 0.5"],
    ["maxArgumentBytes", -1, "a whole number of at least 0, not -1"],
    ["maxArgumentBytes", "9", 'a whole number of at least 0, not "9"'],
  ])("EX-05 a context with %s = %s is the program's mistake, and is thrown", (name, value, expected) => {
    const before = countDescriptors();
    const options = { workspaceRoot: makeTree([]), [name]: value };
    expect(() => createToolContext(options)).toThrow(`${name} must be ${expected}`);
    expect(countDescriptors()).toBe(before);
  });

  test("EX-05 a day is the longest time, and none at all the shortest", () => {
    const workspaceRoot = makeTree([]);
    const options = { timeoutMs: 86_400_000, approvalTimeoutMs: 0, maxOutputBytes: 0, maxArgumentBytes: 0 };
    const context = createToolContext({ workspaceRoot, ...options });
    expect(context).toMatchObject(options);
    context.workspace.close();
  });

  test("EX-16 the time that a person takes is not the tool's", async () => {
    const { hrtime } = process;
    // An hour passes while the person thinks.
    const approve = () => {
      vi.spyOn(process, "hrtime").mockImplementation(() => {
        const [seconds, nanoseconds] = hrtime();
        return [seconds + 3600, nanoseconds];
      });
      return "all" as const;
    };
    const { context } = setUp({ approve });
    const tool = createSecureTool(context, {
      ...makePeek([], { requiresApproval: true }),
      run: (_request, _node, { pace }) => {
        pace.check();
        return "ran";
      },
    });
    try {
      expect(await tool("a/f")).toEqual({ status: "success", data: "ran" });
    } finally {
      vi.restoreAllMocks();
    }
  });

  test("EX-12 allowed roots must be folders inside the workspace", () => {
    const before = countDescriptors();
    const workspaceRoot = makeTree(["file f x", "symlink out .."]);
    for (const root of ["..", "/", "none", "out", "f", ""]) {
      expect(() => createToolContext({ workspaceRoot, allowedRoots: [root] })).toThrow(
        "the allowed root is not a folder",
      );
    }
    expect(countDescriptors()).toBe(before);
  });

  test("EX-09 decides in order: disabled, denylist, arguments, sandbox, mode, approval", async () => {
    const asked: ApprovalRequest[] = [];
    const approve = (requests: readonly ApprovalRequest[]) => {
      asked.push(...requests);
      return "all" as const;
    };
    const denylisted = setUp({ policy: { denylist: ["peek"], mode: "deny" }, approve });
    expect(await codeOf(denylisted.peek(".."))).toBe("denied POLICY_DENIED");
    expect(denylisted.ran).toEqual([]);

    const denying = setUp({ policy: { mode: "deny" }, approve, traits: { requiresApproval: true } });
    expect((await denying.peek(7 as unknown as string)).status).toBe("failure");
    expect(await codeOf(denying.peek(".."))).toBe("denied SANDBOX_VIOLATION");
    expect(await codeOf(denying.peek("none"))).toBe("denied POLICY_DENIED");
    expect(await codeOf(denying.peek("a/f"))).toBe("denied POLICY_DENIED");
    expect(denying.ran).not.toContain("run");

    const asking = setUp({ approve, traits: { requiresApproval: true } });
    expect(await codeOf(asking.peek(".."))).toBe("denied SANDBOX_VIOLATION");
    expect(asked).toEqual([]);
    expect((await asking.peek("a/f", undefined, { callId: "c1" })).status).toBe("success");
    expect(asked).toEqual([{ callId: "c1", toolName: "peek", summary: "Peek at a/f", riskLevel: "low" }]);
  });

  test("EX-10 a disabled policy answers every call the same way", async () => {
    const { peek } = setUp({ policy: { enabled: false } });
    const outcome = await peek("a/f");
    expect(outcome.status === "denied" && outcome.error.message).toBe("Tool execution disabled by policy");
  });

  test.each([
    ["nobody can be asked", undefined],
    ["the answer is none", () => "none" as const],
    ["the answer names other calls", () => ["other"]],
    ["asking fails", () => Promise.reject(new Error("no terminal"))],
    ["asking throws", () => JSON.parse("{")],
    ["the answer is of another shape", () => true as unknown as "all"],
    ["nobody answers in time", () => new Promise<"all">(() => {})],
  ])("does not run a tool that needs approval when %s", async (_when, approve) => {
    const { peek, ran } = setUp({
      traits: { isSideEffecting: true },
      approvalTimeoutMs: 20,
      ...(approve === undefined ? {} : { approve }),
    });
    expect(await codeOf(peek("a/f"))).toBe("denied POLICY_DENIED");
    expect(ran).not.toContain("run");
  });

  test("looks again, with every check, after a person has approved", async () => {
    let root = "";
    const approve = () => {
      renameSync(join(root, "a"), join(root, "b"));
      symlinkSync("..", join(root, "a"));
      return "all" as const;
    };
    const setup = setUp({ traits: { requiresApproval: true }, approve });
    root = setup.root;
    expect(await codeOf(setup.peek("a"))).toBe("denied SANDBOX_VIOLATION");
    expect(setup.ran).not.toContain("run");
  });

  test("stops for a cancelled call and for one that is late", async () => {
    const { peek } = setUp();
    expect(await codeOf(peek("a/f", undefined, { signal: AbortSignal.abort() }))).toBe("failure CANCELLED");
    expect(await codeOf(peek("a/f", undefined, { timeoutMs: 0 }))).toBe("failure TIMEOUT");
  });

  test("EX-18 whatever a tool throws becomes one failure that tells nothing of it", async () => {
    const context = createToolContext({ workspaceRoot: makeTree([]) });
    const oddities = [new Error("/etc/shadow"), "text", null, undefined, 7, new Proxy({}, {}), Symbol("s")];
    for (const oddity of oddities) {
      const spec = makePeek([]);
      const failing = createSecureTool(context, { ...spec, run: () => Promise.reject(oddity) });
      const outcome = await failing(".");
      expect(outcome.status === "failure" && [outcome.error.code, outcome.error.message]).toEqual([
        "INTERNAL",
        "the tool failed",
      ]);
    }
  });

  test("holds nothing open, however a call ends", async () => {
    const { peek, context, root } = setUp({ entries: ["file a/f x", "file s.key x", "symlink k s.key"] });
    const failing = createSecureTool(context, { ...makePeek([]), run: () => Promise.reject(new Error("x")) });
    const before = countDescriptors();
    for (const path of ["a/f", "a", "none", "..", "k", "s.key"]) await peek(path);
    await failing("a/f");
    peek.admit({ path: "a/f" }).release();
    const admission = peek.admit({ path: "a/f" });
    admission.release();
    expect(await admission.run()).toBe("file a/f at a/f");
    const denied = createToolContext({ workspaceRoot: root, policy: { mode: "deny" } });
    await createSecureTool(denied, makePeek([]))("a/f");
    denied.workspace.close();
    expect(countDescriptors()).toBe(before);
  });

  test("an admission uses the object that was checked, even if its name is taken by another meanwhile", async () => {
    const { peek, root } = setUp({ entries: ["file f old"] });
    const admission = peek.admit({ path: "f" });
    rmSync(join(root, "f"));
    writeFileSync(join(root, "f"), "new");
    expect(await admission.run()).toBe("file f at f");
  });

  test("refuses arguments that are no object", () => {
    const { peek } = setUp();
    for (const args of [null, 5, "x", [], undefined]) {
      expect(() => peek.admit(args)).toThrow("arguments must be an object");
    }
  });
});

describe("ToolError", () => {
  test("EX-20 carries kind and code, and is itself in JSON without its cause", async () => {
    const { peek } = setUp();
    const outcome = await peek("none");
    if (outcome.status !== "failure") throw new Error(outcome.status);
    expect(JSON.parse(JSON.stringify(outcome.error))).toEqual({
      kind: "ExecutionFailed",
      code: "NOT_FOUND",
      message: '"none" does not exist',
      path: "none",
      retriable: false,
    });
    expect(ToolError.isInstance(outcome.error)).toBe(true);
    expect(ToolError.isInstance(new Error("x"))).toBe(false);
  });
});
