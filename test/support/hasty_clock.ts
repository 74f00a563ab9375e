// A call clock that is due at every look, and counts its rests: shows where the event loop gets a turn. Tests only.

import { CallClock } from "../../src/disk/call_clock.ts";

/** Every slice is used up at once. */
export class HastyClock extends CallClock {
  rests = 0;
  readonly #onRest: () => void;

  constructor(onRest: () => void = () => {}, signal?: AbortSignal) {
    super({ signal });
    this.#onRest = onRest;
  }

  override isDue(): boolean {
    return true;
  }

  override async rest(): Promise<void> {
    this.rests += 1;
    this.#onRest();
    await super.rest();
  }
}
