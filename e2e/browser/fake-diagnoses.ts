import type {
  DiagnosedCertificate,
  DiagnosedModule,
  DiagnosedReader,
  DiagnosedSlot,
  DiagnosedToken,
  Diagnosis,
} from '../../service/contract/http/diagnosis.ts';
import type { ProviderItem } from '../../service/contract/http/providers.ts';
import { diagnose } from '../../service/providers/diagnosis/diagnose.ts';
import type { DiagnosisFacts } from '../../service/providers/diagnosis/facts.ts';
import type { ProviderEntry } from '../../service/providers/token-host/protocol.ts';

/** What is made up here are facts; what they mean is said by the station's own rules, in its own words. */

const PATH = '/usr/lib/libeTPkcs11.so';
const DAY = 86_400_000;
const THUMBPRINT = '9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08';

const CERTIFICATE: DiagnosedCertificate = {
  sha256Thumbprint: THUMBPRINT,
  subject: 'CN=Anna Grüber,O=Stadtwerke Linz,C=AT',
  issuer: 'CN=Trust Centre Signing CA 3,O=Trust Centre AG,C=AT',
  notBefore: new Date(Date.now() - 400 * DAY).toISOString(),
  notAfter: new Date(Date.now() + 690 * DAY).toISOString(),
  keyUsage: ['digitalSignature', 'nonRepudiation'],
  isAuthority: false,
  keyKind: 'rsa',
  hasVisibleKey: false,
  ...{ keyObstacle: null, isForDocuments: true, keyMaySign: null, keyPair: 'same-id' as const },
};
const TOKEN: DiagnosedToken = {
  label: 'Anna Grüber',
  serial: '02A94F17',
  manufacturer: 'SafeNet, Inc.',
  model: 'eToken 5110',
  flags: ['RNG', 'LOGIN_REQUIRED', 'USER_PIN_INITIALIZED', 'TOKEN_INITIALIZED'],
  minPinLength: 4,
  maxPinLength: 16,
  mechanisms: ['CKM_RSA_PKCS', 'CKM_SHA256_RSA_PKCS', 'CKM_RSA_PKCS_PSS'],
  certificates: [CERTIFICATE],
  unreadCertificates: [],
  sessionError: null,
};
const SLOT: DiagnosedSlot = {
  slotId: 0,
  description: 'SafeNet eToken 5100 [eToken 5110 SC] 00 00',
  isHardware: true,
  hasToken: true,
  token: TOKEN,
  tokenError: null,
};
const MODULE: DiagnosedModule = {
  path: PATH,
  productId: 'safenet',
  product: 'SafeNet Authentication Client',
  kind: 'card',
  foundBy: 'configuration',
  alsoAt: ['/usr/lib/libeToken.so.10'],
  architectures: ['x64'],
  outcome: 'ready',
  detail: null,
  unmetNeeds: [],
  isInLockout: false,
  library: {
    description: 'SafeNet eToken PKCS#11',
    manufacturer: 'SafeNet, Inc.',
    version: '10.8',
    cryptokiVersion: '2.20',
  },
  slots: [SLOT],
};
const OPENSC: DiagnosedModule = {
  ...{ ...MODULE, path: '/usr/lib/x86_64-linux-gnu/opensc-pkcs11.so', productId: 'opensc', product: 'OpenSC' },
  ...{ foundBy: 'p11-kit', alsoAt: [], slots: [] },
  library: {
    description: 'OpenSC smartcard framework',
    manufacturer: 'OpenSC Project',
    version: '0.26',
    cryptokiVersion: '3.0',
  },
};
const READER: DiagnosedReader = {
  name: SLOT.description,
  hasCard: true,
  isExclusive: false,
  answerToReset: '3BD5180081313A7D8073C8211030',
  card: 'SafeNet eToken 5110',
  products: ['SafeNet Authentication Client'],
  productIds: ['safenet'],
};

function entryOf(provider: ProviderItem): ProviderEntry {
  const { id, displayName: name, type } = provider;
  if (type === 'Pfx') {
    const path = '/home/anna/.local/share/signing-station/demo/demo.p12';
    return { type, id, name, path, passwordSecretName: 'Signing:Pfx:Password', isDemo: provider.isDemo };
  }
  const token = { id, name, modulePath: PATH, tokenLabel: null, slotId: null, serial: null };
  const more = { pinSecretName: `Signing:${type}:Pin`, preferFirstSlotWhenAmbiguous: false };
  if (type === 'SmartCard') return { type, ...token, ...more };
  return { type: type === 'Hsm' ? type : 'Pkcs11', ...token, ...more, maxConcurrentSessions: 4 };
}

const shown = (fields: Partial<DiagnosedToken>): Partial<DiagnosisFacts> => ({
  modules: [{ ...MODULE, slots: [{ ...SLOT, token: { ...TOKEN, ...fields } }] }, OPENSC],
});
const flagged = (...flags: string[]): Partial<DiagnosisFacts> => shown({ flags: [...TOKEN.flags, ...flags] });
const EMPTY_SLOT: DiagnosedSlot = { ...SLOT, hasToken: false, token: null };
const EMPTY_READER: DiagnosedReader = {
  ...{ ...READER, hasCard: false, answerToReset: null, card: null },
  ...{ products: [], productIds: [] },
};
const devices = (readers: DiagnosisFacts['devices']['readers']): Pick<DiagnosisFacts, 'devices'> => ({
  devices: {
    smartCardService: { state: 'running', detail: 'pcscd runs; its socket is /run/pcscd/pcscd.comm.' },
    readers,
    usbDevices: [],
  },
});

/** Names of the longest kind, many drivers, several findings at once. */
function crowded(): Partial<DiagnosisFacts> {
  const long = 'Zertifikatsinhaberin Dr. Anna-Magdalena Grüber-Oberhuemer, Bereich Netze und Beteiligungen';
  const certificates = [
    { ...CERTIFICATE, subject: `CN=${long},O=Stadtwerke Linz`, notAfter: new Date(Date.now() - DAY).toISOString() },
    { ...CERTIFICATE, sha256Thumbprint: THUMBPRINT.replace('9F', '8E'), keyUsage: null },
  ];
  const untried = ['libcryptoki', 'libCryptoki2_64', 'cs_pkcs11_R3', 'libcknfast', 'onepin-opensc-pkcs11'].map(
    (name): DiagnosedModule => ({
      ...{ ...OPENSC, path: `/opt/vendor/software/with/a/long/path/lib/x86_64-linux-gnu/${name}.so`, library: null },
      ...{ product: null, kind: 'hsm', foundBy: 'known-path', outcome: 'not-tried' },
      detail: 'clients of HSMs are loaded only where they are configured',
    }),
  );
  const token = {
    ...TOKEN,
    label: long,
    flags: [...TOKEN.flags, 'USER_PIN_COUNT_LOW', 'WRITE_PROTECTED'],
    certificates,
  };
  return {
    modules: [
      { ...MODULE, slots: [{ ...SLOT, token }] },
      { ...OPENSC, outcome: 'crashed', detail: 'C_GetSlotList', library: null },
      ...untried,
    ],
    leftOut: [
      {
        path: '/usr/lib/x86_64-linux-gnu/p11-kit-proxy.so',
        product: 'p11-kit proxy',
        reason: 'shows the tokens of other modules a second time',
      },
    ],
  };
}

const CASES = {
  healthy: (): Partial<DiagnosisFacts> => ({}),
  'no-reader': () => ({ modules: [{ ...MODULE, slots: [] }], ...devices([]) }),
  'no-token': () => ({ modules: [{ ...MODULE, slots: [EMPTY_SLOT] }, OPENSC], ...devices([EMPTY_READER]) }),
  'pin-locked': () => flagged('USER_PIN_LOCKED', 'USER_PIN_COUNT_LOW'),
  'wrong-architecture': () => ({
    modules: [
      { ...MODULE, architectures: ['ia32'], outcome: 'wrong-architecture', library: null, slots: [] },
      { ...OPENSC, slots: [EMPTY_SLOT] },
    ],
  }),
  'pin-latched': () => ({
    pinOutlooks: [
      {
        serial: TOKEN.serial,
        label: TOKEN.label,
        latch: 'refused',
        hasBlankAround: false,
        isWithMore: false,
        length: 'fits',
      },
    ],
  }),
  crowded,
} satisfies Record<string, () => Partial<DiagnosisFacts>>;
export type DiagnosisCase = keyof typeof CASES;

/** What a station would say of this provider in this case. For a key file every case is the healthy one. */
export function fakeDiagnosis(provider: ProviderItem, name: DiagnosisCase): Diagnosis {
  const entry = entryOf(provider);
  const isFile = entry.type === 'Pfx';
  return diagnose({
    ...{ entry, middleware: 'configured', platform: 'linux', architecture: 'x64', leftOut: [] },
    ...{ now: new Date(), allowExpiredCertificates: false },
    modules: isFile ? [] : [MODULE, OPENSC],
    ...devices(isFile ? null : [READER]),
    keeping: isFile
      ? {
          keyFile: { path: entry.path, state: 'ready' },
          contents: null,
          misplacedSecret: null,
          danglingSecret: null,
          secret: { name: entry.passwordSecretName, state: 'present' },
        }
      : {
          keyFile: null,
          contents: null,
          misplacedSecret: null,
          danglingSecret: null,
          secret: { name: entry.pinSecretName, state: 'present' },
        },
    pinOutlooks: [],
    damagedFile: null,
    secretsDirectory: '/home/ada/.local/share/signing-station/secrets',
    ...(isFile ? {} : CASES[name]()),
  });
}
