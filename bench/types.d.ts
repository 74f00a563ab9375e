// The types that the parts of the benchmark share.

/** Which time is compared: processor time of this process or of its children, or wall time. */
export type Meter = "cpu" | "wall";

export interface Contestant {
  readonly name: string;
  /** How it differs from what the case requires. */
  readonly differs?: string;
  /** One call. Its result is passed to `check` once. */
  run(): unknown;
  /** Throws if the answer is wrong. */
  check?(answer: unknown): void;
  /** For contestants that take many seconds. */
  readonly maxRounds?: number;
  /** Processor milliseconds used so far, if `process.cpuUsage` does not include them. */
  readCpuMs?(): number;
  /** For one in a process of its own, which warms up and takes the samples itself. Returns how many calls make a sample. */
  warmUp?(): Promise<number>;
  /** Milliseconds for one call, on average. */
  sample?(calls: number): Promise<{ readonly wallMs: number; readonly cpuMs: number }>;
}

export interface Goal {
  /** The name of a contestant, or the start of several names. */
  readonly against: string;
  /** Porthole's time divided by the other's may be at most this. */
  readonly atMost?: number;
  /** Porthole may take at most so many milliseconds more. */
  readonly atMostMoreMs?: number;
}

export interface Prepared {
  readonly contestants: readonly Contestant[];
  close?(): void;
}

/** The location of the trees, and a folder for the case's own files. */
export interface Bench {
  tree(name: string): string;
  readonly scratch: string;
}

export interface Case {
  readonly id: string;
  readonly title: string;
  readonly meter: Meter;
  /** Needs the tree of a million files. */
  readonly isLarge?: boolean;
  readonly goals: readonly Goal[];
  prepare(bench: Bench): Promise<Prepared>;
}

export interface Figures {
  readonly name: string;
  readonly differs: string | null;
  /** The number of calls in a sample. */
  readonly calls: number;
  /** Milliseconds per call, one number for each round. */
  readonly wallMs: readonly number[];
  readonly cpuMs: readonly number[];
}

export interface CaseFigures {
  readonly id: string;
  readonly title: string;
  readonly meter: Meter;
  readonly goals: readonly Goal[];
  readonly figures: readonly Figures[];
}

export interface MemoryFigures {
  readonly call: string;
  readonly idleMb: number;
  readonly peakMb: number;
}
