import { defineConfig } from 'vitest/config';

/**
 * Unit tests that measure the processor time of their work. Counting every branch keeps the engine from optimising, and
 * makes it ten times as long: where the others are counted, these run by themselves (`resources/coverage`).
 */
const MEASURED = [
  'service/codecs/crl/crl.test.ts',
  'service/codecs/pdf/encryption/document-encryption.test.ts',
  'service/codecs/pdf/hostile-input.test.ts',
  'service/codecs/pdf/resource-limits.test.ts',
  'service/codecs/pdf/stamp/signature-stamp.test.ts',
  'service/verification/cades/cms-mutations.test.ts',
  'service/verification/cades/verify-cades.test.ts',
  'service/verification/pades/damaged-pdfs.test.ts',
  'service/verification/xades/hostile-documents.test.ts',
];
const units = process.env['UNIT_TESTS'] ?? 'all';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include:
            units === 'measured' ? MEASURED : ['{main,service,worker,native,renderer,resources,e2e}/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts', '**/*.scenario.test.ts', ...(units === 'counted' ? MEASURED : [])],
          environment: 'node',
          // Not a measure of speed: a busy machine may take ten times as long.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
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
    sequence: { shuffle: true },
  },
});
