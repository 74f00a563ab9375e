// A clock that advances whenever it is read: time limits then end after a number of looks, on any machine. Tests only.

import { vi } from "vitest";

/** The clock advances by `stepMs` with every look during `act`. Timers are not affected. */
export async function withSteppedClock<T>(
  stepMs: number,
  act: () => Promise<T>,
): Promise<{ result: T; looks: number }> {
  await endSlice();
  const now = performance.now.bind(performance);
  let looks = 0;
  const spy = vi.spyOn(performance, "now").mockImplementation(() => {
    looks += 1;
    return now() + looks * stepMs;
  });
  try {
    const result = await act();
    return { result, looks };
  } finally {
    spy.mockRestore();
    await endSlice();
  }
}

/** A slice ends with its turn. One that began by the other clock would not end in time. */
function endSlice(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
