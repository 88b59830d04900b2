import type { StationOffer, StationState } from '../contract/http/stations.ts';
import type { ReleasedClaim } from './unattended-store.ts';

/** What a station says of itself to the others. */
export interface StationCard {
  /** The installation's id, the same after a restart. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly roles: readonly string[];
  readonly startedAt: Date;
  readonly offer: StationOffer;
}

export interface KnownStation extends StationCard {
  readonly state: StationState;
  readonly lastSeenAt: Date;
}

/** Work that one station does for all of them. */
export const CHORES = ['jobs', 'files'] as const;
export type Chore = (typeof CHORES)[number];

/** The stations that share a database; a driver that several hosts can use at once has it. */
export interface StationStore {
  /** Writes what a station says of itself: the sign that it lives. */
  announceStation(card: StationCard): Promise<void>;
  /** The station stops in order. What it had to offer stays known: it may be starting again. */
  retireStation(id: string): Promise<void>;
  /** All that were heard of in the last thirty days, by the database's clock. */
  listStations(): Promise<readonly KnownStation[]>;
  /**
   * Releases the claims of a station that is gone, as UnattendedStore.releaseClaims does without blame. Its lock, which
   * ends with its connection, is held meanwhile: undefined when the station holds it, and nothing was released.
   */
  takeOverClaims(stationId: string, now: Date): Promise<readonly ReleasedClaim[] | undefined>;
  /** Whether this station is the one for a chore now; it stays the one for as long as its connection lasts. */
  leads(chore: Chore): Promise<boolean>;
}
