import type { TestPermissions } from './room.ts';

/** Tests see drivers and test tools that production code may not see; what another process is made of stays closed. */
export const testPermissions: readonly TestPermissions[] = [
  {
    of: 'service',
    trees: 'service e2e/actors e2e/documents',
    node: `
        child_process crypto events fs fs/promises http https module net os path readline stream stream/consumers
        timers/promises tls url util v8 worker_threads zlib`,
    npm: `
        @aws-sdk/client-s3 @pdf-lib/fontkit amqplib better-sqlite3 drizzle-orm express fast-check libxml2-wasm pg pkijs
        vitest zod`,
  },
  {
    of: 'worker',
    trees: 'worker service e2e/actors e2e/documents',
    node: 'child_process crypto fs module os path',
    npm: 'vitest',
  },
  {
    of: 'native',
    trees: 'native service/codecs service/domain service/processes service/providers service/telemetry',
    node: 'child_process crypto events fs os path timers/promises url',
    npm: 'pkcs11js vitest',
  },
  {
    of: 'main',
    trees: 'main service/config service/contract service/domain service/processes service/telemetry service/use-cases',
    node: 'child_process events fs os path',
    npm: 'vitest',
  },
  { of: 'renderer', trees: 'renderer service/contract', npm: 'vitest' },
  {
    of: 'resources',
    trees: 'resources/coverage resources/layers resources/test-order resources/test-report',
    node: 'child_process fs fs/promises os path',
    npm: 'eslint vitest',
  },
  {
    of: 'e2e',
    trees: 'client e2e main/ipc main/windows service worker/engines renderer/messages',
    node: `
        child_process crypto events fs fs/promises http https module net os path perf_hooks readline stream
        stream/consumers stream/promises timers/promises tls url util worker_threads zlib`,
    npm: `
        @aws-sdk/client-s3 @axe-core/playwright @playwright/test adm-zip better-sqlite3 electron eslint pdf-lib pdfjs-dist pg
        prettier typescript vitest yazl zod`,
  },
];
