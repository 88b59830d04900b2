import { forbiddenInPrograms } from './forbidden-in-programs.suite.ts';

/**
 * Imports that must never come to be: the file that would have it, and what it would import (a file of the project,
 * `node:` and one of Node's modules, or a package). Written by hand, not from the permissions: who gives a permission
 * too many finds its harm named here.
 */
export const forbiddenImports: readonly (readonly [from: string, to: string])[] = [
  ['service/contract/planted.ts', 'service/domain/records.ts node:crypto node:fs express'],
  ['service/contract/jobs/planted.ts', 'service/codecs/byte-source.ts node:path drizzle-orm'],
  [
    'service/domain/planted.ts',
    'node:crypto node:fs service/codecs/byte-source.ts service/persistence/persistence.ts zod',
  ],
  [
    'service/codecs/planted.ts',
    'node:fs node:net service/verification/verification.ts service/contract/vocabulary/states.ts',
  ],
  ['service/stamps/planted.ts', 'node:http service/domain/station-error.ts service/verification/verification.ts zod'],
  ['service/reports/planted.ts', 'node:http renderer/state/announcer.ts service/use-cases/ports.ts zod svelte'],
  ['service/codecs/pdf/planted.ts', 'node:fs/promises node:http service/domain/station-error.ts zod pdf-lib'],
  [
    'service/codecs/json/planted.ts',
    'node:fs service/domain/station-error.ts service/contract/vocabulary/states.ts zod',
  ],
  ['service/codecs/zip/planted.ts', 'node:child_process service/storage/file-source.ts yazl adm-zip'],
  ['service/codecs/xmldsig/planted.ts', 'node:https node:dns worker/engines/engine.ts better-sqlite3'],
  [
    'service/verification/planted.ts',
    'service/persistence/persistence.ts service/http/guard.ts node:fs node:net express',
  ],
  [
    'service/verification/signature-arithmetic/planted.ts',
    'service/verification/certificate-path/path-validator.ts service/contract/vocabulary/reason-codes.ts node:fs zod',
  ],
  [
    'service/verification/certificate-path/planted.ts',
    'service/verification/cades/verify-cades.ts service/persistence/persistence.ts node:https node-forge @noble/curves',
  ],
  [
    'service/verification/cades/planted.ts',
    'service/verification/pades/verify-pades.ts service/verification/xades/verify-xades.ts node:fs zod',
  ],
  [
    'service/verification/xades/planted.ts',
    'service/verification/cades/verify-cades.ts service/verification/asic/verify-asic.ts node:http libxml2-wasm',
  ],
  [
    'service/verification/evidence/planted.ts',
    'service/verification/cades/verify-cades.ts service/verification/timestamps/open-token.ts node:https zod',
  ],
  [
    'service/verification/timestamps/planted.ts',
    'service/verification/xades/verify-xades.ts service/verification/pades/verify-pades.ts node:fs zod',
  ],
  [
    'service/verification/pades/planted.ts',
    'service/verification/xades/verify-xades.ts worker/engines/engine.ts node:child_process pdf-lib',
  ],
  ['service/verification/asic/planted.ts', 'service/verification/pades/verify-pades.ts node:fs/promises yazl'],
  ['service/verification/verifier/planted.ts', 'service/processes/fork/fork-launcher.ts node:child_process express'],
  [
    'service/use-cases/planted.ts',
    'service/persistence/sqlite/sqlite-persistence.ts service/storage/local/local-object-store.ts service/http/guard.ts',
  ],
  ['service/use-cases/planted-wiring.ts', 'service/composition/station.ts service/broker/embedded/embedded-broker.ts'],
  ['service/use-cases/planted-io.ts', 'node:fs node:fs/promises node:net express zod better-sqlite3'],
  ['service/persistence/planted.ts', 'service/persistence/sqlite/sqlite-persistence.ts node:fs better-sqlite3 zod'],
  [
    'service/persistence/tables/planted.ts',
    'service/persistence/sqlite/sqlite-persistence.ts service/broker/broker.ts node:fs better-sqlite3 pg',
  ],
  [
    'service/persistence/postgres/planted.ts',
    'service/persistence/sqlite/sqlite-persistence.ts node:net better-sqlite3',
  ],
  ['service/persistence/link/planted.ts', 'service/persistence/sqlite/sqlite-persistence.ts node:net drizzle-orm'],
  [
    'service/persistence/sqlite/planted.ts',
    'service/broker/embedded/embedded-broker.ts service/storage/local/local-object-store.ts node:child_process express',
  ],
  ['worker/open-storage.ts', 'service/config/configuration.ts native/host/token-host.ts node:net @aws-sdk/client-s3'],
  [
    'service/broker/rabbitmq/planted.ts',
    'service/broker/embedded/embedded-broker.ts service/config/configuration.ts service/persistence/persistence.ts node:net @aws-sdk/client-s3',
  ],
  [
    'service/storage/s3/planted.ts',
    'service/storage/local/local-object-store.ts service/config/configuration.ts service/secrets/file/file-secret-store.ts node:net amqplib',
  ],
  ['service/storage/planted.ts', 'service/storage/local/local-object-store.ts service/domain/records.ts node:net zod'],
  [
    'service/storage/local/planted.ts',
    'service/persistence/sqlite/sqlite-persistence.ts node:child_process better-sqlite3',
  ],
  [
    'service/validation-data/planted.ts',
    'service/validation-data/registered/registered-validation-data.ts service/persistence/persistence.ts node:http node:fs',
  ],
  ['service/validation-data/registered/planted.ts', 'service/validation-data/link/link-validation-data.ts node:fs'],
  [
    'service/validation-data/online/planted.ts',
    'service/validation-data/registered/registered-validation-data.ts service/persistence/persistence.ts node:child_process',
  ],
  [
    'service/validation-data/link/planted.ts',
    'service/validation-data/registered/registered-validation-data.ts node:net',
  ],
  ['service/broker/planted.ts', 'service/broker/embedded/embedded-broker.ts node:fs zod'],
  ['service/broker/embedded/planted.ts', 'service/persistence/sqlite/sqlite-persistence.ts node:fs better-sqlite3'],
  ['service/broker/link/planted.ts', 'service/broker/embedded/embedded-broker.ts node:net express'],
  ['service/secrets/planted.ts', 'service/secrets/file/file-secret-store.ts node:fs zod'],
  [
    'service/secrets/environment/planted.ts',
    'service/secrets/file/file-secret-store.ts node:fs node:child_process zod',
  ],
  ['service/secrets/file/planted.ts', 'service/telemetry/logger.ts node:child_process zod'],
  ['service/secrets/layered/planted.ts', 'service/secrets/environment/environment-secret-store.ts node:fs zod'],
  ['service/providers/planted.ts', 'service/providers/token-host/protocol.ts node:fs pkcs11js'],
  ['service/providers/configured/planted.ts', 'native/host/token-host.ts node:fs pkcs11js'],
  [
    'service/providers/diagnosis/planted.ts',
    'native/doctor/main.ts service/processes/fork/fork-launcher.ts node:fs koffi',
  ],
  ['service/providers/pin-entry/planted.ts', 'native/host/token-host.ts service/secrets/secret-store.ts node:fs'],
  ['service/providers/link/planted.ts', 'service/providers/token-host/protocol.ts node:net pkcs11js'],
  ['service/providers/token-host/planted.ts', 'native/pkcs11/pkcs11-module.ts node:child_process pkcs11js usb'],
  ['service/processes/planted.ts', 'service/processes/fork/fork-launcher.ts node:child_process electron'],
  ['service/processes/fork/planted.ts', 'main/processes/utility-process-launcher.ts node:net electron'],
  ['service/outbox/planted.ts', 'service/persistence/link/link-outbox-store.ts service/http/guard.ts node:fs zod'],
  [
    'service/outbox/main.ts',
    'service/persistence/sqlite/sqlite-persistence.ts service/composition/station.ts node:net express',
  ],
  [
    'service/http/planted.ts',
    'service/persistence/sqlite/sqlite-persistence.ts service/storage/local/local-object-store.ts node:child_process pkcs11js',
  ],
  ['service/http/operations/planted.ts', 'service/composition/station.ts service/codecs/byte-source.ts better-sqlite3'],
  ['service/http/uploads/planted.ts', 'service/broker/broker.ts service/secrets/secret-store.ts drizzle-orm'],
  ['service/config/planted.ts', 'service/http/guard.ts service/secrets/secret-store.ts node:child_process express'],
  ['service/telemetry/console-log.ts', 'node:fs/promises node:net zod service/domain/records.ts'],
  ['service/telemetry/planted.ts', 'service/persistence/persistence.ts service/secrets/secret-store.ts node:fs pino'],
  ['service/timestamping/planted.ts', 'service/composition/station.ts node:http express'],
  [
    'service/timestamping/client/planted.ts',
    'service/secrets/file/file-secret-store.ts service/persistence/persistence.ts node:child_process',
  ],
  ['service/timestamping/link/planted.ts', 'service/timestamping/client/judge-response.ts node:http zod'],
  ['service/timestamping/main.ts', 'service/providers/providers.ts node:http'],
  ['service/ids/planted.ts', 'service/domain/records.ts node:fs zod'],
  ['service/https/planted.ts', 'service/domain/records.ts node:fs node:https zod'],
  ['service/files/planted.ts', 'service/domain/records.ts node:http node:child_process zod'],
  ['service/events/planted.ts', 'service/broker/broker.ts node:events express'],
  ['service/composition/planted.ts', 'worker/main.ts native/host/token-host.ts node:child_process express'],
  ['service/data-directory/planted.ts', 'service/persistence/sqlite/sqlite-persistence.ts node:net drizzle-orm'],
  [
    'service/signing-worker/planted.ts',
    'worker/worker-service.ts service/persistence/sqlite/sqlite-persistence.ts service/composition/station.ts',
  ],
  ['service/signing-worker/planted-spawn.ts', 'node:child_process electron'],
  [
    'service/outbox/publisher-in-host.ts',
    'service/persistence/sqlite/sqlite-persistence.ts node:child_process amqplib',
  ],
  ['service/outbox/station-publisher.ts', 'service/persistence/sqlite/sqlite-persistence.ts node:net'],
  ['service/outbox/publisher-child.ts', 'service/persistence/sqlite/sqlite-persistence.ts node:child_process amqplib'],
  ['service/outbox/publisher-protocol.ts', 'service/persistence/sqlite/sqlite-persistence.ts node:net'],
  [
    'service/providers/children/planted.ts',
    'native/host/token-host.ts service/composition/station.ts node:child_process',
  ],
  ['service/providers/completed-chains.ts', 'service/providers/token-host/protocol.ts node:fs'],
  ['service/timestamping/link/timestamp-client-child.ts', 'service/timestamping/client/judge-response.ts node:http'],
  ['service/fleet/planted.ts', 'service/persistence/postgres/postgres-persistence.ts node:net zod'],
  ['service/providers/fleet/planted.ts', 'service/persistence/persistence.ts node:net zod'],
  ['service/events/announcing-persistence.ts', 'service/persistence/sqlite/sqlite-persistence.ts node:events'],
  [
    'service/archive/planted.ts',
    'service/archive/local/archive-folder.ts service/persistence/persistence.ts node:fs zod',
  ],
  [
    'service/archive/local/planted.ts',
    'service/persistence/persistence.ts service/http/http-app.ts node:child_process better-sqlite3',
  ],
  ['service/trust/lists/planted.ts', 'service/composition/station.ts node:http node:child_process'],
  ['service/verification/trusted-lists/planted.ts', 'node:fs service/verification/xades/verify-xades.ts'],
  ['service/trust/planted.ts', 'service/composition/station.ts service/secrets/secret-store.ts node:child_process zod'],
  [
    'service/watched-folders/planted.ts',
    'service/persistence/persistence.ts service/http/http-app.ts service/composition/station.ts node:child_process express zod',
  ],
  [
    'service/upkeep/planted.ts',
    'service/composition/station.ts service/persistence/sqlite/sqlite-persistence.ts node:fs',
  ],
  ['service/local-commands/planted.ts', 'service/persistence/sqlite/sqlite-persistence.ts node:child_process pkcs11js'],
  [
    'service/command-line/planted.ts',
    'service/composition/station.ts service/secrets/secret-store.ts service/http/guard.ts node:http express',
  ],
  ['service/demo/planted.ts', 'service/secrets/secret-readers.ts node:child_process node-forge'],
  ['service/program/planted.ts', 'service/config/configuration.ts service/composition/station.ts node:child_process'],
  [
    'service/health/planted.ts',
    'service/composition/station.ts service/persistence/sqlite/sqlite-persistence.ts node:fs express',
  ],
  [
    'service/upkeep/station-upkeep.ts',
    'service/composition/station.ts service/archive/local/archive-folder.ts service/http/guard.ts node:fs',
  ],
  ['service/terminal/planted.ts', 'service/http/http-app.ts service/persistence/persistence.ts node:fs'],
  ['service/headless.ts', 'worker/main.ts service/persistence/sqlite/sqlite-persistence.ts node:fs electron'],
  ['service/cli.ts', 'native/pkcs11/pkcs11-module.ts service/persistence/persistence.ts node:fs pkcs11js'],
  ...forbiddenInPrograms,
];

/** Production code that imports tests, what only tests use, or what the build made. */
export const forbiddenToProduction: readonly (readonly [from: string, to: string])[] = [
  ['service/domain/planted-tests.ts', 'service/domain/sample-request.suite.ts'],
  ['service/persistence/planted-tests.ts', 'service/persistence/persistence.suite.ts'],
  ['service/composition/planted-tests.ts', 'service/upkeep/retention-timer.test.ts'],
  ['service/verification/pades/planted-tests.ts', 'e2e/documents/pdf/make-pdfs.ts'],
  ['worker/engines/planted-tests.ts', 'e2e/actors/ca/make-test-ca.ts'],
  ['native/host/planted-tests.ts', 'e2e/actors/ca/make-test-ca.ts'],
  ['main/life/planted-tests.ts', 'e2e/desktop/desktop-program.ts'],
  ['renderer/state/planted-tests.ts', 'e2e/browser/renderer/test.ts'],
];

/** Lawful neighbours of the imports above. */
export const lawfulImports: readonly (readonly [from: string, to: string])[] = [
  ['service/contract/planted.ts', 'service/contract/vocabulary/states.ts zod'],
  ['service/domain/planted.ts', 'service/contract/vocabulary/states.ts service/domain/records.ts'],
  ['service/codecs/planted.ts', 'node:crypto service/codecs/byte-source.ts node-forge'],
  ['service/use-cases/planted.ts', 'service/persistence/persistence.ts service/storage/object-store.ts'],
  ['service/persistence/sqlite/planted.ts', 'service/persistence/persistence.ts better-sqlite3 node:fs'],
  ['service/composition/planted.ts', 'service/persistence/sqlite/sqlite-persistence.ts service/http/guard.ts'],
  ['service/http/planted.ts', 'service/use-cases/ports.ts express node:http'],
  [
    'service/codecs/planted.test.ts',
    'node:fs e2e/actors/ca/make-test-ca.ts vitest service/persistence/persistence.suite.ts',
  ],
  ['worker/engines/pades/planted.ts', 'service/verification/pades/verify-pades.ts node:fs'],
  ['native/pkcs11/planted.ts', 'pkcs11js native/host/key-device.ts'],
  ['main/planted.ts', 'service/composition/station.ts electron'],
  ['renderer/pages/sign/Planted.svelte', 'renderer/state/routes.ts service/contract/vocabulary/states.ts'],
  ['e2e/scenarios/planted.ts', 'service/contract/vocabulary/states.ts e2e/actors/ca/make-test-ca.ts node:fs'],
];
