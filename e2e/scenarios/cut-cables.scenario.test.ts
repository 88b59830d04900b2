import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAS_RABBITMQ } from '../actors/servers/rabbitmq.ts';
import { HAS_RADOSGW } from '../actors/servers/radosgw.ts';
import { CABLE_FAULTS } from '../faults/cable-faults.ts';
import { sayOutcome } from '../faults/outcome.ts';
import { runFault } from '../faults/run-fault.ts';
import { openTwoStations, type TwoStations } from '../faults/two-stations.ts';

const SEED = Number(process.env['SCENARIO_SEED'] ?? 20_261_126);
const QUICK = CABLE_FAULTS.filter(({ isQuick }) => isQuick);

describe.skipIf(!HAS_RABBITMQ || !HAS_RADOSGW)('two stations whose cables to servers are pulled', () => {
  let stations: TwoStations | undefined;

  beforeAll(async () => {
    stations = await openTwoStations({ overCables: true });
  });
  afterAll(() => stations?.dispose());

  it.each(QUICK.map((fault) => [fault.name, fault] as const))(
    '%s: nothing lost, nothing twice, nothing half',
    async (_name, fault) => {
      // What is not possible here was said.
      if (stations?.members[0].cables === undefined) return;
      const outcome = await runFault(stations, fault, SEED);
      process.stdout.write(`${sayOutcome(outcome)}.\n`);
      const said = stations.members.map(({ station }) => station.output().slice(-3_000)).join('\n');
      expect(outcome, said).toMatchObject({ lost: 0, twice: 0, partial: 0 });
      expect(outcome.accepted).toBeGreaterThan(0);
    },
  );
});
