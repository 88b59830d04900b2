import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAS_RABBITMQ } from '../actors/servers/rabbitmq.ts';
import { HAS_RADOSGW } from '../actors/servers/radosgw.ts';
import { FAULTS } from '../faults/faults.ts';
import { sayOutcome } from '../faults/outcome.ts';
import { runFault } from '../faults/run-fault.ts';
import { openTwoStations, type TwoStations } from '../faults/two-stations.ts';

const SEED = Number(process.env['SCENARIO_SEED'] ?? 20_261_123);

/** The quick ones of what can go wrong; all of it by `npm run faults`. */
describe.skipIf(!HAS_RABBITMQ || !HAS_RADOSGW)('two stations on servers that go wrong', () => {
  let stations: TwoStations;

  beforeAll(async () => {
    stations = await openTwoStations();
  });
  afterAll(() => stations.dispose());

  it.each(FAULTS.filter(({ isQuick }) => isQuick).map((fault) => [fault.name, fault] as const))(
    '%s: nothing lost, nothing twice, nothing half',
    async (_name, fault) => {
      const outcome = await runFault(stations, fault, SEED);
      process.stdout.write(`${sayOutcome(outcome)}.\n`);
      const said = stations.members.map(({ station }) => station.output().slice(-3_000)).join('\n');
      expect(outcome, said).toMatchObject({ lost: 0, twice: 0, partial: 0 });
      expect(outcome.accepted).toBeGreaterThan(0);
    },
  );
});
