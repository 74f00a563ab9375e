// A person's word, as a question that is returned and answered by making the call again (since 2026). The older way,
// a request of the server's own, is in clients.test.ts.

import { afterEach, describe, expect, test, vi } from "vitest";
import { serveMcpHttp } from "../../src/mcp/http.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { type Era, post } from "../support/mcp.ts";
import { ownTool } from "../support/own_tool.ts";
import { makeTree } from "../support/tree.ts";

const workspaceRoot = makeTree(["file a.txt x", "file b.txt x"]);
const FORM = { elicitation: { form: {} } };
const DENIED = { kind: "PolicyDenied", code: "POLICY_DENIED", message: "touch needs approval, which was not given" };
const REFUSED = { content: [{ type: "text", text: JSON.stringify({ error: DENIED }) }], isError: true };
const DONE = (path: string) => ({ content: [{ type: "text", text: `touched ${path}` }] });

interface Reply {
  readonly resultType?: string;
  readonly requestState?: string;
  readonly inputRequests?: unknown;
}

interface Ask {
  readonly path?: string;
  readonly name?: string;
  readonly extra?: object;
  readonly capabilities?: object;
  readonly era?: Era;
  readonly inputResponses?: unknown;
  readonly requestState?: unknown;
}

async function withServer(use: (ask: (wish: Ask) => Promise<Reply>, done: string[]) => Promise<void>, token?: string) {
  using toolkit = createAgentToolkit({ workspaceRoot });
  const done: string[] = [];
  for (const name of ["touch", "erase"]) {
    const run = ({ path }: { readonly path: string }) => {
      done.push(`${name} ${path}`);
      return `touched ${path}`;
    };
    const traits = { isSideEffecting: true, riskLevel: "medium" } as const;
    const summarize = ({ path }: { readonly path: string }) => `Change ${path}\u001b[2J\u202e`;
    toolkit.register(ownTool(name, { traits, summarize, run }));
  }
  const server = await serveMcpHttp({ toolkit, version: "1", log: () => {}, ...(token ? { token } : {}) });
  const ask = async ({ path = "a.txt", name = "touch", extra, era = "modern", capabilities = FORM, ...more }: Ask) => {
    const params = { name, arguments: { path, ...extra }, ...more };
    const { message } = await post(server, era, "tools/call", params, { capabilities });
    const { _meta, resultType, ...result } = message.result;
    return resultType === "input_required" ? { resultType, ...result } : result;
  };
  try {
    await use(ask, done);
  } finally {
    await server.close();
  }
}

const accept = (approve: unknown) => ({ approval: { action: "accept", content: { approve } } });

describe("approval by a returned question", () => {
  afterEach(() => void vi.restoreAllMocks());

  test("asks with a form, runs nothing, and runs once the same call comes back with a yes", async () => {
    await withServer(async (ask, done) => {
      const { requestState, ...question } = await ask({});
      const message = "touch (medium risk): Change a.txt\\x1b[2J\\u202e";
      const properties = { approve: { type: "boolean", title: "Allow this call" } };
      const params = { mode: "form", message, requestedSchema: { type: "object", properties, required: ["approve"] } };
      const inputRequests = { approval: { method: "elicitation/create", params } };
      expect(question).toEqual({ resultType: "input_required", inputRequests });
      expect(done).toEqual([]);
      expect(await ask({ requestState, inputResponses: accept(true) })).toEqual(DONE("a.txt"));
      expect(done).toEqual(["touch a.txt"]);
    });
  });

  test.each([
    ["the box not ticked", accept(false)],
    ["a box that is no box", accept("true")],
    ["an empty form", { approval: { action: "accept", content: {} } }],
    ["no form", { approval: { action: "accept" } }],
    ["declined", { approval: { action: "decline", content: { approve: true } } }],
    ["cancelled", { approval: { action: "cancel", content: { approve: true } } }],
  ])("%s is a no [promise side-effects]", async (_case, inputResponses) => {
    await withServer(async (ask, done) => {
      const { requestState } = await ask({});
      expect(await ask({ requestState, inputResponses })).toEqual(REFUSED);
      expect(done).toEqual([]);
    });
  });

  test("a yes to something else, to nothing, or a forged one is no answer: the question is put again [promise side-effects]", async () => {
    await withServer(async (ask, done) => {
      const { requestState } = await ask({});
      const forged = `v1.${Buffer.from('{"p":"x","exp":99999999999}').toString("base64url")}.AAAA`;
      const yes = accept(true);
      const tries: Ask[] = [
        { inputResponses: yes },
        { requestState: "", inputResponses: yes },
        { requestState: "v1.", inputResponses: yes },
        { requestState: forged, inputResponses: yes },
        { requestState: `${requestState}A`, inputResponses: yes },
        { requestState: requestState?.replace(/\.[^.]*$/, ".AAAA"), inputResponses: yes },
        { requestState, inputResponses: yes, path: "b.txt" },
        { requestState, inputResponses: yes, name: "erase" },
        { requestState, inputResponses: yes, extra: { force: true } },
        { requestState },
        { requestState, inputResponses: {} },
        { requestState, inputResponses: { other: { action: "accept", content: { approve: true } } } },
      ];
      for (const wish of tries) expect([wish, (await ask(wish)).resultType]).toEqual([wish, "input_required"]);
      expect(done).toEqual([]);
    });
  });

  test("a yes that comes too late is no answer", async () => {
    await withServer(async (ask, done) => {
      const { requestState } = await ask({});
      const now = Date.now();
      vi.spyOn(Date, "now").mockReturnValue(now + 11 * 60_000);
      expect((await ask({ requestState, inputResponses: accept(true) })).resultType).toBe("input_required");
      expect(done).toEqual([]);
    });
  });

  test("a yes counts once: sent again, one after the other or all at once, the question is put again [promise side-effects]", async () => {
    await withServer(async (ask, done) => {
      const answer = async () => ({ requestState: (await ask({})).requestState, inputResponses: accept(true) });
      const [first, second] = [await answer(), await answer()];
      expect(await ask(first)).toEqual(DONE("a.txt"));
      for (let i = 0; i < 3; i++) expect((await ask(first)).resultType).toBe("input_required");
      expect(done).toEqual(["touch a.txt"]);
      // The same question, put in the same second, is another one.
      const replies = await Promise.all(Array.from({ length: 8 }, () => ask(second)));
      expect(replies.filter(({ resultType }) => resultType === undefined)).toEqual([DONE("a.txt")]);
      expect(done).toEqual(["touch a.txt", "touch a.txt"]);
    });
  });

  test("copies with the same token understand each other's questions, others do not", async () => {
    const token = "shared-by-two-copies";
    await withServer(async (askHere) => {
      const { requestState } = await askHere({});
      const again = { requestState, inputResponses: accept(true) };
      await withServer(async (askThere) => expect(await askThere(again)).toEqual(DONE("a.txt")), token);
      await withServer(async (askThere) => expect((await askThere(again)).resultType).toBe("input_required"));
    }, token);
  });

  test.each([
    ["says nothing of questions", {}],
    ["can only open pages", { elicitation: { url: {} } }],
  ])(
    "a client that %s gets a refusal, not an error of the protocol [promise side-effects]",
    async (_case, capabilities) => {
      await withServer(async (ask, done) => {
        expect(await ask({ capabilities })).toEqual(REFUSED);
        expect(await ask({ capabilities, inputResponses: accept(true) })).toEqual(REFUSED);
        expect(done).toEqual([]);
      });
    },
  );

  test("a client from before there were kinds of questions can fill in forms", async () => {
    await withServer(async (ask) => {
      expect((await ask({ capabilities: { elicitation: {} } })).resultType).toBe("input_required");
    });
  });

  test("a client of the older revisions gets a refusal over HTTP, where it cannot be asked", async () => {
    await withServer(async (ask, done) => {
      expect(await ask({ era: "legacy" })).toEqual(REFUSED);
      expect(await ask({ era: "legacy", inputResponses: accept(true), requestState: "x" })).toEqual(REFUSED);
      expect(done).toEqual([]);
    });
  });

  test("what would be refused anyway is not put to a person", async () => {
    await withServer(async (ask) => {
      expect(await ask({ path: "../outside" })).toMatchObject({ isError: true });
      expect(await ask({ path: "../outside" })).not.toHaveProperty("inputRequests");
    });
  });
});
