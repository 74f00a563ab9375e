// What the owner's program passes in: no setting that forbids something is ignored because of how it was passed.

import { describe, expect, test } from "vitest";
import { createToolContext } from "../../src/call/context.ts";
import { createSecureTool } from "../../src/call/secure_tool.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { Found } from "../../src/tools/found.ts";
import { makeTree } from "../support/tree.ts";

const workspaceRoot = makeTree(["file d/f.txt x"]);
const open = (options: object) => () => createAgentToolkit({ workspaceRoot, ...options } as never).close();

class Options {
  readonly workspaceRoot = workspaceRoot;
  get deniedPatterns() {
    return ["**/*.txt"];
  }
}

describe("options that cannot be obeyed open no toolkit", () => {
  test.each([
    [
      "a misspelled option",
      { deniedPattern: ["**/*.txt"] },
      "options.deniedPattern is unknown; did you mean deniedPatterns?",
    ],
    [
      "an option in another case",
      { allowedroots: ["d"] },
      "options.allowedroots is unknown; did you mean allowedRoots?",
    ],
    [
      "an option of another program",
      { model: "x" },
      "options.model is unknown; options can have workspaceRoot, format, policy,",
    ],
    ["a misspelled policy", { policy: { denyList: ["tree"] } }, "policy.denyList is unknown; did you mean denylist?"],
    [
      "a misspelled tool",
      { policy: { denylist: ["tree", "reed_file"] } },
      'policy.denylist names "reed_file", which is not a tool; the tools are list_directory, list_files, read_file, read_files, search_text, tree; did you mean "read_file"?',
    ],
    [
      "a tool of the owner's that is not declared",
      { policy: { allowlist: ["write_note"] } },
      'policy.allowlist names "write_note", which is not a tool; the tools are list_directory, list_files, read_file, read_files, search_text, tree; a tool of your own must be in ownTools',
    ],
    [
      "a tool that is declared in another spelling",
      { policy: { denylist: ["write_note"] }, ownTools: ["write_notes"] },
      'search_text, tree, write_notes; did you mean "write_notes"?',
    ],
    [
      "one own tool",
      { ownTools: "write_note" },
      'options.ownTools must be an array of strings, or null, not "write_note"',
    ],
    [
      "an empty folder name",
      { workspaceRoot: "" },
      'options.workspaceRoot must be a non-empty string; . is the current folder, not ""',
    ],
    ["no policy", { policy: null }, "policy must be a plain object, not null"],
    ["no folder", { workspaceRoot: undefined }, "workspaceRoot is missing: name the folder that the agent may see"],
    [
      "patterns in a set",
      { deniedPatterns: new Set(["**/*.txt"]) },
      "options.deniedPatterns must be an array of strings",
    ],
    [
      "one pattern",
      { deniedPatterns: "**/*.txt" },
      'options.deniedPatterns must be an array of strings, not "**/*.txt"',
    ],
    ["an empty folder", { allowedRoots: "" }, 'options.allowedRoots must be an array of strings, or null, not ""'],
    ["one folder", { allowedRoots: "d" }, 'options.allowedRoots must be an array of strings, or null, not "d"'],
    [
      "a flag as text",
      { includeDefaultDenies: "false" },
      'options.includeDefaultDenies must be a boolean, not "false"',
    ],
    ["an unknown dialect", { dialect: "claude" }, 'options.dialect must be one of forge, gemini, not "claude"'],
    ["an unknown strategy", { strategy: "weak" }, 'options.strategy must be one of handles, verify, not "weak"'],
    ["an approver that is none", { approve: true }, "options.approve must be a function, not true"],
    ["a list as policy", { policy: [] }, "policy must be a plain object"],
    [
      "a policy in the file's spelling",
      { policy: { prompt_side_effects: false } },
      "policy.prompt_side_effects is unknown",
    ],
    ["an inherited policy", { policy: Object.create({ enabled: false }) }, "policy must be a plain object"],
    [
      "a hidden policy",
      { policy: Object.defineProperty({}, "enabled", { value: false, enumerable: false }) },
      "policy must be a plain object",
    ],
  ])("%s", (_what, options, message) => {
    expect(open(options)).toThrow(message);
  });

  test("a context refuses the same", () => {
    const openContext = (options: object) => () => createToolContext(options as never);
    expect(openContext({ workspaceRoot, timeoutMS: 1 })).toThrow(
      "options.timeoutMS is unknown; did you mean timeoutMs?",
    );
    // Only a toolkit has it.
    expect(openContext({ workspaceRoot, dialect: "forge" })).toThrow("options.dialect is unknown; options can have");
    expect(openContext({})).toThrow("workspaceRoot is missing: name the folder that the agent may see");
  });

  test("an object that inherits or computes its options", () => {
    expect(() => createAgentToolkit(new Options() as never)).toThrow("options must be a plain object");
    expect(() => createAgentToolkit(undefined as never)).toThrow("options must be a plain object, not undefined");
  });

  test("lists are copied: emptying one later lifts no denial", async () => {
    const denylist = ["tree"];
    using toolkit = createAgentToolkit({ workspaceRoot, policy: { denylist } });
    denylist.length = 0;
    expect((await toolkit.tree(".")).status).toBe("denied");
  });
});

const DEFINITION = {
  name: "own",
  description: "",
  parameters: { type: "object", properties: {}, required: [] },
} as const;
const OWN = {
  definition: DEFINITION,
  traits: { isSideEffecting: false, requiresApproval: false, riskLevel: "low" },
  parse: () => ({ path: "." }),
  summarize: () => "",
  run: () => ({ list: [1, 2, 3] }),
} as const;

describe("a tool of the owner's", () => {
  test.each([
    ["without a name", { ...DEFINITION, name: "" }, "name of a tool must be 1 to 128 letters"],
    ["with a name for a terminal", { ...DEFINITION, name: "a\u001b[31m" }, "name of a tool must be 1 to 128 letters"],
    [
      "without a schema",
      { ...DEFINITION, parameters: null },
      "parameters of the tool own must be the JSON Schema of an object",
    ],
    [
      "with a schema of a text",
      { ...DEFINITION, parameters: { type: "string" } },
      "must be the JSON Schema of an object",
    ],
  ])("is refused %s", (_what, definition, message) => {
    using toolkit = createAgentToolkit({ workspaceRoot });
    expect(() => toolkit.register({ ...OWN, definition: definition as never })).toThrow(message);
  });

  test.each(["parse", "toText", "summarize", "at"])(
    "EX-18 answers with one error where %s is async and rejects",
    async (name) => {
      const reject = async () => Promise.reject(new Error("late"));
      using toolkit = createAgentToolkit({ workspaceRoot, approve: () => "all" });
      const traits = { ...OWN.traits, requiresApproval: name === "summarize" };
      const found = () => new Found({ count: 3, least: 0, at: reject as never });
      toolkit.register({ ...OWN, traits, ...(name === "at" ? { run: found } : { [name]: reject }) } as never);
      const { content } = await toolkit.execute({ id: "1", name: "own", arguments: {} }, { max_output_bytes: 256 });
      expect(JSON.parse(content).error.code).toBe("INTERNAL");
      await new Promise((resolve) => setImmediate(resolve));
    },
  );

  test("is refused if others are declared and it is not: the policy may name it in another spelling", () => {
    using toolkit = createAgentToolkit({ workspaceRoot, ownTools: ["owns"], policy: { denylist: ["owns"] } });
    expect(() => toolkit.register(OWN)).toThrow('the tool "own" is not in ownTools; did you mean "owns"?');
    const context = createToolContext({ workspaceRoot, ownTools: [] });
    expect(() => createSecureTool(context, OWN)).toThrow('the tool "own" is not in ownTools');
  });

  test.each(["forge", "gemini"] as const)("may be on the lists if it is declared: %s", async (dialect) => {
    const policy = { denylist: ["own", "list_directory"] };
    using toolkit = createAgentToolkit({ workspaceRoot, ownTools: ["own"], policy, dialect });
    toolkit.register(OWN);
    for (const name of policy.denylist) {
      const { content } = await toolkit.execute({ id: "1", name, arguments: {} });
      expect(JSON.parse(content).error.code).toBe("POLICY_DENIED");
    }
  });

  test("nobody is asked about a call that cannot be run", async () => {
    let asked = 0;
    using toolkit = createAgentToolkit({
      workspaceRoot,
      approve: () => {
        asked += 1;
        return "all";
      },
    });
    toolkit.register({
      ...OWN,
      traits: { ...OWN.traits, isSideEffecting: true },
      parse: () => ({ path: "missing" }),
    });
    const { content } = await toolkit.execute({ id: "1", name: "own", arguments: {} });
    expect([JSON.parse(content).error.code, asked]).toEqual(["NOT_FOUND", 0]);
  });
});
