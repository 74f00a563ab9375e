import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ProgressTarget, startProgress } from "../../src/mcp/progress.ts";

describe("progress", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function begin(request: Partial<ProgressTarget>) {
    const sent: unknown[] = [];
    const notify = async (notification: unknown) => void sent.push(notification);
    return { sent, stop: startProgress({ notify, ...request }, "tree") };
  }

  const beat = (progressToken: string | number, seconds: number) => ({
    method: "notifications/progress",
    params: { progressToken, progress: seconds, message: `tree: ${seconds} s` },
  });

  /** Second by second, with time for what was sent to arrive. */
  async function passSeconds(count: number): Promise<void> {
    for (let second = 0; second < count; second++) {
      vi.advanceTimersByTime(1000);
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    }
  }

  test("tells each second how long a call has been at work, until it is stopped", async () => {
    const { sent, stop } = begin({ _meta: { progressToken: 0 } });
    vi.advanceTimersByTime(999);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    await Promise.resolve();
    await Promise.resolve();
    await passSeconds(2);
    stop();
    vi.advanceTimersByTime(5000);
    expect(sent).toEqual([beat(0, 1), beat(0, 2), beat(0, 3)]);
  });

  test("tells nothing to who did not ask", () => {
    for (const request of [{}, { _meta: {} }]) {
      const { sent, stop } = begin(request);
      vi.advanceTimersByTime(5000);
      stop();
      expect(sent).toEqual([]);
    }
  });

  test("a client that cannot be told is no fault of the call", async () => {
    let tries = 0;
    const notify = async () => {
      tries += 1;
      throw new Error("gone");
    };
    const { stop } = begin({ _meta: { progressToken: "p" }, notify });
    await passSeconds(2);
    stop();
    expect(tries).toBe(2);
  });

  test("a client that does not read is told one thing at a time", async () => {
    const arrivals: (() => void)[] = [];
    const notify = () => new Promise<void>((resolve) => arrivals.push(resolve));
    const { stop } = begin({ _meta: { progressToken: "p" }, notify });
    await passSeconds(10);
    expect(arrivals.length).toBe(1);
    arrivals[0]?.();
    await Promise.resolve();
    await Promise.resolve();
    await passSeconds(1);
    expect(arrivals.length).toBe(2);
    stop();
  });
});
