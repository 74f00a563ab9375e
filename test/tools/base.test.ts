// The base classes of the Gemini dialect, on a made-up tool: checks before work, and no invocation without them.
// Leaves list_directory to ls.test.ts.

import { describe, expect, test } from "vitest";
import { invalidArgument } from "../../src/errors/arguments.ts";
import { ToolError } from "../../src/errors.ts";
import { BaseDeclarativeTool, BaseToolInvocation, type ToolResult } from "../../src/tools/base.ts";

interface EchoParams {
  readonly text: string;
  readonly style?: { readonly loud?: boolean | undefined } | undefined;
}

const PARAMETERS = {
  type: "object",
  properties: {
    text: { type: "string" },
    style: { type: "object", properties: { loud: { type: "boolean" } } },
  },
  required: ["text"],
} as const;

const signal = new AbortController().signal;

class Echo extends BaseToolInvocation<EchoParams, ToolResult> {
  override getDescription(): string {
    return this.params.text;
  }

  override async execute(given?: AbortSignal): Promise<ToolResult> {
    if (this.params.text === "ours") throw invalidArgument("it is ours");
    if (this.params.text === "theirs") throw new Error("/home/somebody/secret");
    return { llmContent: this.params.text, returnDisplay: given === signal ? "with the signal" : "without" };
  }
}

class EchoTool extends BaseDeclarativeTool<EchoParams, ToolResult> {
  readonly log: string[] = [];

  constructor(extra: { readonly isOutputMarkdown?: boolean; readonly canUpdateOutput?: boolean } = {}) {
    const description = "Says it again";
    super({ name: "echo", displayName: "Echo", description, kind: "think", parameterSchema: PARAMETERS, ...extra });
  }

  protected override validateToolParamValues({ text }: EchoParams): string | null {
    this.log.push(`values of ${text}`);
    if (text === "broken") throw new TypeError("/home/somebody/secret");
    return text === "" ? "text must not be empty" : null;
  }

  protected override createInvocation(params: EchoParams): Echo {
    this.log.push(`invocation of ${params.text}`);
    return new Echo(params);
  }
}

class PlainTool extends BaseDeclarativeTool<EchoParams, ToolResult> {
  protected override createInvocation(params: EchoParams): Echo {
    return new Echo(params);
  }
}

/** As from a model: of any type. */
function untyped(params: unknown): EchoParams {
  return params as EchoParams;
}

describe("a declared tool", () => {
  test("LS-01 has its names, its kind, its flags and a schema in the shape of a function declaration", () => {
    const { name, displayName, description, kind, isOutputMarkdown, canUpdateOutput, schema } = new EchoTool();
    expect({ name, displayName, description, kind, isOutputMarkdown, canUpdateOutput, schema }).toEqual({
      name: "echo",
      displayName: "Echo",
      description: "Says it again",
      kind: "think",
      isOutputMarkdown: true,
      canUpdateOutput: false,
      schema: { name: "echo", description: "Says it again", parametersJsonSchema: PARAMETERS },
    });
    const other = new EchoTool({ isOutputMarkdown: false, canUpdateOutput: true });
    expect([other.isOutputMarkdown, other.canUpdateOutput]).toEqual([false, true]);
  });

  test("LS-03 looks at the schema, then at the values, and only then makes an invocation", () => {
    const tool = new EchoTool();
    const invocation = tool.build({ text: "hello" });
    expect(invocation).toBeInstanceOf(Echo);
    expect(invocation.params).toEqual({ text: "hello" });
    expect(() => tool.build({ text: "" })).toThrow("text must not be empty");
    expect(() => tool.build(untyped({ text: 5 }))).toThrow("text must be a string, not 5");
    expect(tool.log).toEqual(["values of hello", "invocation of hello", "values of "]);
  });

  test.each([
    [{}, "text is required"],
    [{ text: null }, "text must be a string, not null"],
    [{ text: "a", style: "loud" }, 'style must be an object, not "loud"'],
    [{ text: "a", style: { loud: 1 } }, "style[loud] must be a boolean, not 1"],
    [undefined, "arguments must be an object, not undefined"],
    [null, "arguments must be an object, not null"],
    ["text", 'arguments must be an object, not "text"'],
    [[], "arguments must be an object, not an array"],
    [{ text: 1n }, "arguments must consist of JSON values only"],
    [{ text: "" }, "text must not be empty"],
    [{ text: "a" }, null],
    [{ text: "a", style: { loud: true }, more: [1] }, null],
    [{ text: "a", style: undefined }, null],
    [{ text: "a", style: { loud: undefined } }, null],
  ])("LS-03 says of parameters whether they are valid: case %#", (params, expected) => {
    const tool = new EchoTool();
    expect(tool.validateToolParams(untyped(params))).toBe(expected);
    if (expected === null) expect(tool.build(untyped(params)).params).toBe(params);
    else expect(() => tool.build(untyped(params))).toThrow(expected);
  });

  test("throws an error of porthole's kind", () => {
    let thrown: unknown;
    try {
      new EchoTool().build({ text: "" });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Error);
    expect(ToolError.isInstance(thrown) && thrown.kind).toBe("BadArgs");
  });

  test("has nothing against any values unless it says so", () => {
    const declared = { name: "n", displayName: "N", description: "d", kind: "other", parameterSchema: PARAMETERS };
    const tool = new PlainTool({ ...declared, kind: "other" });
    expect(tool.validateToolParams({ text: "" })).toBe(null);
  });
});

describe("a call in one step", () => {
  test("runs with the signal it was given", async () => {
    const expected = { llmContent: "hello", returnDisplay: "with the signal" };
    expect(await new EchoTool().buildAndExecute({ text: "hello" }, signal)).toEqual(expected);
    expect(await new EchoTool().validateBuildAndExecute({ text: "hello" }, signal)).toEqual(expected);
  });

  test("LS-03 rejects invalid parameters, or answers with what is wrong with them", async () => {
    await expect(new EchoTool().buildAndExecute({ text: "" }, signal)).rejects.toThrow("text must not be empty");
    expect(await new EchoTool().validateBuildAndExecute({ text: "" }, signal)).toEqual({
      llmContent: "Error: invalid parameters: text must not be empty",
      returnDisplay: "text must not be empty",
      error: { message: "text must not be empty", type: "invalid_tool_params" },
    });
  });

  test("answers with what went wrong at work, in porthole's words only", async () => {
    const answer = (text: string) => new EchoTool().validateBuildAndExecute({ text }, signal);
    expect(await answer("ours")).toEqual({
      llmContent: "Error: the tool could not finish: it is ours",
      returnDisplay: "it is ours",
      error: { message: "it is ours", type: "execution_failed" },
    });
    expect(await answer("theirs")).toEqual({
      llmContent: "Error: the tool could not finish: the tool failed",
      returnDisplay: "the tool failed",
      error: { message: "the tool failed", type: "execution_failed" },
    });
    expect(await answer("broken")).toEqual({
      llmContent: "Error: invalid parameters: the tool failed",
      returnDisplay: "the tool failed",
      error: { message: "the tool failed", type: "invalid_tool_params" },
    });
  });
});

test("an invocation changes nothing and needs nobody's word unless it says so", async () => {
  const invocation = new EchoTool().build({ text: "hello" });
  expect(invocation.getDescription()).toBe("hello");
  expect(invocation.toolLocations()).toEqual([]);
  expect(await invocation.shouldConfirmExecute(signal)).toBe(false);
});
