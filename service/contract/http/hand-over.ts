import type { Inspection } from './inspection.ts';

/** A verdict that can be handed over with the file: what was checked, by its hash, and what was found. */
export interface HandOver {
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex; null where it could not be taken (a page that is not of this machine and without TLS). */
  readonly sha256: string | null;
  readonly originals: readonly { readonly name: string; readonly sha256: string | null }[];
  /** Null where it could not be checked. */
  readonly inspection: Inspection | null;
  /** ISO 8601. */
  readonly checkedAt: string;
  /** Host and port that the station was asked at. */
  readonly station: string;
  /** Null where the station does not tell. */
  readonly stationVersion: string | null;
}
