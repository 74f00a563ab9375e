// Counts the bytes of buffers that are allocated while something runs. Shows bounded memory without a large file and without timing.

const MAKERS = ["alloc", "allocUnsafe", "allocUnsafeSlow", "concat", "from"] as const;

/** Includes buffers that are dropped again, so it is more than is in use at any moment. */
export async function countAllocated<T>(act: () => Promise<T>): Promise<{ result: T; bytes: number }> {
  const originals = MAKERS.map((name) => [name, Buffer[name]] as const);
  let bytes = 0;
  for (const [name, make] of originals)
    Reflect.set(Buffer, name, (...asked: unknown[]) => {
      const made: Buffer = Reflect.apply(make, Buffer, asked);
      bytes += made.length;
      return made;
    });
  try {
    return { result: await act(), bytes };
  } finally {
    for (const [name, make] of originals) Reflect.set(Buffer, name, make);
  }
}
