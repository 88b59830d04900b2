import { createHash } from 'node:crypto';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** They take minutes and wait for most of them: one that begins last leaves the cores idle until it ends. */
export const LONG = [
  'e2e/scenarios/faults.scenario.test.ts',
  'e2e/scenarios/cut-cables.scenario.test.ts',
  'e2e/scenarios/crash.scenario.test.ts',
  'e2e/scenarios/many-stations.scenario.test.ts',
  'service/broker/rabbitmq/rabbitmq-broker.integration.test.ts',
  'e2e/scenarios/server-package.scenario.test.ts',
  'e2e/scenarios/on-servers.scenario.test.ts',
  'service/providers/diagnosis/token-doctor.integration.test.ts',
  'e2e/scenarios/long-term.scenario.test.ts',
  'e2e/fuzz/fuzz.scenario.test.ts',
  'worker/engines/asic/asic-memory.integration.test.ts',
  'service/persistence/postgres/postgres-persistence.integration.test.ts',
  'service/providers/configured/misbehaving-token.integration.test.ts',
  'e2e/scenarios/renewals.scenario.test.ts',
  'e2e/scenarios/broken-off.scenario.test.ts',
];

/** Long files first, the others in an order that the seed alone decides: no test may depend on it. */
export class LongFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    return Promise.resolve(longFirst(files, ({ moduleId }) => path.relative(ROOT, moduleId), seed));
  }
}

/** `nameOf`: a file's path within the project. */
export function longFirst<T>(files: readonly T[], nameOf: (file: T) => string, seed: number): T[] {
  const drawn = (name: string): string => createHash('sha256').update(`${seed} ${name}`).digest('hex');
  const placed = files.map((file) => {
    const name = nameOf(file);
    const place = LONG.indexOf(name);
    return { file, place: place === -1 ? LONG.length : place, drawn: drawn(name) };
  });
  placed.sort((a, b) => a.place - b.place || (a.drawn < b.drawn ? -1 : 1));
  return placed.map(({ file }) => file);
}
