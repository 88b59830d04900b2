/**
 * Unit tests that measure the processor time of their work, or have a whole minute of it when they are counted. Counting
 * every branch keeps the engine from optimising, and makes it ten times as long: where the others are counted, these run by
 * themselves.
 */
export const MEASURED = [
  'service/codecs/crl/crl.test.ts',
  'service/codecs/pdf/drawn-streams.test.ts',
  'service/codecs/pdf/encryption/document-encryption.test.ts',
  'service/codecs/pdf/hostile-input.test.ts',
  'service/codecs/pdf/resource-limits.test.ts',
  'service/codecs/pdf/stamp/signature-stamp.test.ts',
  'service/trust/lists/hostile-lists.test.ts',
  'service/verification/cades/cms-mutations.test.ts',
  'service/verification/cades/verify-cades.test.ts',
  'service/verification/pades/damaged-pdfs.test.ts',
  'service/verification/xades/hostile-documents.test.ts',
];

/**
 * Unit tests that put a module of their own in the place of another one: nobody else may meet it, so each of these files
 * loads all its modules anew. All others share what they have loaded, which is a quarter of the work.
 */
export const REPLACING_MODULES = [
  'main/processes/utility-process-launcher.test.ts',
  'service/codecs/x509/started-hashes.test.ts',
  'service/processes/channel-bytes.test.ts',
  'service/storage/local/syncs-of-a-put.test.ts',
  'service/use-cases/renew-on-schedule.test.ts',
];

/** The projects of vitest whose tests are counted; `resources/setup/test-runs.mjs` runs the same. */
export const COUNTED_PROJECTS = ['unit', 'unit-alone'];
