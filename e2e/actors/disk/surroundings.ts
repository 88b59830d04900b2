import type { SeededRandom } from '../../fuzz/random.ts';
import { makeSlowDisk } from './slow-disk.ts';
import { mountSmallDisk } from './small-disk.ts';
import { makeWanderingClock } from './wandering-clock.ts';

const MOST_SYNC_MILLISECONDS = 80;
const MOST_SECONDS_OFF = 3_600;

/** What goes wrong around a station for a while. */
export type Episode = 'full disk' | 'slow disk' | 'clock';

/** An episode with what is drawn for it: how long each sync takes, or by how much the clock is off; nothing for a full disk. */
export interface PlannedEpisode {
  readonly kind: Episode;
  readonly amount: number;
}

const MOST_AMOUNTS = { 'full disk': 1, 'slow disk': MOST_SYNC_MILLISECONDS, clock: 2 * MOST_SECONDS_OFF };

/** Draws one; always as many numbers. */
export function planEpisode(random: SeededRandom): PlannedEpisode {
  const kind = random.pick(['full disk', 'slow disk', 'clock'] as const);
  return { kind, amount: random.natural(MOST_AMOUNTS[kind]) };
}

/** Surroundings of a station's host that go wrong when one says so. Linux only. */
export interface Surroundings {
  /** What the host is to be started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** How often each was begun. */
  readonly counts: Readonly<Record<Episode, number>>;
  /** Begins an episode; call what it answers to end it. A clock stays as it was set until the next one, or `calm`. */
  begin(episode: PlannedEpisode): () => void;
  calm(): void;
  dispose(): void;
}

/** `tools` is where libraries are compiled; `disk` an empty folder at which a small file system is mounted. */
export function makeSurroundings(tools: string, disk: string): Surroundings {
  const slow = makeSlowDisk(tools);
  const clock = makeWanderingClock(tools);
  const small = mountSmallDisk(disk, 192);
  const counts = { 'full disk': 0, 'slow disk': 0, clock: 0 };
  const kinds: Record<Episode, (amount: number) => () => void> = {
    'full disk': () => small?.fill() ?? (() => undefined),
    'slow disk': (amount) => {
      slow.delaySyncs(1 + amount);
      return () => slow.delaySyncs(0);
    },
    clock: (amount) => {
      clock.setOff(amount - MOST_SECONDS_OFF);
      return () => undefined;
    },
  };
  return {
    environment: {
      ...{ ...slow.environment, ...clock.environment },
      LD_PRELOAD: `${slow.environment['LD_PRELOAD'] ?? ''} ${clock.environment['LD_PRELOAD'] ?? ''}`,
    },
    counts,
    begin({ kind, amount }) {
      counts[kind] += 1;
      return kinds[kind](amount);
    },
    calm() {
      slow.delaySyncs(0);
      clock.setOff(0);
    },
    dispose: () => small?.unmount(),
  };
}
