import type { Area } from './room.ts';
import { stationRooms } from './station-rooms.ts';

const workerProtocol = 'service/signing-worker/worker-protocol.ts';
const spokenByBothEnds = 'the messages between host and child, which both ends speak';
const readPieceByPiece = 'documents are read piece by piece from a file, never as a whole';

/** What puts the service together and runs it: programs and processes. */
export const programRooms: readonly Area[] = [
  ...stationRooms,
  {
    folder: 'service/headless.ts',
    holds: 'the program without a window',
    rooms: [
      {
        place: 'service/headless.ts',
        rooms: `
        service/composition service/config service/data-directory service/domain service/processes
        service/processes/fork service/program service/secrets/environment service/telemetry service/terminal`,
        files: {
          'service/http/tls-files.ts': 'to say which TLS file cannot be used',
          'service/telemetry/console-log.ts': 'to tell a person the address where stdout may be a full disk',
        },
      },
    ],
  },
  {
    folder: 'service/command-line',
    holds: 'commands that speak to a station over its REST interface; completion and manual of all commands',
    rooms: [
      {
        place: 'service/command-line',
        rooms: 'service/config service/contract',
        files: {
          'service/files/room-fault.ts': 'to say that a disk has no room, in the words of the station',
          'client/form-body.ts': 'forms are sent as the client sends them',
          'service/http/peer-user.ts': 'to hand no document to a port that another user has taken',
        },
        node: 'crypto fs fs/promises net path stream stream/promises util',
        npm: 'zod',
      },
    ],
  },
  {
    folder: 'service/cli.ts',
    holds: 'the command line',
    rooms: [
      {
        place: 'service/cli.ts',
        rooms: `
        service/command-line service/composition service/config service/data-directory service/domain
        service/local-commands service/processes service/processes/fork service/program service/secrets/environment`,
      },
    ],
  },
  {
    folder: 'worker',
    holds: 'consumer, signing in three steps, engines by format',
    rooms: [
      {
        place: 'worker',
        rooms: 'service/broker service/storage service/telemetry worker/consumer',
        files: { [workerProtocol]: spokenByBothEnds },
      },
      {
        place: 'worker/main.ts',
        rooms: `
        service/broker/link service/ids service/persistence/link service/processes service/providers/link
        service/secrets/environment service/telemetry service/timestamping/link service/validation-data/link worker worker/consumer worker/open-storage.ts worker/engines worker/signing`,
        node: 'timers/promises',
        files: { [workerProtocol]: spokenByBothEnds },
      },
      {
        place: 'worker/open-storage.ts',
        rooms: `
        service/secrets service/secrets/file service/secrets/layered service/storage service/storage/local
        service/storage/s3`,
        files: { [workerProtocol]: spokenByBothEnds },
        note: 'A process chooses its drivers in one place; a bucket needs keys, and this process gets no other secret.',
      },
      {
        place: 'worker/consumer',
        rooms: 'service/broker service/contract service/domain service/persistence service/telemetry',
        files: { 'service/signing-worker/parse-job-message.ts': spokenByBothEnds },
      },
      {
        place: 'worker/signing',
        rooms: `
        service/contract service/domain service/files service/persistence service/providers service/storage
        service/telemetry service/timestamping service/validation-data service/verification worker/engines`,
        node: 'fs/promises',
        files: { 'service/codecs/x509/certificate.ts': 'what is recorded of the certificate of a signer' },
      },
      {
        place: 'worker/engines',
        rooms: `
        service/codecs service/contract service/domain service/providers service/verification service/verification/cades
        worker/engines/asic worker/engines/cades worker/engines/pades worker/engines/xades`,
        node: 'crypto fs fs/promises',
        files: {
          'service/verification/evidence/parse-once.ts':
            'the same authorities come along with every job, and are read once',
        },
        note: "Every output is judged by the product's own verifier before it leaves. Documents lie in files of the work folder.",
      },
      {
        place: 'worker/engines/cades',
        rooms: `
        service/codecs service/contract service/domain service/providers service/verification service/verification/cades
        worker/engines`,
        node: 'crypto fs',
        files: {
          'service/storage/file-source.ts': readPieceByPiece,
          'service/verification/certificate-path/trust-store.ts': 'certificates are read as the verifier reads them',
        },
        note: 'PDFs and containers hold CMS signatures, XML and CMS the same timestamps: these build on this room, and it on none of them.',
      },
      {
        place: 'worker/engines/xades',
        rooms: `
        service/codecs service/contract service/domain service/verification service/verification/xades
        worker/engines worker/engines/cades`,
        node: 'crypto fs/promises',
        files: { 'service/storage/file-source.ts': readPieceByPiece },
      },
      {
        place: 'worker/engines/pades',
        rooms: `
        service/codecs service/contract service/domain service/providers service/stamps service/verification
        service/verification/cades service/verification/pades worker/engines worker/engines/cades`,
        node: 'crypto fs fs/promises',
        files: { 'service/storage/file-source.ts': readPieceByPiece },
      },
      {
        place: 'worker/engines/asic',
        rooms: `
        service/codecs service/contract service/domain service/providers service/verification service/verification/asic
        service/verification/xades worker/engines worker/engines/cades worker/engines/xades`,
        node: 'crypto zlib',
        files: { 'service/storage/file-source.ts': readPieceByPiece },
      },
    ],
  },
  {
    folder: 'native',
    holds: 'token-host: PKCS#11, PFX, PIN guard; doctor, middleware data',
    rooms: [
      {
        place: 'native/host',
        rooms: `
        native/pkcs11 native/pkcs12 service/codecs service/contract service/domain service/processes
        service/providers service/providers/token-host service/secrets service/secrets/environment
        service/secrets/file service/secrets/layered service/telemetry`,
        node: 'crypto',
        note: 'What all devices share (their port, certificate facts, algorithms, the check of a signature) lies beside their host: so the devices import this room, and it opens them.',
      },
      {
        place: 'native/doctor',
        rooms: `
        native/host native/middleware native/pkcs11 native/pkcs12 native/usb service/codecs service/contract service/processes
        service/providers/token-host service/secrets service/secrets/environment service/secrets/file
        service/secrets/layered`,
        node: 'fs fs/promises os path worker_threads',
        npm: 'koffi',
      },
      {
        place: 'native/middleware',
        rooms: 'service/contract service/providers/token-host',
        node: 'fs path',
        files: { 'native/pkcs11/module-file.ts': 'whether a file is a module at all' },
      },
      {
        place: 'native/pkcs11',
        rooms: `
        native/host service/contract service/domain service/files service/providers
        service/providers/token-host service/secrets`,
        node: 'crypto fs path timers/promises',
        npm: 'koffi pkcs11js zod',
      },
      {
        place: 'native/pkcs12',
        rooms:
          'native/host service/codecs service/contract service/domain service/providers/token-host service/secrets',
        node: 'crypto fs/promises util',
      },
      { place: 'native/usb', rooms: 'native/middleware service/contract', node: 'fs', npm: 'usb' },
    ],
  },
  {
    folder: 'main',
    holds: 'Electron: life of the desktop program, window, utility processes',
    rooms: [
      {
        place: 'main',
        rooms: `
        main/desk main/ipc main/launch main/life main/logs main/pins main/processes main/screen-lock main/secrets main/texts main/windows
        service/config service/processes service/program service/secrets/environment service/telemetry service/use-cases`,
        node: 'path',
        npm: 'electron',
        files: {
          'service/composition/station.ts': 'the desktop program runs the station in its main process',
        },
      },
      {
        place: 'main/desk',
        rooms: 'main/ipc main/logs main/pins main/texts main/windows service/contract service/files service/use-cases',
        node: 'crypto fs fs/promises os path',
        npm: 'electron zod',
      },
      {
        place: 'main/launch',
        rooms: 'main/life main/texts service/config service/files service/telemetry',
        node: 'fs fs/promises path url',
        npm: 'electron',
      },
      { place: 'main/ipc', npm: 'zod' },
      { place: 'main/texts', note: 'What the program says in boxes, in four languages; it imports nothing.' },
      {
        place: 'main/life',
        rooms: 'main/ipc main/texts service/config service/contract service/telemetry service/use-cases',
        node: 'fs',
        npm: 'zod',
      },
      { place: 'main/logs', node: 'fs path' },
      {
        place: 'main/pins',
        rooms: 'main/ipc service/contract service/domain service/providers/pin-entry service/use-cases',
        note: 'Where PINs pass through; it sees the desk they go to, no window, no file and no network.',
      },
      {
        place: 'main/screen-lock',
        node: 'net path',
        note: 'Listens to the bus of the session, on Linux, where Electron does not say that the screen is locked.',
      },
      {
        place: 'main/secrets',
        rooms: 'main/pins main/texts service/config service/files service/secrets/file',
        node: 'fs path',
        npm: 'electron',
        note: 'Passwords of servers between their files and the key store of the system.',
      },
      { place: 'main/preload', rooms: 'main/ipc', npm: 'electron' },
      { place: 'main/processes', rooms: 'service/processes service/telemetry', node: 'os readline', npm: 'electron' },
      { place: 'main/windows', rooms: 'main/ipc main/launch', node: 'fs path', npm: 'electron zod' },
    ],
  },
];
