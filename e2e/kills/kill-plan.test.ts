import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../fuzz/random.ts';
import { killPlan, serverKillPlan, victimAmong, type KillTurn } from './kill-plan.ts';

function turns<Turn>(plan: Generator<Turn, never>, count: number): Turn[] {
  return Array.from({ length: count }, () => plan.next().value);
}

describe('what a seed decides about kills', () => {
  it('is the same for the same seed, and another for another one', () => {
    expect(turns(killPlan(7), 240)).toEqual(turns(killPlan(7), 240));
    expect(turns(killPlan(7), 240)).not.toEqual(turns(killPlan(8), 240));
    const onServers = (seed: number) => turns(serverKillPlan(new SeededRandom(seed)), 240);
    expect(onServers(7)).toEqual(onServers(7));
    expect(onServers(7)).not.toEqual(onServers(8));
  });

  it('leaves out nothing that is to be killed or to go wrong', () => {
    const plan = turns(killPlan(1), 240);
    const victims = new Set(plan.map((turn: KillTurn) => turn.victims));
    expect(victims).toEqual(new Set(['worker', 'token-host', 'children', 'host', 'host and children']));
    const episodes = new Set(plan.flatMap(({ episode }) => (episode === undefined ? [] : [episode.kind])));
    expect(episodes).toEqual(new Set(['full disk', 'slow disk', 'clock']));
    const onServers = new Set(turns(serverKillPlan(new SeededRandom(1)), 240).map(({ victim }) => victim));
    const all = ['host', 'Postgres', 'S3', 'RabbitMQ', 'worker', 'publisher', 'token-host'] as const;
    expect(onServers).toEqual(new Set(all));
  });

  it('names a process by what it does, not by its place among those that are there', () => {
    const worker = { pid: 1, role: 'worker' } as const;
    const tokenHost = { pid: 2, role: 'token-host' } as const;
    expect(victimAmong([worker, tokenHost], 'token-host')).toBe(tokenHost);
    expect(victimAmong([tokenHost, worker], 'token-host')).toBe(tokenHost);
    expect(victimAmong([worker], 'token-host')).toBe(worker);
    expect(victimAmong([], 'worker')).toBeUndefined();
  });
});
