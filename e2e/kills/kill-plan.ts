import { planEpisode, type PlannedEpisode } from '../actors/disk/surroundings.ts';
import type { StationChild } from '../actors/station/running-station.ts';
import { SeededRandom } from '../fuzz/random.ts';

/*
 * What a seed repeats. A plan is drawn ahead of what happens, and nothing else draws from its numbers: whether a process
 * was there, how many there were and how long anything took changes no later turn.
 */

type Role = StationChild['role'];

/** One turn against a station: what goes wrong around it, and which processes are killed then. */
export interface KillTurn {
  readonly number: number;
  /** Since the turn before was over. */
  readonly pauseMilliseconds: number;
  readonly victims: 'host' | 'host and children' | 'children' | Role;
  readonly episode: (PlannedEpisode & { readonly before: number; readonly after: number }) | undefined;
}

/**
 * All children at one moment every fourth time; the host every twelfth time, so that there is something for it to leave
 * behind, by turns with all its children and alone. Every fifth time something else goes wrong as well, before and after
 * the kill.
 */
export function* killPlan(seed: number): Generator<KillTurn, never> {
  const random = new SeededRandom(seed);
  for (let number = 1; ; number++) {
    const pauseMilliseconds = 10 + random.natural(60);
    const child = random.pick<Role>(['worker', 'token-host']);
    if (number % 12 === 0) {
      yield {
        number,
        pauseMilliseconds,
        victims: number % 24 === 0 ? 'host and children' : 'host',
        episode: undefined,
      };
      continue;
    }
    const drawn = { ...planEpisode(random), before: 20 + random.natural(100), after: 20 + random.natural(100) };
    const episode = number % 5 === 0 ? drawn : undefined;
    yield { number, pauseMilliseconds, victims: number % 4 === 0 ? 'children' : child, episode };
  }
}

/** Of a hundred kills: hosts, and each of the servers; the others are processes of stations. */
const SHARES = { host: 12, Postgres: 8, S3: 5, RabbitMQ: 3 } as const;

/** One turn against two stations and their servers. */
export interface ServerKillTurn {
  readonly pauseMilliseconds: number;
  /** The station whose host or child it is. */
  readonly member: 0 | 1;
  readonly victim: keyof typeof SHARES | Role;
}

export function* serverKillPlan(random: SeededRandom): Generator<ServerKillTurn, never> {
  for (;;) {
    const pauseMilliseconds = 10 + random.natural(300);
    const member = random.pick([0, 1] as const);
    const child = random.pick<Role>(['worker', 'publisher', 'token-host']);
    yield { pauseMilliseconds, member, victim: shareOf(random.natural(100)) ?? child };
  }
}

function shareOf(hundredth: number): keyof typeof SHARES | undefined {
  let left = hundredth;
  for (const [what, share] of Object.entries(SHARES) as [keyof typeof SHARES, number][]) {
    left -= share;
    if (left < 0) return what;
  }
  return undefined;
}

/** The child that is meant, or, where it is not there, another one; none where there is none. */
export function victimAmong(children: readonly StationChild[], role: Role): StationChild | undefined {
  return children.find((child) => child.role === role) ?? children[0];
}
