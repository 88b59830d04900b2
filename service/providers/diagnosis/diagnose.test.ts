import { describe, expect, it } from 'vitest';
import { Diagnosis } from '../../contract/http/diagnosis.ts';
import { DIAGNOSIS_FAULTS, type DiagnosisFault } from '../../contract/vocabulary/diagnosis-faults.ts';
import { diagnosisText } from '../../use-cases/diagnosis-text.ts';
import { diagnose } from './diagnose.ts';
import type { DiagnosisFacts } from './facts.ts';
import {
  CERTIFICATE,
  TOKEN,
  SLOT,
  EMPTY_SLOT,
  MODULE,
  OTHER,
  READER,
  ENTRY,
  OUTLOOK,
  HEALTHY,
  modules,
  module,
  slot,
  token,
  flags,
  certificate,
  entry,
  devices,
  keyFile,
  secret,
  loadFailed,
  needing,
  second,
  none,
} from './sample-facts.suite.ts';

type Case = readonly [code: DiagnosisFault, severity: 'error' | 'warning' | 'info', facts: Partial<DiagnosisFacts>];

/** One fault each, put into facts that are otherwise those of a working card. */
const CASES: readonly Case[] = [
  ['MIDDLEWARE_NOT_FOUND', 'error', { ...none, middleware: 'detected' }],
  ['MODULE_NOT_CONFIGURED', 'error', { middleware: 'none', modules: [OTHER] }],
  ['AUTODETECT_OFF_IN_PRODUCTION', 'error', { middleware: 'detection-off', modules: [] }],
  ['MODULE_MISSING', 'error', module({ outcome: 'missing' })],
  ['MODULE_MISSING', 'warning', modules(MODULE, { ...OTHER, foundBy: 'p11-kit', outcome: 'missing', slots: [] })],
  ['MODULE_PATH_REFUSED', 'error', module({ outcome: 'path-refused' })],
  ['MODULE_IS_DIRECTORY', 'error', module({ outcome: 'directory' })],
  ['MODULE_UNREADABLE', 'error', module({ outcome: 'unreadable' })],
  ['MODULE_NOT_A_LIBRARY', 'error', module({ outcome: 'not-a-library' })],
  ['MODULE_WRONG_ARCHITECTURE', 'error', module({ outcome: 'wrong-architecture', architectures: ['ia32'] })],
  ['MODULE_WRONG_ARCHITECTURE', 'error', loadFailed('/lib/card.so: wrong ELF class: ELFCLASS32')],
  ['MODULE_DEPENDENCY_MISSING', 'error', loadFailed('libx.so.1: cannot open shared object file: No such file')],
  ['MODULE_DEPENDENCY_MISSING', 'error', loadFailed('dlopen(/x.dylib): Library not loaded: @rpath/liby.dylib')],
  ['MODULE_DEPENDENCY_MISSING', 'error', loadFailed('The specified module could not be found.')],
  ['MODULE_SYSTEM_TOO_OLD', 'error', loadFailed("/lib/libc.so.6: version `GLIBC_2.99' not found")],
  ['MODULE_SYSTEM_TOO_OLD', 'error', loadFailed('/lib/card.so: undefined symbol: SCardIsValid')],
  ['MODULE_LOAD_REFUSED', 'error', loadFailed('/lib/card.so: cannot enable executable stack')],
  ['MODULE_NO_FUNCTION_LIST', 'error', module({ outcome: 'no-function-list' })],
  ['MODULE_INITIALIZE_FAILED', 'error', module({ outcome: 'initialize-failed', detail: 'CKR_GENERAL_ERROR' })],
  ['MODULE_INITIALIZE_FAILED', 'error', module({ outcome: 'initialize-failed', detail: 'CKR_DEVICE_ERROR' })],
  ['MODULE_INITIALIZE_FAILED', 'error', needing('device', '/dev/tpmrm0')],
  ['MODULE_DAEMON_NOT_RUNNING', 'error', needing('daemon', 'pkcsslotd')],
  ['MODULE_GROUP_MISSING', 'error', needing('group', 'pkcs11')],
  ['MODULE_SETTINGS_MISSING', 'error', needing('settings', '/etc/softhsm2.conf')],
  ['MODULE_STORE_MISSING', 'error', needing('store', '/var/lib/tokens')],
  ['MODULE_SLOTS_UNREADABLE', 'error', module({ outcome: 'slot-list-failed', detail: 'CKR_DEVICE_ERROR' })],
  ['MODULE_CRASHED', 'error', module({ outcome: 'crashed', detail: 'C_Initialize' })],
  ['MODULE_HUNG', 'error', module({ outcome: 'hung', detail: 'C_GetSlotList' })],
  ['MODULE_NOT_TRIED', 'info', modules(MODULE, { ...OTHER, outcome: 'not-tried', detail: 'a reason', slots: [] })],
  ['MODULE_LEFT_OUT', 'info', { leftOut: [{ path: '/x.so', product: 'X', reason: 'opens windows' }] }],
  ['MODULE_REGISTERED_TWICE', 'info', module({ alsoAt: ['/lib/link.so'], slots: [SLOT] })],
  ['MODULE_RECORDS_PINS', 'warning', module({ kind: 'debug', slots: [SLOT] })],
  ['MODULE_RECORDS_PINS', 'error', module({ kind: 'debug', outcome: 'load-failed', detail: 'CKR_DEVICE_ERROR' })],
  [
    'SMART_CARD_SERVICE_NOT_RUNNING',
    'error',
    { ...module({ slots: [] }), ...devices({ smartCardService: { state: 'not-running', detail: 'No socket.' } }) },
  ],
  ['NO_READER', 'error', module({ slots: [] })],
  ['READER_WITHOUT_CARD', 'error', module({ slots: [EMPTY_SLOT] })],
  [
    'USB_TOKEN_WITHOUT_MIDDLEWARE',
    'warning',
    devices({ usbDevices: [{ ids: '1050:0407', name: 'Key', kind: 'token', products: ['Y'], productIds: ['y'] }] }),
  ],
  [
    'CARD_WITHOUT_MIDDLEWARE',
    'warning',
    devices({ readers: [{ ...READER, card: 'Belgian eID', products: ['Belgian'], productIds: ['belgian-eid'] }] }),
  ],
  ['TOKEN_NOT_RECOGNISED', 'error', slot({ token: null, tokenError: 'CKR_TOKEN_NOT_RECOGNIZED' })],
  ['KEY_NOT_SHOWN', 'info', certificate({ keyPair: 'unknown' })],
  ['TOKEN_IN_ERROR_STATE', 'error', flags('ERROR_STATE')],
  ['TOKEN_UNREADABLE', 'error', slot({ token: null, tokenError: 'CKR_DEVICE_ERROR' })],
  ['TOKEN_NOT_INITIALISED', 'error', token({ flags: ['LOGIN_REQUIRED'] })],
  [
    'TOKEN_NOT_INITIALISED',
    'error',
    { ...token({ flags: [], sessionError: 'CKR_TOKEN_NOT_RECOGNIZED', certificates: [] }), ...entry({ slotId: 1 }) },
  ],
  ['TOKEN_LABEL_UNKNOWN', 'error', entry({ tokenLabel: 'Gone' })],
  ['TOKEN_SERIAL_UNKNOWN', 'error', entry({ serial: 'Z9' })],
  ['SLOT_UNKNOWN', 'error', entry({ slotId: 7 })],
  ['TOKEN_AMBIGUOUS', 'error', module({ slots: [SLOT, second] })],
  ['TOKEN_IN_SEVERAL_MODULES', 'info', modules(MODULE, OTHER)],
  ['TOKEN_IN_OTHER_MODULE', 'warning', modules({ ...MODULE, kind: 'unknown', slots: [] }, OTHER)],
  ['TOKEN_WRITE_PROTECTED', 'info', flags('WRITE_PROTECTED')],
  ['TOKEN_SESSIONS_EXHAUSTED', 'warning', token({ sessionError: 'CKR_SESSION_COUNT', certificates: [] })],
  ['TOKEN_IN_EXCLUSIVE_USE', 'error', token({ sessionError: 'CKR_SESSION_EXISTS', certificates: [] })],
  ['TOKEN_UNREADABLE', 'error', token({ sessionError: 'CKR_DEVICE_ERROR', certificates: [] })],
  ['TOKEN_IN_EXCLUSIVE_USE', 'error', devices({ readers: [{ ...READER, isExclusive: true }] })],
  ['SECRET_NOT_SET', 'error', secret('missing')],
  [
    'SECRET_NOT_SET',
    'error',
    {
      ...keyFile('ready'),
      keeping: {
        keyFile: { path: '/a.p12', state: 'ready' },
        contents: null,
        misplacedSecret: null,
        danglingSecret: null,
        secret: { name: 'P', state: 'missing' },
      },
    },
  ],
  ['SECRET_UNREADABLE', 'error', secret('unreadable')],
  ['PIN_NOT_INITIALISED', 'warning', token({ flags: ['LOGIN_REQUIRED', 'TOKEN_INITIALIZED'] })],
  [
    'PIN_NOT_INITIALISED',
    'warning',
    token({ flags: ['LOGIN_REQUIRED', 'TOKEN_INITIALIZED', 'USER_PIN_TO_BE_CHANGED'] }),
  ],
  ['PIN_LOCKED', 'error', flags('USER_PIN_LOCKED', 'USER_PIN_COUNT_LOW')],
  ['PIN_FINAL_TRY', 'error', flags('USER_PIN_FINAL_TRY', 'USER_PIN_COUNT_LOW')],
  ['PIN_COUNT_LOW', 'error', flags('USER_PIN_COUNT_LOW')],
  ['PIN_MUST_BE_CHANGED', 'warning', flags('USER_PIN_TO_BE_CHANGED')],
  ['PIN_LATCHED', 'error', { pinOutlooks: [{ ...OUTLOOK, latch: 'refused' }] }],
  ['PIN_LATCHED', 'error', { pinOutlooks: [{ ...OUTLOOK, latch: 'broke-off' }] }],
  ['PIN_LOCKED', 'error', { pinOutlooks: [{ ...OUTLOOK, latch: 'locked' }] }],
  ['PIN_COUNT_LOW', 'error', { pinOutlooks: [{ ...OUTLOOK, latch: 'others-refused' }] }],
  ['PIN_GUARD_DAMAGED', 'error', { damagedFile: '/data/pin-guard/a.json' }],
  ['PIN_HAS_BLANKS', 'warning', { pinOutlooks: [{ ...OUTLOOK, hasBlankAround: true }] }],
  ['PIN_WITH_MORE', 'warning', { pinOutlooks: [{ ...OUTLOOK, isWithMore: true }] }],
  [
    'PIN_PAD_NEEDED',
    'error',
    {
      ...{ ...flags('PROTECTED_AUTHENTICATION_PATH'), ...secret('missing') },
      entry: { ...ENTRY, type: 'Hsm', maxConcurrentSessions: 4 },
    },
  ],
  ['PIN_PAD_NEEDED', 'warning', { ...flags('PROTECTED_AUTHENTICATION_PATH'), ...secret('missing') }],
  ['PIN_LENGTH_WRONG', 'error', { pinOutlooks: [{ ...OUTLOOK, length: 'too-long' }] }],
  [
    'CERTIFICATE_MISSING',
    'warning',
    token({ certificates: [{ ...CERTIFICATE, isAuthority: true, keyPair: 'absent' }] }),
  ],
  [
    'CERTIFICATE_UNREADABLE',
    'warning',
    token({ unreadCertificates: ['A certificate cannot be read: it is cut off.'] }),
  ],
  [
    'CERTIFICATE_UNREADABLE',
    'error',
    token({ certificates: [], unreadCertificates: ['A certificate cannot be read: it is cut off.'] }),
  ],
  [
    'CERTIFICATE_WITHOUT_KEY',
    'warning',
    token({ certificates: [CERTIFICATE, { ...CERTIFICATE, sha256Thumbprint: 'B2', hasVisibleKey: true }] }),
  ],
  ['CERTIFICATE_WITHOUT_KEY', 'error', certificate({ keyPair: 'absent' })],
  ['CERTIFICATE_ID_MISMATCH', 'warning', certificate({ keyPair: 'other-id' })],
  ['CERTIFICATE_EXPIRED', 'error', certificate({ notAfter: '2026-12-31T00:00:00.000Z' })],
  ['CERTIFICATE_NOT_YET_VALID', 'error', certificate({ notBefore: '2027-01-02T00:00:00.000Z' })],
  ['CERTIFICATE_USAGE_FORBIDS_SIGNING', 'error', certificate({ keyUsage: ['keyEncipherment'] })],
  ['KEY_KIND_UNSUPPORTED', 'error', certificate({ keyKind: null })],
  ['KEY_FORBIDS_SIGNING', 'error', certificate({ keyMaySign: false })],
  [
    'SMART_CARD_SERVICE_REFUSED',
    'error',
    { ...module({ slots: [] }), ...devices({ smartCardService: { state: 'not-permitted', detail: 'It refuses.' } }) },
  ],
  ['KEY_TOO_WEAK', 'error', certificate({ keyObstacle: 'The RSA key has 1024 bits; 2048 are needed.' })],
  ['MECHANISM_MISSING', 'error', certificate({ keyKind: 'ec' })],
  ['KEY_FILE_MISSING', 'error', keyFile('missing')],
  ['KEY_FILE_UNREADABLE', 'error', keyFile('directory')],
  ['KEY_FILE_NOT_PKCS12', 'error', keyFile('not-pkcs12')],
  ['KEY_FILE_DAMAGED', 'error', keyFile('damaged')],
  ['KEY_FILE_PASSWORD_WRONG', 'error', keyFile('password-wrong')],
];

const codesOf = (facts: Partial<DiagnosisFacts>): string[] =>
  diagnose({ ...HEALTHY, ...facts }).findings.map(({ code }) => code);

describe('diagnose', () => {
  it('finds nothing wrong with a card or a file that works', () => {
    expect(codesOf({})).toEqual([]);
    expect(codesOf(keyFile('ready'))).toEqual([]);
  });

  it('takes an authority whose key lies beside its certificate for a signer, as one that nobody else issued is', () => {
    for (const key of [{ hasVisibleKey: true }, { keyPair: 'same-id' }] as const) {
      const own = { ...CERTIFICATE, isAuthority: true, keyPair: 'unknown', ...key } as const;
      expect(codesOf(token({ certificates: [own] }))).toEqual([]);
    }
    const faulty = { ...CERTIFICATE, isAuthority: true, notAfter: '2026-12-31T00:00:00.000Z' };
    expect(codesOf(token({ certificates: [faulty] }))).toEqual(['CERTIFICATE_EXPIRED']);
  });

  it.each(CASES.map(([code, severity, facts]) => ({ code, severity, facts })))(
    '$code is the one $severity for its fault',
    ({ code, severity, facts }) => {
      const diagnosis = Diagnosis.parse(diagnose({ ...HEALTHY, ...facts }));
      expect(diagnosis.findings.map((finding) => [finding.code, finding.severity])).toEqual([[code, severity]]);
      for (const { cause, cure } of diagnosis.findings) {
        for (const sentence of [cause, cure]) expect(sentence).toMatch(/^[A-Z"](?!.*[a-z]\. [A-Z])[^\n]*[^.\s]\.$/);
      }
      expect(diagnosisText(diagnosis)).toContain(code);
    },
  );

  it('has a case for every fault of the catalogue', () => {
    expect([...new Set(CASES.map(([code]) => code))].toSorted()).toEqual([...DIAGNOSIS_FAULTS].toSorted());
  });

  it('warns only of a certificate that cannot sign while another one can', () => {
    const expired = { ...CERTIFICATE, sha256Thumbprint: 'B2', notAfter: '2026-12-31T00:00:00.000Z' };
    const { findings } = diagnose({ ...HEALTHY, ...token({ certificates: [expired, CERTIFICATE] }) });
    expect(findings).toMatchObject([{ code: 'CERTIFICATE_EXPIRED', severity: 'warning' }]);
    expect(codesOf({ ...certificate({ notAfter: expired.notAfter }), allowExpiredCertificates: true })).toEqual([]);
  });

  it('lists a token once by serial number and certificate, and two tokens with one number twice', () => {
    const lower = { ...OTHER, slots: [{ ...SLOT, token: { ...TOKEN, serial: 's1', label: 'As others name it' } }] };
    const detected = { middleware: 'detected' } as const;
    expect(
      diagnose({ ...HEALTHY, ...detected, ...modules({ ...MODULE, foundBy: 'known-path' }, lower) }).tokens,
    ).toMatchObject([{ serial: 'S1', modules: ['/lib/card.so', '/lib/other.so'], isWanted: true }]);
    const stranger = { ...CERTIFICATE, sha256Thumbprint: 'FF' };
    const other = { ...OTHER, slots: [{ ...SLOT, token: { ...TOKEN, certificates: [stranger] } }] };
    expect(diagnose({ ...HEALTHY, ...detected, ...modules(MODULE, other) }).tokens).toHaveLength(2);
    expect(codesOf({ ...detected, ...modules(MODULE, other) })).toEqual(['TOKEN_AMBIGUOUS']);
  });

  it('says first that nothing is wrong, and then what is worth knowing', () => {
    const textOf = (facts: Partial<DiagnosisFacts>): string => diagnosisText(diagnose({ ...HEALTHY, ...facts }));
    expect(textOf({}).split('\n')[3]).toBe('Nothing is wrong.');
    expect(textOf(modules(MODULE, OTHER)).split('\n')[3]).toBe('Nothing is wrong.');
    expect(textOf(flags('USER_PIN_TO_BE_CHANGED')).split('\n')[3]).toMatch(/^Nothing is wrong that keeps it/);
    expect(textOf(flags('USER_PIN_LOCKED'))).not.toContain('Nothing is wrong');
  });

  it('names the file for a PIN that is missing, and the slots that there are for one that is wrong', () => {
    const cureOf = (facts: Partial<DiagnosisFacts>): string =>
      diagnose({ ...HEALTHY, ...facts })
        .findings.map(({ cure }) => cure)
        .join();
    expect(cureOf(secret('missing'))).toContain('/data/secrets/SERVICE_SECRET_SIGNING_SMARTCARD_PIN');
    expect(cureOf(entry({ slotId: 7 }))).toMatch(/SlotId.*now 1 \("Card"/);
  });

  it('names no token in software as the driver of a card', () => {
    const software = { ...OTHER, path: '/lib/software.so', kind: 'software' } as const;
    const production = { middleware: 'detection-off' } as const;
    const of = (list: Partial<DiagnosisFacts>): string =>
      diagnose({ ...HEALTHY, ...production, ...list }).findings[0]?.cure ?? '';
    expect(of(modules(software))).not.toContain('/lib/software.so');
    expect(of(modules(software, { ...OTHER, outcome: 'not-tried' }))).toContain(OTHER.path);
    const unknown = { ...OTHER, path: '/lib/a-tpm.so', kind: 'unknown' } as const;
    expect(of(modules(unknown, OTHER))).toContain(OTHER.path);
    expect(of(modules(unknown))).toContain(unknown.path);
  });

  it('numbers a slot that has no description', () => {
    const { findings } = diagnose({
      ...HEALTHY,
      ...slot({ description: '', token: null, tokenError: 'CKR_DEVICE_ERROR' }),
    });
    expect(findings[0]?.cause).toBe('The token in slot 1 cannot be read (CKR_DEVICE_ERROR).');
  });

  it('keeps a PIN that was refused apart from the same serial number under another label', () => {
    const latched = { ...OUTLOOK, label: 'Card (PIN 2)', latch: 'refused' } as const;
    expect(codesOf({ pinOutlooks: [latched, OUTLOOK] })).toEqual([]);
  });

  it('takes a label for the same in any form of Unicode', () => {
    expect(codesOf({ ...token({ label: 'Zu\u0308rich' }), ...entry({ tokenLabel: 'Z\u00fcrich' }) })).toEqual([]);
  });

  it('keeps texts of tokens from driving a terminal', () => {
    const text = diagnosisText(diagnose({ ...HEALTHY, ...token({ label: '\u001b[2J\u202Egnp.exe' }) }));
    for (const character of ['\u001b', '\u202e']) expect(text).not.toContain(character);
    expect(text).toContain('gnp.exe');
  });
});
