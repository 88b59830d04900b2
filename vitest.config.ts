import { defineConfig } from 'vitest/config';
import { MEASURED, REPLACING_MODULES } from './resources/coverage/unit-tests.ts';
import { LongFirst } from './resources/test-order/long-first.ts';
import { outcomeReporter } from './resources/test-report/outcome-reporter.ts';

/** The file where `npm test` reads what a run came to. */
const OUTCOME = process.env['STATION_TEST_OUTCOME'];

const UNITS = {
  environment: 'node',
  // Not a measure of speed: a busy machine may take ten times as long.
  testTimeout: 240_000,
  hookTimeout: 240_000,
} as const;

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{main,service,worker,native,renderer}/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts', ...MEASURED, ...REPLACING_MODULES],
          isolate: false,
          ...UNITS,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-tools',
          include: ['{resources,e2e}/**/*.test.ts'],
          exclude: ['**/*.scenario.test.ts'],
          isolate: false,
          ...UNITS,
        },
      },
      { extends: true, test: { name: 'unit-alone', include: REPLACING_MODULES, ...UNITS } },
      { extends: true, test: { name: 'unit-measured', include: MEASURED, ...UNITS } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['{service,worker,native,main}/**/*.integration.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'scenarios',
          include: ['e2e/**/*.scenario.test.ts'],
          testTimeout: 420_000,
          hookTimeout: 240_000,
          sequence: { shuffle: false },
        },
      },
    ],
    // For `npm test -- --coverage` and `npm run coverage`, of the unit tests only.
    coverage: {
      provider: 'v8',
      include: ['{main,service,worker,native,renderer}/**/*.ts'],
      exclude: ['**/*.{test,suite,spec}.ts'],
      reporter: ['json-summary'],
      reportOnFailure: true,
    },
    reporters: ['default', ...(OUTCOME === undefined ? [] : [outcomeReporter(OUTCOME)])],
    // Left to itself the runner keeps one of two cores for itself, and these tests wait much of their time.
    maxWorkers: 2,
    // Not a measure of speed either: what never comes true fails, however long that takes here.
    expect: { poll: { interval: 50, timeout: 45_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    allowOnly: false,
    passWithNoTests: false,
    dangerouslyIgnoreUnhandledErrors: false,
    sequence: { shuffle: true, sequencer: LongFirst },
  },
});
