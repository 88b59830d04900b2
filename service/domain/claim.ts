/**
 * The fence of one attempt at one job. Every write of a worker repeats all of it in its WHERE clause; when a row no
 * longer matches, the write does nothing and answers `lost` (a value, not an exception).
 */
export interface Claim {
  readonly jobId: string;
  readonly attempt: number;
  readonly lockedUntil: Date;
}
