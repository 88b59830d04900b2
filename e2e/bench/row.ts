/** One measured figure beside what it is to be compared with. */
export interface Row {
  readonly what: string;
  readonly measured: number;
  readonly unit: string;
  /** Which direction is the good one. */
  readonly better: 'higher' | 'lower';
  /** The figure to reach, in words. */
  readonly limit: string;
  readonly isReached: boolean;
  /** What keeps it from being better: a device, a processor, a disk, a library. */
  readonly limitedBy: string;
  readonly note?: string;
}
