import { expect, it } from 'vitest';
import type { DiagnosisFault } from '../../contract/vocabulary/diagnosis-faults.ts';
import { diagnose } from './diagnose.ts';
import type { DiagnosisFacts } from './facts.ts';
import {
  CERTIFICATE,
  certificate,
  devices,
  EMPTY_SLOT,
  ENTRY,
  entry,
  flags,
  HEALTHY,
  keyFile,
  loadFailed,
  MODULE,
  module,
  modules,
  needing,
  none,
  OTHER,
  OUTLOOK,
  READER,
  second,
  secret,
  SLOT,
  slot,
  TOKEN,
  token,
} from './sample-facts.suite.ts';

type Fault = readonly [what: string, facts: Partial<DiagnosisFacts>, code: DiagnosisFault, cure: RegExp];

const started = (detail: string) => module({ outcome: 'initialize-failed', detail });
const latch = (kind: (typeof OUTLOOK)['latch']) => ({ pinOutlooks: [{ ...OUTLOOK, latch: kind }] });
const session = (sessionError: string) => token({ sessionError, certificates: [] });
const unreadable = (tokenError: string) => slot({ token: null, tokenError });
const TPM = { ...MODULE, path: '/usr/lib/pkcs11/libtpm2_pkcs11.so' };
const HSM = { ...ENTRY, type: 'Hsm', maxConcurrentSessions: 4 } as const;
const outside = { serial: 'S1', label: 'Card (PIN 2)', latch: 'refused' } as const;

/** Faults as people meet them, and what in the first finding has to lead out of each. */
const FAULTS: readonly Fault[] = [
  ['no driver is installed', { ...none, middleware: 'detected' }, 'MIDDLEWARE_NOT_FOUND', /Install the software/],
  [
    'no driver is named, one is there',
    { middleware: 'none', modules: [OTHER] },
    'MODULE_NOT_CONFIGURED',
    /ModulePath.*\/lib\/other\.so/,
  ],
  [
    'detection in Production',
    { middleware: 'detection-off', modules: [] },
    'AUTODETECT_OFF_IN_PRODUCTION',
    /ModulePath to the driver of the card\./,
  ],
  ['the driver is not there', module({ outcome: 'missing' }), 'MODULE_MISSING', /Install.*or correct the ModulePath/],
  ['a relative path', module({ outcome: 'path-refused' }), 'MODULE_PATH_REFUSED', /full path/],
  ['the path of a folder', module({ outcome: 'directory' }), 'MODULE_IS_DIRECTORY', /library in it/],
  ['a driver that may not be read', module({ outcome: 'unreadable' }), 'MODULE_UNREADABLE', /right to read/],
  ['an installer as driver', module({ outcome: 'not-a-library' }), 'MODULE_NOT_A_LIBRARY', /library itself/],
  [
    'a driver of 32 bits',
    module({ outcome: 'wrong-architecture', architectures: ['ia32'] }),
    'MODULE_WRONG_ARCHITECTURE',
    /x64 version/,
  ],
  ['the loader says so', loadFailed('x.so: wrong ELF class: ELFCLASS32'), 'MODULE_WRONG_ARCHITECTURE', /x64 version/],
  [
    'a missing library',
    loadFailed('libx.so.1: cannot open shared object file'),
    'MODULE_DEPENDENCY_MISSING',
    /missing/,
  ],
  ['an old system', loadFailed("libc.so.6: version `GLIBC_2.99' not found"), 'MODULE_SYSTEM_TOO_OLD', /this release/],
  ['a symbol that is gone', loadFailed('card.so: undefined symbol: SCardIs'), 'MODULE_SYSTEM_TOO_OLD', /this release/],
  [
    'a driver that is blocked',
    loadFailed('cannot enable executable stack'),
    'MODULE_LOAD_REFUSED',
    /security software/,
  ],
  ['another library', module({ outcome: 'no-function-list' }), 'MODULE_NO_FUNCTION_LIST', /PKCS#11 module/],
  ['openCryptoki without its daemon', needing('daemon', 'pkcsslotd'), 'MODULE_DAEMON_NOT_RUNNING', /now pkcsslotd/],
  ['a user outside the group', needing('group', 'pkcs11'), 'MODULE_GROUP_MISSING', /usermod -aG pkcs11/],
  ['SOFTHSM2_CONF is missing', needing('settings', '/x.conf'), 'MODULE_SETTINGS_MISSING', /SOFTHSM2_CONF/],
  ['the store of a TPM is missing', needing('store', '/var/tpm'), 'MODULE_STORE_MISSING', /variable that names it/],
  ['C_Initialize: DEVICE_ERROR', started('CKR_DEVICE_ERROR'), 'MODULE_INITIALIZE_FAILED', /Unplug/],
  ['C_Initialize: GENERAL_ERROR', started('CKR_GENERAL_ERROR'), 'MODULE_INITIALIZE_FAILED', /services and settings/],
  [
    'C_GetSlotList: DEVICE_ERROR',
    module({ outcome: 'slot-list-failed', detail: 'CKR_DEVICE_ERROR' }),
    'MODULE_SLOTS_UNREADABLE',
    /Unplug.*smart card service/,
  ],
  ['C_OpenSession: DEVICE_ERROR', session('CKR_DEVICE_ERROR'), 'TOKEN_UNREADABLE', /another reader/],
  ['a driver that crashes', module({ outcome: 'crashed', detail: 'C_Initialize' }), 'MODULE_CRASHED', /Update/],
  ['a driver that hangs', module({ outcome: 'hung', detail: 'C_GetSlotList' }), 'MODULE_HUNG', /window of its own/],
  ['pkcs11-spy', module({ kind: 'debug', slots: [SLOT] }), 'MODULE_RECORDS_PINS', /put in front of/],
  [
    'pkcs11-spy that does not load',
    module({ kind: 'debug', outcome: 'load-failed', detail: 'CKR_DEVICE_ERROR' }),
    'MODULE_RECORDS_PINS',
    /put in front of/,
  ],
  [
    'pcscd does not run',
    { ...module({ slots: [] }), ...devices({ smartCardService: { state: 'not-running', detail: 'No socket.' } }) },
    'SMART_CARD_SERVICE_NOT_RUNNING',
    /systemctl enable --now pcscd\.socket/,
  ],
  ['no reader', module({ slots: [] }), 'NO_READER', /Plug the reader/],
  ['no card', module({ slots: [EMPTY_SLOT] }), 'READER_WITHOUT_CARD', /Insert the card/],
  [
    'a USB token without its driver',
    devices({ usbDevices: [{ ids: '1050:0407', name: 'Key', kind: 'token', products: ['Y'], productIds: ['y'] }] }),
    'USB_TOKEN_WITHOUT_MIDDLEWARE',
    /Install Y/,
  ],
  [
    'a card without its driver',
    devices({ readers: [{ ...READER, card: 'eID', products: ['Belgian'], productIds: ['belgian-eid'] }] }),
    'CARD_WITHOUT_MIDDLEWARE',
    /Install Belgian/,
  ],
  ['a card nobody knows', unreadable('CKR_TOKEN_NOT_RECOGNIZED'), 'TOKEN_NOT_RECOGNISED', /turn the card round/],
  ['a card that does not answer', unreadable('CKR_DEVICE_ERROR'), 'TOKEN_UNREADABLE', /clean its contacts/],
  ['an empty token', token({ flags: ['LOGIN_REQUIRED'] }), 'TOKEN_NOT_INITIALISED', /label, a PIN, a key/],
  ['a label nobody has', entry({ tokenLabel: 'Gone' }), 'TOKEN_LABEL_UNKNOWN', /TokenLabel.*"Card"/],
  ['a serial nobody has', entry({ serial: 'Z9' }), 'TOKEN_SERIAL_UNKNOWN', /TokenSerial.*"S1"/],
  ['a slot without token', entry({ slotId: 7 }), 'SLOT_UNKNOWN', /SlotId.*now 1 \("Card"/],
  ['two tokens that fit', module({ slots: [SLOT, second] }), 'TOKEN_AMBIGUOUS', /TokenSerial/],
  [
    'a token at another driver',
    modules({ ...MODULE, kind: 'unknown', slots: [] }, OTHER),
    'TOKEN_IN_OTHER_MODULE',
    /ModulePath/,
  ],
  ['no session is left', session('CKR_SESSION_COUNT'), 'TOKEN_SESSIONS_EXHAUSTED', /MaxConcurrentSessions/],
  ['a browser holds the token', session('CKR_SESSION_EXISTS'), 'TOKEN_IN_EXCLUSIVE_USE', /Close browsers/],
  [
    'a program holds the card',
    devices({ readers: [{ ...READER, isExclusive: true }] }),
    'TOKEN_IN_EXCLUSIVE_USE',
    /Close browsers/,
  ],
  ['no PIN', secret('missing'), 'SECRET_NOT_SET', /\/data\/secrets\/SERVICE_SECRET_SIGNING_SMARTCARD_PIN/],
  ['a PIN that may not be read', secret('unreadable'), 'SECRET_UNREADABLE', /right to read/],
  [
    'no PIN set on the token',
    token({ flags: ['LOGIN_REQUIRED', 'TOKEN_INITIALIZED'] }),
    'PIN_NOT_INITIALISED',
    /Set one with/,
  ],
  ['a locked PIN', flags('USER_PIN_LOCKED'), 'PIN_LOCKED', /PUK/],
  [
    'a TPM in its lockout',
    { ...modules(TPM), ...entry({ modulePath: TPM.path }), ...latch('locked') },
    'PIN_LOCKED',
    /tpm2_dictionarylockout --clear-lockout.*unlock-guard --provider card/,
  ],
  ['the last try', flags('USER_PIN_FINAL_TRY', 'USER_PIN_COUNT_LOW'), 'PIN_FINAL_TRY', /right PIN in the software/],
  ['a wrong PIN by another program', flags('USER_PIN_COUNT_LOW'), 'PIN_COUNT_LOW', /unlock-guard --provider card/],
  ['wrong PINs of other providers', latch('others-refused'), 'PIN_COUNT_LOW', /unlock-guard --provider card/],
  ['a PIN to be changed', flags('USER_PIN_TO_BE_CHANGED'), 'PIN_MUST_BE_CHANGED', /Change it/],
  ['a refused PIN', latch('refused'), 'PIN_LATCHED', /Signing:SmartCard:Pin.*unlock-guard --provider card/],
  ['logins that broke off', latch('broke-off'), 'PIN_LATCHED', /unlock-guard --provider card/],
  [
    'a second token of the same serial whose PIN was refused',
    {
      ...module({ slots: [SLOT, { ...second, token: { ...TOKEN, label: outside.label } }] }),
      ...entry({ tokenLabel: outside.label }),
      pinOutlooks: [OUTLOOK, { ...OUTLOOK, ...outside }],
    },
    'PIN_LATCHED',
    /unlock-guard --provider card/,
  ],
  ['a damaged memory of PINs', { damagedFile: '/guard/a.json' }, 'PIN_GUARD_DAMAGED', /remove the file/],
  ['a blank behind the PIN', { pinOutlooks: [{ ...OUTLOOK, hasBlankAround: true }] }, 'PIN_HAS_BLANKS', /without it/],
  ['a PIN of another token', { pinOutlooks: [{ ...OUTLOOK, length: 'too-long' }] }, 'PIN_LENGTH_WRONG', /PIN of this/],
  [
    'a reader with keys, and nobody at it',
    { ...flags('PROTECTED_AUTHENTICATION_PATH'), ...secret('missing'), entry: HSM },
    'PIN_PAD_NEEDED',
    /SmartCard provider/,
  ],
  ['a certificate without key', certificate({ keyPair: 'absent' }), 'CERTIFICATE_WITHOUT_KEY', /its key was made/],
  ['another CKA_ID', certificate({ keyPair: 'other-id' }), 'CERTIFICATE_ID_MISMATCH', /finds the key all the same/],
  [
    'RSA-1024',
    certificate({ keyObstacle: 'The RSA key has 1024 bits; 2048 are needed.' }),
    'KEY_TOO_WEAK',
    /2048 bits/,
  ],
  ['an expired certificate', certificate({ notAfter: '2026-12-31T00:00:00.000Z' }), 'CERTIFICATE_EXPIRED', /renewed/],
  ['a PFX with a wrong password', keyFile('password-wrong'), 'KEY_FILE_PASSWORD_WRONG', /blanks and capitals count/],
];

it('are 64', () => {
  expect(FAULTS).toHaveLength(64);
});

it.each(FAULTS.map(([what, facts, code, cure]) => ({ what, facts, code, cure })))(
  'the doctor leads out of: $what',
  ({ facts, code, cure }) => {
    const [first, ...others] = diagnose({ ...HEALTHY, ...facts }).findings;
    expect(first?.code).toBe(code);
    expect(first?.cure).toMatch(cure);
    // What else is said is worth knowing, and no other cause.
    expect(others.filter(({ severity }) => severity === 'error')).toEqual([]);
  },
);

it('says nothing of a label that is written in another form of Unicode, for it works', () => {
  const facts = {
    ...token({ label: 'Zu\u0308rich', certificates: [CERTIFICATE] }),
    ...entry({ tokenLabel: 'Z\u00fcrich' }),
  };
  expect(diagnose({ ...HEALTHY, ...facts }).findings).toEqual([]);
});
