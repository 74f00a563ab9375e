// Calls a tool for a form and shows the answer. A newer call replaces one that is still running.

import { AnswerBox } from "./answer_box.ts";
import { type Api, type Asked, toProblem } from "./api.ts";

export class Asker {
  readonly box: AnswerBox;
  readonly #api: Api;
  #controller = new AbortController();

  constructor(api: Api, label: string) {
    this.#api = api;
    this.box = new AnswerBox(label);
  }

  async ask(call: Asked): Promise<void> {
    this.#controller.abort();
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.box.wait(`${call.name} ${JSON.stringify(call.arguments)}`);
    try {
      const answer = await this.#api.call(call, signal);
      if (!signal.aborted) this.box.show(answer);
    } catch (error) {
      const problem = toProblem(error, signal);
      if (problem !== null) this.box.fail(problem);
    }
  }
}
