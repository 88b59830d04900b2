import type { Area } from './room.ts';

/** The rooms of outside things: the port at the root of each, its drivers below. */
export const portRooms: readonly Area[] = [
  {
    folder: 'service/persistence',
    holds:
      'the port of requests, jobs, outbox, keys and audit; SQLite; Postgres; `link/`: the same port across processes',
    rooms: [
      { place: 'service/persistence', rooms: 'service/contract service/domain' },
      {
        place: 'service/persistence/tables',
        rooms: 'service/contract service/domain service/persistence',
        npm: 'drizzle-orm',
        note: 'What both drivers say of their tables in the same words.',
      },
      {
        place: 'service/persistence/link',
        rooms: 'service/contract service/domain service/persistence service/processes',
        npm: 'zod',
      },
      {
        place: 'service/persistence/sqlite',
        rooms: `
        service/broker service/contract service/domain service/persistence service/persistence/tables`,
        node: 'crypto fs path timers/promises worker_threads',
        npm: 'better-sqlite3 drizzle-orm',
        files: { 'service/files/room-fault.ts': 'SQLite does not say that a disk takes no more files' },
        note: "The embedded broker's messages lie in the same database: the broker's port for its table, not the broker.",
      },
      {
        place: 'service/persistence/postgres',
        rooms: `
        service/contract service/domain service/events service/persistence service/persistence/tables`,
        node: 'crypto fs path timers/promises tls',
        npm: 'drizzle-orm pg',
      },
    ],
  },
  {
    folder: 'service/storage',
    holds: 'the port of stored documents; local files; a bucket of S3',
    rooms: [
      {
        place: 'service/storage',
        node: 'crypto fs stream stream/promises',
        files: { 'service/codecs/byte-source.ts': 'a stored file is read as the codecs read bytes' },
      },
      {
        place: 'service/storage/local',
        rooms: 'service/files service/storage',
        node: 'crypto fs fs/promises path stream timers/promises',
      },
      {
        place: 'service/storage/s3',
        rooms: 'service/domain service/files service/secrets service/storage',
        node: 'crypto fs fs/promises http https path stream stream/promises tls',
        npm: '@aws-sdk/client-s3 @aws-sdk/lib-storage',
        note: 'What a bucket answers otherwise than expected is a StationError here, where it is known that it may pass.',
      },
    ],
  },
  {
    folder: 'service/broker',
    holds: 'the port of messages; the embedded broker; RabbitMQ; `link/`: the same port across processes',
    rooms: [
      { place: 'service/broker' },
      { place: 'service/broker/embedded', rooms: 'service/broker' },
      {
        place: 'service/broker/rabbitmq',
        rooms: 'service/broker service/domain service/secrets',
        node: 'fs timers/promises',
        npm: 'amqplib',
      },
      { place: 'service/broker/link', rooms: 'service/broker service/processes', npm: 'zod' },
    ],
  },
  {
    folder: 'service/secrets',
    holds: 'the port of PINs and passwords; from the environment, from files, one after the other',
    rooms: [
      {
        place: 'service/secrets',
        files: { 'service/processes/launcher.ts': 'the type of what a child is started with' },
      },
      { place: 'service/secrets/environment', rooms: 'service/secrets' },
      { place: 'service/secrets/file', rooms: 'service/secrets', node: 'fs/promises path' },
      { place: 'service/secrets/layered', rooms: 'service/secrets' },
    ],
  },
  {
    folder: 'service/providers',
    holds: 'the port of keys; tokens and key files as configured, the token-host seen from the host, diagnosis',
    rooms: [
      { place: 'service/providers', rooms: 'service/contract' },
      {
        place: 'service/providers/completed-chains.ts',
        rooms: 'service/providers',
        node: 'crypto',
      },
      {
        place: 'service/providers/children',
        rooms: `
        service/contract service/processes service/providers/configured service/providers/diagnosis
        service/providers/token-host service/telemetry`,
      },
      {
        place: 'service/providers/configured',
        rooms:
          'service/contract service/domain service/providers service/providers/pin-entry service/providers/token-host',
      },
      {
        place: 'service/providers/pin-entry',
        rooms: 'service/contract service/domain service/providers service/providers/token-host',
      },
      { place: 'service/providers/fleet', rooms: 'service/contract service/domain service/providers' },
      {
        place: 'service/providers/diagnosis',
        rooms: 'service/contract service/processes service/providers service/providers/token-host',
        node: 'path',
      },
      {
        place: 'service/providers/link',
        rooms: 'service/contract service/processes service/providers service/telemetry',
        npm: 'zod',
      },
      {
        place: 'service/providers/token-host',
        rooms: 'service/contract service/domain service/processes service/providers service/secrets service/telemetry',
        node: 'crypto fs path',
        npm: 'zod',
      },
    ],
  },
  {
    folder: 'service/validation-data',
    holds:
      'the port of evidence for LT and LTA; out of registered folders; over HTTP; `link/`: the same port across processes',
    rooms: [
      {
        place: 'service/validation-data',
        rooms:
          'service/codecs service/contract service/domain service/verification service/verification/certificate-path',
        files: {
          'service/verification/evidence/parse-once.ts':
            'the same authorities come along with every job, and are read once',
        },
      },
      {
        place: 'service/validation-data/registered',
        rooms: 'service/validation-data service/verification service/verification/certificate-path',
      },
      {
        place: 'service/validation-data/online',
        rooms: `
        service/codecs service/contract service/domain service/https service/validation-data service/verification
        service/verification/certificate-path`,
        node: 'crypto dns/promises fs/promises http https net path tls',
        note: 'The only place that asks addresses which strangers wrote into certificates; all of it goes through one guard.',
      },
      { place: 'service/validation-data/link', rooms: 'service/processes service/validation-data', npm: 'zod' },
    ],
  },
];
