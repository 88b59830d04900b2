import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAS_RABBITMQ } from '../actors/servers/rabbitmq.ts';
import { HAS_RADOSGW } from '../actors/servers/radosgw.ts';
import { FAULTS } from '../faults/faults.ts';
import { sayOutcome } from '../faults/outcome.ts';
import { runFault } from '../faults/run-fault.ts';
import { openTwoStations, type TwoStations } from '../faults/two-stations.ts';
import { killAll } from '../kills/kill-all.ts';

const SEED = Number(process.env['SCENARIO_SEED'] ?? 20_261_123);

const KILLS = Number(process.env['SCENARIO_KILLS'] ?? 3);
const killed: string[] = [];

/** What is quick of what can go wrong, and some kills; all of it by `npm run faults` and `npm run kills -- --servers`. */
const TRIED = [
  ...FAULTS.filter(({ isQuick, isOfCables = false }) => isQuick && !isOfCables),
  killAll(KILLS, (what) => void killed.push(what)),
];

describe.skipIf(!HAS_RABBITMQ || !HAS_RADOSGW)('two stations on servers that go wrong', () => {
  let stations: TwoStations;

  beforeAll(async () => {
    stations = await openTwoStations();
  });
  afterAll(() => stations.dispose());

  it.each(TRIED.map((fault) => [fault.name, fault] as const))(
    '%s: nothing lost, nothing twice, nothing half',
    async (_name, fault) => {
      const outcome = await runFault(stations, fault, SEED);
      process.stdout.write(`${sayOutcome(outcome)}.\n`);
      const said = stations.members.map(({ station }) => station.output().slice(-3_000)).join('\n');
      expect(outcome, said).toMatchObject({ lost: 0, twice: 0, partial: 0 });
      expect(outcome.accepted).toBeGreaterThan(0);
    },
  );

  it('has killed as many as it was to, of more than one kind', () => {
    process.stdout.write(`Killed: ${killed.join(', ')}.\n`);
    expect(killed).toHaveLength(KILLS);
    expect(new Set(killed).size).toBeGreaterThan(1);
  });
});
