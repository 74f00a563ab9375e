// An open file descriptor that is closed once and cannot be used afterwards.

import { closeSync } from "node:fs";
import { internalFailure } from "../errors/calls.ts";
import { toToolError } from "./faults.ts";

export class Descriptor {
  /** The path for error messages. */
  readonly asked: string;
  #fd: number;

  /** Takes ownership of `fd`. */
  constructor(fd: number, asked: string) {
    this.#fd = fd;
    this.asked = asked;
  }

  /** Read it on every use: after closing, the number may belong to something else. */
  get fd(): number {
    this.requireOpen();
    return this.#fd;
  }

  get isOpen(): boolean {
    return this.#fd >= 0;
  }

  requireOpen(asked = this.asked): void {
    if (!this.isOpen) throw internalFailure(asked, "it or its toolkit is closed");
  }

  close(): void {
    if (!this.isOpen) return;
    const fd = this.#fd;
    this.#fd = -1;
    try {
      this.release(fd);
    } catch (error) {
      throw toToolError(error, this.asked);
    }
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Called when it is closed. */
  protected release(fd: number): void {
    closeSync(fd);
  }
}

/** For what follows opening `fd`, and takes it over if it succeeds: even its status cannot be read if the disk fails. */
export function closeOnFailure<T>(fd: number, act: () => T): T {
  try {
    return act();
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
