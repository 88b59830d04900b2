import type { Area } from './room.ts';

/** A station as a whole: what puts it together, and what it has beside its subjects. */
export const stationRooms: readonly Area[] = [
  {
    folder: 'service/fleet',
    holds: 'stations that share their servers: showing oneself, seeing the others, bringing jobs to where their key is',
    rooms: [
      {
        place: 'service/fleet',
        rooms: `
        service/broker service/contract service/events service/persistence service/providers service/providers/fleet
        service/telemetry`,
        files: { 'service/outbox/outgoing-messages.ts': 'a job that is brought past the queue is the same message' },
      },
    ],
  },
  {
    folder: 'service/composition',
    holds: 'puts drivers, use cases and child processes together; starts and stops the roles',
    rooms: [{ place: 'service/composition', trees: 'service', node: 'crypto fs/promises os path' }],
  },
  {
    folder: 'service/program',
    holds: 'what the program itself is: its version, and where the scripts of its processes lie',
    rooms: [{ place: 'service/program', node: 'fs fs/promises path' }],
  },
  {
    folder: 'service/data-directory',
    holds: 'the folder of all that a station keeps, held by one station at a time',
    rooms: [
      {
        place: 'service/data-directory',
        rooms: 'service/files service/ids',
        node: 'fs path',
        npm: 'better-sqlite3',
        note: "One station to a data directory: the lock is SQLite's, which the system lets go when a process dies.",
      },
    ],
  },
  {
    folder: 'service/demo',
    holds: 'the demo identity of Development: a key, its certificate, and the authority that vouches for it',
    rooms: [
      {
        place: 'service/demo',
        rooms:
          'service/codecs service/contract service/data-directory service/files service/providers/token-host service/secrets/file',
        node: 'crypto path util',
      },
    ],
  },
  {
    folder: 'service/health',
    holds: 'what readiness asks of each thing that the station depends on',
    rooms: [
      {
        place: 'service/health',
        rooms: `
        service/broker service/config service/contract service/persistence service/processes service/providers
        service/signing-worker service/storage service/trust service/watched-folders`,
        files: {
          'service/http/http-station.ts': 'the port of what readiness asks',
          'service/outbox/station-publisher.ts': 'the publisher, in the host or as a process',
        },
      },
    ],
  },
  {
    folder: 'service/terminal',
    holds: 'PINs, asked for at the terminal that the station was started in',
    rooms: [
      {
        place: 'service/terminal',
        rooms: 'service/domain service/providers/pin-entry service/use-cases',
        note: 'Where PINs are typed; it sees the desk they go to, no file and no network.',
      },
    ],
  },
  {
    folder: 'service/local-commands',
    holds: "commands on the station's own files: keys, doctor, moving, archive; a station of a command's own",
    rooms: [
      {
        place: 'service/local-commands',
        rooms: `
        service/archive/local service/command-line service/composition service/config service/contract
        service/data-directory service/domain service/ids service/persistence service/processes service/program
        service/providers/token-host service/secrets service/telemetry service/trust
        service/use-cases`,
        node: 'crypto fs fs/promises path util',
      },
    ],
  },
];
