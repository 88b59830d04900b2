import type {
  DiagnosedCertificate,
  DiagnosedModule,
  DiagnosedReader,
  DiagnosedSlot,
  DiagnosedToken,
  ModuleNeed,
} from '../../contract/http/diagnosis.ts';
import type { PinOutlook } from '../token-host/doctor-protocol.ts';
import type { PfxEntry, TokenEntry } from '../token-host/protocol.ts';
import type { DiagnosisFacts } from './facts.ts';

/** Facts of a card that works, and one fault at a time put into them. */

export const CERTIFICATE: DiagnosedCertificate = {
  ...{ sha256Thumbprint: 'A1', subject: 'CN=Ada', issuer: 'CN=CA', isAuthority: false, hasVisibleKey: false },
  ...{ isForDocuments: true, keyMaySign: null },
  ...{ notBefore: '2026-01-01T00:00:00.000Z', notAfter: '2028-01-01T00:00:00.000Z' },
  ...{ keyUsage: ['nonRepudiation'], keyKind: 'rsa', keyObstacle: null, keyPair: 'same-id' },
};
export const TOKEN: DiagnosedToken = {
  ...{ label: 'Card', serial: 'S1', manufacturer: 'Maker', model: 'Model', minPinLength: 4, maxPinLength: 8 },
  flags: ['LOGIN_REQUIRED', 'USER_PIN_INITIALIZED', 'TOKEN_INITIALIZED'],
  ...{ mechanisms: ['CKM_RSA_PKCS'], certificates: [CERTIFICATE], unreadCertificates: [], sessionError: null },
};
export const SLOT: DiagnosedSlot = {
  ...{ slotId: 1, description: 'Reader 1', isHardware: true, hasToken: true, token: TOKEN, tokenError: null },
};
export const EMPTY_SLOT: DiagnosedSlot = { ...SLOT, hasToken: false, token: null };
export const MODULE: DiagnosedModule = {
  ...{ path: '/lib/card.so', productId: 'safenet', product: 'SafeNet', kind: 'card', foundBy: 'configuration' },
  ...{ alsoAt: [], architectures: ['x64'], outcome: 'ready', detail: null, library: null, slots: [SLOT] },
  unmetNeeds: [],
  isInLockout: false,
};
export const OTHER: DiagnosedModule = { ...MODULE, path: '/lib/other.so', foundBy: 'known-path', productId: 'opensc' };
export const READER: DiagnosedReader = {
  ...{ name: 'Reader 1', hasCard: true, isExclusive: false, answerToReset: '3B', card: null },
  ...{ products: [], productIds: [] },
};
export const ENTRY: TokenEntry = {
  ...{ type: 'SmartCard', id: 'card', name: 'Card', modulePath: '/lib/card.so', tokenLabel: null, slotId: null },
  ...{ serial: null, pinSecretName: 'Signing:SmartCard:Pin', preferFirstSlotWhenAmbiguous: false },
};
const PFX: PfxEntry = {
  type: 'Pfx',
  id: 'pfx',
  name: 'PFX',
  path: '/a.p12',
  passwordSecretName: 'P',
  isDemo: false,
};
export const OUTLOOK: PinOutlook = {
  serial: 'S1',
  label: 'Card',
  latch: 'none',
  hasBlankAround: false,
  isWithMore: false,
  length: 'fits',
};
export const HEALTHY: DiagnosisFacts = {
  ...{ entry: ENTRY, middleware: 'configured', platform: 'linux', architecture: 'x64', modules: [MODULE], leftOut: [] },
  ...{ now: new Date('2027-01-01'), allowExpiredCertificates: false },
  devices: { smartCardService: { state: 'running', detail: 'It runs.' }, readers: null, usbDevices: null },
  keeping: {
    keyFile: null,
    contents: null,
    misplacedSecret: null,
    danglingSecret: null,
    secret: { name: 'Signing:SmartCard:Pin', state: 'present' },
  },
  pinOutlooks: [OUTLOOK],
  ...{ damagedFile: null, secretsDirectory: '/data/secrets' },
};

export const modules = (...list: DiagnosedModule[]): Partial<DiagnosisFacts> => ({ modules: list });
export const module = (fields: Partial<DiagnosedModule>): Partial<DiagnosisFacts> =>
  modules({ ...MODULE, ...('outcome' in fields ? { slots: [] } : {}), ...fields });
export const slot = (fields: Partial<DiagnosedSlot>): Partial<DiagnosisFacts> =>
  module({ slots: [{ ...SLOT, ...fields }] });
export const token = (fields: Partial<DiagnosedToken>): Partial<DiagnosisFacts> =>
  slot({ token: { ...TOKEN, ...fields } });
export const flags = (...names: string[]): Partial<DiagnosisFacts> => token({ flags: [...TOKEN.flags, ...names] });
export const certificate = (fields: Partial<DiagnosedCertificate>): Partial<DiagnosisFacts> =>
  token({ certificates: [{ ...CERTIFICATE, ...fields }] });
export const entry = (fields: Partial<TokenEntry>): Partial<DiagnosisFacts> => ({
  entry: { ...ENTRY, ...fields } as TokenEntry,
});
export const devices = (fields: Partial<DiagnosisFacts['devices']>): Partial<DiagnosisFacts> => ({
  devices: { ...HEALTHY.devices, ...fields },
});
export const keyFile = (
  state: NonNullable<DiagnosisFacts['keeping']['keyFile']>['state'],
): Partial<DiagnosisFacts> => ({
  ...{ entry: PFX, modules: [], pinOutlooks: [] },
  keeping: {
    keyFile: { path: '/a.p12', state },
    contents: null,
    misplacedSecret: null,
    danglingSecret: null,
    secret: { name: 'P', state: 'present' },
  },
});
export const secret = (state: DiagnosisFacts['keeping']['secret']['state']): Pick<DiagnosisFacts, 'keeping'> => ({
  keeping: {
    keyFile: null,
    contents: null,
    misplacedSecret: null,
    danglingSecret: null,
    secret: { name: 'Signing:SmartCard:Pin', state },
  },
});
/** A file that opens, with the working certificate in it but for `fields`. */
export const inKeyFile = (...list: Partial<DiagnosedCertificate>[]): Partial<DiagnosisFacts> => ({
  ...keyFile('ready'),
  keeping: {
    keyFile: { path: '/a.p12', state: 'ready' },
    contents: {
      certificates: list.map((fields) => ({ ...CERTIFICATE, hasVisibleKey: true, ...fields })),
      unreadCertificates: [],
    },
    misplacedSecret: null,
    danglingSecret: null,
    secret: { name: 'P', state: 'present' },
  },
});
export const loadFailed = (detail: string): Partial<DiagnosisFacts> => module({ outcome: 'load-failed', detail });
export const needing = (kind: ModuleNeed['kind'], name: string): Partial<DiagnosisFacts> =>
  module({ outcome: 'initialize-failed', detail: 'CKR_HOST_MEMORY', unmetNeeds: [{ kind, name }] });
export const second: DiagnosedSlot = { ...SLOT, slotId: 2, token: { ...TOKEN, serial: 'S2' } };
export const none = { modules: [], pinOutlooks: [] };
