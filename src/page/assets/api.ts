// Sends requests to the server, with the token in a header, and turns failures into messages for people.

import type { BuiltIn } from "../../call/built_in.ts";
import type { ResourceOutcome } from "../../call/resources.ts";
import type { MarkedListing } from "../../explain/marks/types.ts";
import type { Explanation } from "../../explain/types.ts";
import type { AnswerFormat } from "../../tools/found.ts";
import type { KeptAnswer, ToolReply } from "../wire.ts";

/** The server refused, or does not answer. */
export class AskFailure extends Error {
  /** 0: no answer. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface Asked {
  readonly name: BuiltIn;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly format: AnswerFormat;
}

export class Api {
  token = "";
  /** Called when the server does not accept the token. */
  onRefused = (): void => {};

  list(path: string): Promise<ResourceOutcome<MarkedListing>> {
    return this.#post("/page/list", { path });
  }

  explain(path: string, signal: AbortSignal): Promise<ResourceOutcome<Explanation>> {
    return this.#post("/page/explain", { path }, signal);
  }

  call(call: Asked, signal: AbortSignal): Promise<ToolReply> {
    return this.#post("/page/call", call, signal);
  }

  /** The answer of a call in the list. */
  answer(number: number): Promise<KeptAnswer> {
    return this.#post("/page/answer", { number });
  }

  /** The stream of calls. */
  async open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const { body } = await this.#fetch("/page/calls", {}, signal);
    if (body === null) throw new AskFailure(0, "the server sent nothing");
    return body;
  }

  async #post<Reply>(path: string, body: unknown, signal?: AbortSignal): Promise<Reply> {
    const headers = { "content-type": "application/json" };
    const response = await this.#fetch(path, { method: "POST", headers, body: JSON.stringify(body) }, signal);
    return await response.json();
  }

  async #fetch(path: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
    const headers = { ...init.headers, authorization: `Bearer ${this.token}` };
    const options: RequestInit = { ...init, headers, cache: "no-store", credentials: "omit", redirect: "error" };
    const response = await fetch(path, signal ? { ...options, signal } : options).catch((error: unknown) => {
      throw signal?.aborted ? error : new AskFailure(0, "The server does not answer.");
    });
    if (response.ok) return response;
    if (response.status === 401) this.onRefused();
    throw new AskFailure(response.status, await readMessage(response));
  }
}

async function readMessage(response: Response): Promise<string> {
  const refusal: unknown = await response.json().catch(() => null);
  const { error } = Object(refusal);
  return `The server refused: ${String(error?.message ?? response.status)}.`;
}

export function toProblem(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Makes one request at a time: a newer one aborts the previous one, whose outcome is dropped. */
export class Latest {
  #controller = new AbortController();

  async ask<Reply>(
    request: (signal: AbortSignal) => Promise<Reply>,
    show: (reply: Reply) => void,
    fail: (problem: string) => void,
  ): Promise<void> {
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    try {
      const reply = await request(signal);
      if (!signal.aborted) show(reply);
    } catch (error) {
      if (!signal.aborted) fail(toProblem(error));
    }
  }
}
