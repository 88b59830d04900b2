/** One thing that is counted of a case: whether it came out as it should. */
export interface Measure {
  readonly name: string;
  /** The share that is to be reached, from 0 to 1. */
  readonly goal: number;
  /** The share that has been reached; a run that stays below it fails. Raised as the station gets better, never lowered. */
  readonly floor: number;
}

/** What one case came to. A case that died or took too long is a miss in everything that it was to be measured by. */
export interface CaseScore {
  /** Right or wrong, by name of the measure; a measure that does not concern the case is absent. */
  readonly measures: Readonly<Record<string, boolean>>;
  /** What the station said, on one line. */
  readonly says: string;
  /** Everything else that helps to judge a miss, for the JSON. */
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface CorpusCase {
  /** Unique within the part. */
  readonly id: string;
  /** The row of the table it is counted in: a format, a chapter. */
  readonly group: string;
  /** What the manifest says of it, on one line: `--only` looks at it, too. */
  readonly about: string;
  /** Names of the measures that this case will be scored by. */
  readonly measures: readonly string[];
}

/** A kind of corpus: its manifest, and how one case of it is tried. Each case is tried in a process of its own kind. */
export interface CorpusPart {
  readonly name: string;
  readonly measures: readonly Measure[];
  /** The cases below `folder`; none when it has no such manifest. */
  cases(folder: string): readonly CorpusCase[];
  /** Made once in each process that tries cases; `try` is given the id of one. */
  open(folder: string): Promise<CaseRunner> | CaseRunner;
  /** A remark to stand beside a miss, such as the verdict of another program. */
  remark?(folder: string, id: string): string | null;
}

export interface CaseRunner {
  try(id: string): Promise<CaseScore>;
  dispose(): void;
}
