// Asks the user of an MCP client to approve a call. Before revision 2026-07-28 the server sends a request; since then it answers the call
// with a question, and the client repeats the call with the user's answer.

import { createHash, randomUUID } from "node:crypto";
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type ApprovalRequest, type Approve, askNobody } from "../call/approval.ts";
import { sanitize } from "../input/sanitize.ts";

const QUESTION = "approval";
const ANSWER_SECONDS = 600;
// The toolkit aborts the question after its own time limit; the SDK's default would be a minute.
const NO_LIMIT_MS = 2 ** 31 - 1;

/** How to ask about one call and, once it was tried, what must be asked before it can run. */
export interface Questioning {
  readonly approve: Approve;
  question(): Promise<InputRequiredResult | null>;
}

/** Refuses every call that needs approval if the client cannot ask anybody. */
export async function chooseAsking(
  server: Server,
  era: "legacy" | "modern",
  ctx: ServerContext,
  args: unknown,
  questions: Questions,
): Promise<Questioning> {
  if (!canAnswer(ctx, era, server.getClientCapabilities())) return REFUSE_ALL;
  return era === "modern" ? askByReturning(ctx, args, questions) : askAtOnce(ctx);
}

const REFUSE_ALL: Questioning = { approve: askNobody, question: async () => null };

function askAtOnce({ mcpReq }: ServerContext): Questioning {
  const approve: Approve = async (requests, { signal }) => {
    const params = { ...toForm(requests) };
    const answer = await mcpReq.send({ method: "elicitation/create", params }, { signal, timeout: NO_LIMIT_MS });
    return isYes(answer) ? "all" : "none";
  };
  return { approve, question: async () => null };
}

interface Question {
  readonly id: string;
  /** Of the tool, the arguments and the text that was shown. */
  readonly digest: string;
}

/** Signs the questions, because the answers come back through the client, and remembers which questions were approved. */
export class Questions {
  readonly #codec: RequestStateCodec<Question>;
  /** When an approval may be forgotten, by the id of its question; the oldest first. */
  readonly #spent = new Map<string, number>();

  constructor(key: Uint8Array) {
    this.#codec = createRequestStateCodec<Question>({ key, ttlSeconds: ANSWER_SECONDS });
  }

  sign(digest: string): Promise<string> {
    return this.#codec.mint({ id: randomUUID(), digest });
  }

  /** The question that a call answers. Null if there is none, it is too old, or it is not ours. */
  async read(ctx: ServerContext): Promise<Question | null> {
    const state = ctx.mcpReq.requestState();
    return typeof state === "string" ? this.#codec.verify(state, ctx).catch(() => null) : null;
  }

  /** False if the question was approved before. */
  spend({ id }: Question): boolean {
    const now = Date.now();
    for (const [old, endMs] of this.#spent) {
      if (endMs > now) break;
      this.#spent.delete(old);
    }
    if (this.#spent.has(id)) return false;
    this.#spent.set(id, now + ANSWER_SECONDS * 1000);
    return true;
  }
}

/** An approval is valid once, for the tool, the arguments and the text that was shown; anything else is asked again. */
async function askByReturning(ctx: ServerContext, args: unknown, questions: Questions): Promise<Questioning> {
  const asked = await questions.read(ctx);
  const answer = inputResponse(ctx.mcpReq.inputResponses, QUESTION);
  let open: readonly ApprovalRequest[] | null = null;
  const approve: Approve = (requests) => {
    if (answer.kind === "elicit" && asked?.digest === digest(requests, args)) {
      if (!isYes(answer)) return "none";
      if (questions.spend(asked)) return "all";
    }
    open = requests;
    return "later";
  };
  const question = async () => {
    if (open === null) return null;
    const requestState = await questions.sign(digest(open, args));
    return inputRequired({ inputRequests: { [QUESTION]: inputRequired.elicit(toForm(open)) }, requestState });
  };
  return { approve, question };
}

/** Since 2026 every request declares the client's capabilities; before, only the first one of a connection did. */
function canAnswer({ mcpReq }: ServerContext, era: "legacy" | "modern", declaredAtStart: unknown): boolean {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const declared = era === "modern" ? envelope[CLIENT_CAPABILITIES_META_KEY] : declaredAtStart;
  if (!isRecord(declared) || !isRecord(declared.elicitation)) return false;
  // An empty declaration predates the kinds of questions, and means forms.
  const { form, url } = declared.elicitation;
  return form !== undefined || url === undefined;
}

function digest(requests: readonly ApprovalRequest[], args: unknown): string {
  const asked = requests.map(({ toolName, summary }) => [toolName, summary]);
  return createHash("sha256")
    .update(JSON.stringify([asked, args ?? null]))
    .digest("base64url");
}

function toForm(requests: readonly ApprovalRequest[]): ElicitRequestFormParams {
  const lines = requests.map(({ toolName, summary, riskLevel }) => `${toolName} (${riskLevel} risk): ${summary}`);
  return {
    mode: "form",
    message: lines.map(sanitize).join("\n"),
    requestedSchema: {
      type: "object",
      properties: { approve: { type: "boolean", title: "Allow this call" } },
      required: ["approve"],
    },
  };
}

/** True only if the form was submitted with the box ticked. */
function isYes({ action, content }: { readonly action: string; readonly content?: unknown }): boolean {
  return action === "accept" && isRecord(content) && content.approve === true;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
