// What the parts of the bench hand to each other. Types only.

/** Whose time is compared: processor time of this process, or of the processes it starts, or the clock on the wall. */
export type Meter = "cpu" | "wall";

export interface Contestant {
  readonly name: string;
  /** What it does not do, or does more, than the case asks. */
  readonly differs?: string;
  /** One call. Whatever it returns is handed to `check` once. */
  run(): unknown;
  /** Throws if the answer is not what was asked for. */
  check?(answer: unknown): void;
  /** For one that takes many seconds. */
  readonly maxRounds?: number;
  /** Processor milliseconds used so far, where `process.cpuUsage` does not see them. */
  readCpuMs?(): number;
}

export interface Goal {
  /** The name of a contestant, or the beginning of the names of several. */
  readonly against: string;
  /** Porthole's time divided by the other's may be at most this. */
  readonly atMost: number;
}

export interface Prepared {
  readonly contestants: readonly Contestant[];
  close?(): void;
}

/** Where the trees are, and a folder for what a case makes for itself. */
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
  /** How many calls one sample has. */
  readonly calls: number;
  /** Milliseconds for one call, a number for each round. */
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
