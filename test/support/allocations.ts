// How many bytes of buffers are made while something runs: memory that is bounded can be shown without a large file and without timing.

const MAKERS = ["alloc", "allocUnsafe", "allocUnsafeSlow", "concat", "from"] as const;

/** Buffers that are made and dropped count as well, so it is more than is held at any moment. */
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
