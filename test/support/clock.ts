// A clock that advances whenever it is read: time limits then end after a number of looks, on any machine. Tests only.

/** The clock advances by `stepMs` with every look during `act`. Timers are not affected. */
export async function withSteppedClock<T>(
  stepMs: number,
  act: () => Promise<T>,
): Promise<{ result: T; looks: number }> {
  await endSlice();
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
    await endSlice();
  }
}

/** A slice ends with its turn. One that began by the other clock would not end in time. */
function endSlice(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
