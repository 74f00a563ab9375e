// A clock that goes on whenever somebody looks: what is bounded by time then ends after so many looks, on any machine. Tests only.

/** `stepMs` pass with every look while `act` works. Timers keep to their own time. */
export async function withSteppedClock<T>(
  stepMs: number,
  act: () => Promise<T>,
): Promise<{ result: T; looks: number }> {
  const { hrtime } = process;
  let looks = 0;
  const step = ([seconds, nanoseconds]: [number, number]): [number, number] => {
    looks += 1;
    return [seconds, nanoseconds + looks * stepMs * 1e6];
  };
  process.hrtime = Object.assign(() => step(hrtime()), { bigint: hrtime.bigint });
  try {
    const result = await act();
    return { result, looks };
  } finally {
    process.hrtime = hrtime;
  }
}
