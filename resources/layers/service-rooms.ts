import { portRooms } from './port-rooms.ts';
import type { Area } from './room.ts';
import { verificationRooms } from './verification-rooms.ts';

/** The service, from the words of its interface up to the processes that speak them. */
export const serviceRooms: readonly Area[] = [
  {
    folder: 'service/contract',
    holds: 'wire schemas and vocabulary: formats, states, error catalogue, reason codes',
    rooms: [{ place: 'service/contract', npm: 'zod' }],
  },
  {
    folder: 'service/domain',
    holds: 'records, claims, back-off, StationError; no clock, no I/O',
    rooms: [{ place: 'service/domain', rooms: 'service/contract' }],
  },
  {
    folder: 'service/codecs',
    holds:
      'bytes to structures and back, by standard: asn1, x509, cms, crl, ocsp, tsp, pdf, xmldsig, trusted-list, zip, asic, pkcs12, json; no I/O',
    rooms: [
      {
        place: 'service/codecs',
        folders: 'asic asn1 cms crl mime ocsp pdf pkcs12 trusted-list tsp x509 xmldsig zip',
        node: 'buffer crypto stream timers/promises util zlib',
        npm: '@noble/hashes node-forge',
      },
      { place: 'service/codecs/json' },
    ],
  },
  verificationRooms,
  ...portRooms,
  {
    folder: 'service/processes',
    holds: 'the port of child processes: launching, links, requests, watchdog, supervisor; forked by Node',
    rooms: [
      { place: 'service/processes', rooms: 'service/contract service/domain', node: 'inspector v8 vm', npm: 'zod' },
      { place: 'service/processes/fork', rooms: 'service/processes', node: 'child_process readline' },
    ],
  },
  {
    folder: 'service/timestamping',
    holds: 'the port of timestamp authorities; the process that asks them and checks what they answer',
    rooms: [
      { place: 'service/timestamping', rooms: 'service/contract service/processes', npm: 'zod' },
      {
        place: 'service/timestamping/client',
        rooms: `
        service/codecs service/contract service/domain service/https service/secrets service/timestamping
        service/verification/cades service/verification/certificate-path service/verification/signature-arithmetic`,
        node: 'crypto fs/promises http https',
        files: {
          'service/verification/evidence/parse-once.ts':
            'the same authorities come along with every job, and are read once',
        },
        note: 'A token is judged as it is in a document.',
      },
      { place: 'service/timestamping/link', rooms: 'service/processes service/timestamping' },
      {
        place: 'service/timestamping/link/timestamp-client-child.ts',
        rooms:
          'service/contract service/domain service/processes service/secrets service/telemetry service/timestamping',
      },
      {
        place: 'service/timestamping/main.ts',
        rooms: `
        service/domain service/processes service/secrets service/secrets/environment service/secrets/file
        service/secrets/layered service/timestamping service/timestamping/client`,
      },
    ],
  },
  {
    folder: 'service/use-cases',
    holds: 'one file per operation; sees ports, never drivers',
    rooms: [
      {
        place: 'service/use-cases',
        rooms: `
        service/archive service/broker service/codecs service/codecs/json service/contract service/domain service/events
        service/persistence
        service/providers service/providers/pin-entry service/storage service/telemetry service/timestamping
        service/verification`,
        node: 'crypto stream zlib',
        files: { 'service/processes/process-list.ts': 'the port by which children are told of and started' },
        note: 'Of Node only hashes and checksums and the type of a stream: no files, no network. Of codecs the ZIP of a batch.',
      },
    ],
  },
  {
    folder: 'service/outbox',
    holds: 'the outbox publisher, in the host or as a process that the host starts and watches',
    rooms: [
      { place: 'service/outbox', rooms: 'service/broker service/contract service/domain service/persistence' },
      {
        place: 'service/outbox/station-publisher.ts',
        rooms: 'service/outbox/publisher-protocol.ts service/processes service/telemetry',
      },
      {
        place: 'service/outbox/publisher-in-host.ts',
        rooms: `
        service/broker service/outbox service/outbox/publisher-protocol.ts service/outbox/station-publisher.ts
        service/persistence service/telemetry`,
      },
      {
        place: 'service/outbox/publisher-protocol.ts',
        rooms: 'service/broker/link service/contract service/domain service/persistence/link',
        npm: 'zod',
      },
      {
        place: 'service/outbox/publisher-child.ts',
        rooms: `
        service/broker service/broker/link service/outbox/publisher-protocol.ts service/outbox/station-publisher.ts
        service/persistence service/persistence/link service/processes service/secrets service/telemetry`,
      },
      {
        place: 'service/outbox/main.ts',
        rooms: `
        service/broker/link service/outbox service/outbox/publisher-protocol.ts service/persistence/link
        service/processes`,
      },
    ],
  },
  {
    folder: 'service/stamps',
    holds: 'the visible stamp: what it says, the fonts that draw it, and its preview; for worker and verifier',
    rooms: [
      {
        place: 'service/stamps',
        rooms: 'service/codecs service/contract',
        node: 'fs fs/promises module os path',
        npm: '@pdf-lib/fontkit',
        note: 'Stamps use fonts of the system and of a package.',
      },
    ],
  },
  {
    folder: 'service/reports',
    holds: 'the report on verdicts that is handed over, as a PDF: what the verification page makes, made by the host',
    rooms: [
      {
        place: 'service/reports',
        rooms: 'renderer/messages renderer/paper service/contract service/stamps',
        note: 'The words are those of the pages, in all their languages; there is one set of them.',
      },
    ],
  },
  {
    folder: 'service/signing-worker',
    holds: 'the worker process as the host sees it: its start, its end, its messages',
    rooms: [
      {
        place: 'service/signing-worker',
        rooms: `
        service/broker service/broker/link service/contract service/persistence service/persistence/link
        service/processes service/providers service/providers/link service/telemetry service/timestamping service/timestamping/link
        service/validation-data service/validation-data/link`,
        node: 'timers/promises',
        npm: 'zod',
      },
    ],
  },
  {
    folder: 'service/trust',
    holds:
      'what is trusted: the folders of anchors, certificates, CRLs and OCSP responses as they are now; `lists/`: EU trusted lists',
    rooms: [
      {
        place: 'service/trust',
        rooms: `
        service/codecs service/config service/contract service/telemetry service/trust/lists service/verification`,
        node: 'fs/promises path',
      },
      {
        place: 'service/trust/lists',
        rooms: `
        service/codecs service/contract service/files service/processes service/telemetry service/verification
        service/verification/trusted-lists service/verification/xades`,
        node: 'crypto fs fs/promises path',
        npm: 'zod',
        note: 'Lists are judged as signed documents are, in a process of their own; fetching is handed in.',
      },
    ],
  },
  {
    folder: 'service/upkeep',
    holds: 'when what waits is looked at again, and when what is old goes',
    rooms: [
      { place: 'service/upkeep', rooms: 'service/archive service/telemetry service/use-cases' },
      {
        place: 'service/upkeep/station-upkeep.ts',
        rooms: `
        service/archive service/broker service/config service/events service/fleet service/ids service/persistence
        service/storage service/telemetry service/upkeep service/use-cases`,
      },
    ],
  },
  {
    folder: 'service/watched-folders',
    holds: 'folders whose documents are signed as they come: looking, taking, and putting back what came of it',
    rooms: [
      {
        place: 'service/watched-folders',
        rooms: `
        service/config service/contract service/domain service/events service/files service/telemetry service/use-cases`,
        node: 'fs fs/promises path stream util',
      },
    ],
  },
  {
    folder: 'service/http',
    holds: 'Express: guard, operations, uploads, OpenAPI',
    rooms: [
      {
        place: 'service/http',
        rooms: `
        service/codecs/json service/config service/contract service/domain service/files service/telemetry
        service/use-cases`,
        node: 'crypto fs fs/promises http https net os path stream stream/promises timers/promises tls',
        npm: 'express multer zod',
      },
    ],
  },
  {
    folder: 'service/config',
    holds: 'settings: keys, defaults, layers, the checks of all of them',
    rooms: [
      {
        place: 'service/config',
        rooms: 'service/codecs/json service/contract',
        files: {
          'service/files/room-fault.ts': 'how it is said that a disk is full',
          'service/secrets/secret-names.ts': 'what the variable of a secret is called',
        },
        node: 'fs fs/promises net os path',
        npm: 'zod',
      },
    ],
  },
  {
    folder: 'service/telemetry',
    holds: 'logs, metrics, traces; ports that count and trace what goes through them',
    rooms: [
      {
        place: 'service/telemetry',
        rooms: 'service/broker service/contract service/domain service/providers service/storage',
        files: { 'service/telemetry/console-log.ts': 'where lines go that are given no other place' },
        node: 'async_hooks crypto',
        npm: `
        @opentelemetry/api @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources
        @opentelemetry/sdk-trace zod`,
      },
      {
        place: 'service/telemetry/console-log.ts',
        node: 'fs',
        note: 'A log whose stream was closed by a full disk is written past the stream.',
      },
    ],
  },
  {
    folder: 'service/files',
    holds: 'the one way to write a small file that survives a power cut; the SHA-256 of a file of any size',
    rooms: [{ place: 'service/files', node: 'crypto fs fs/promises path' }],
  },
  {
    folder: 'service/https',
    holds: 'whom HTTPS to servers of others trusts',
    rooms: [{ place: 'service/https', node: 'tls' }],
  },
  {
    folder: 'service/archive',
    holds: 'the port of audit events that have left the database; files of lines that are chained by their hashes',
    rooms: [
      { place: 'service/archive', rooms: 'service/domain' },
      {
        place: 'service/archive/local',
        rooms: 'service/archive service/files',
        node: 'crypto fs/promises path',
        npm: 'zod',
      },
    ],
  },
  { folder: 'service/ids', holds: 'UUID v7', rooms: [{ place: 'service/ids', node: 'crypto' }] },
  {
    folder: 'service/events',
    holds: 'state changes for who listens',
    rooms: [
      { place: 'service/events', rooms: 'service/contract', npm: 'zod' },
      {
        place: 'service/events/announcing-persistence.ts',
        rooms: 'service/contract service/events service/persistence service/telemetry',
      },
    ],
  },
];
