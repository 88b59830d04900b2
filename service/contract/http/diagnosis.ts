import { z } from 'zod';
import { DiagnosisFault, FINDING_SEVERITIES } from '../vocabulary/diagnosis-faults.ts';
import { ProviderType } from '../vocabulary/provider-types.ts';

/** What the token doctor tells of one provider. File paths are in it; PINs, passwords and keys never are. */

const Text = z.string().max(1000);

/** How far a module got. Everything after `loaded` happened in a process of its own. */
export const MODULE_OUTCOMES = [
  'ready',
  'missing',
  'path-refused',
  'link-loop',
  'directory',
  'unreadable',
  'not-a-library',
  'wrong-architecture',
  'load-failed',
  'no-function-list',
  'initialize-failed',
  'slot-list-failed',
  'crashed',
  'hung',
  'not-tried',
] as const;

/** Something outside of a module that it needs and that is not as it has to be. */
export const ModuleNeed = z.strictObject({
  kind: z.enum(['daemon', 'device', 'group', 'settings', 'store']),
  /** Of the daemon or group; the path of device, settings or store. */
  name: Text,
});
export type ModuleNeed = z.infer<typeof ModuleNeed>;

export const DiagnosedCertificate = z.strictObject({
  sha256Thumbprint: Text,
  subject: Text,
  issuer: Text,
  notBefore: Text,
  notAfter: Text,
  /** Null: the certificate does not limit its use. */
  keyUsage: z.array(Text).nullable(),
  /** False: its extended key usage names other purposes only, so that verifiers call none of its signatures valid. */
  isForDocuments: z.boolean(),
  isAuthority: z.boolean(),
  /** Null: a kind that cannot sign here. */
  keyKind: z.enum(['rsa', 'rsa-pss-only', 'ec', 'ed25519']).nullable(),
  /** Whether a private key with its id shows without a login; most tokens show none before. */
  hasVisibleKey: z.boolean(),
  /** Whether the key may make signatures (CKA_SIGN), as far as it or its public key tells without a login; null: neither does. */
  keyMaySign: z.boolean().nullable(),
  /** Why signatures of its key are accepted by nobody; null if they are. */
  keyObstacle: Text.nullable(),
  /**
   * How its key shows among the public keys, which most tokens show without a login: with the certificate's id, with
   * another one, not at all though other keys show; `unknown` where no public key shows.
   */
  keyPair: z.enum(['same-id', 'other-id', 'absent', 'unknown']),
});
export type DiagnosedCertificate = z.infer<typeof DiagnosedCertificate>;

export const DiagnosedToken = z.strictObject({
  label: Text,
  serial: Text,
  manufacturer: Text,
  model: Text,
  /** CK_TOKEN_INFO.flags by name, without their prefix CKF_. */
  flags: z.array(Text),
  minPinLength: z.int(),
  maxPinLength: z.int(),
  /** By name where it is one that signs, else in hexadecimal digits; null when the module does not tell. */
  mechanisms: z.array(Text).nullable(),
  /** What is readable without a login. */
  certificates: z.array(DiagnosedCertificate),
  /** Why further certificates are not among them: each one sentence. */
  unreadCertificates: z.array(Text),
  /** Name of the return value (CKR_...) that kept us from opening a session or from reading on it; null when neither. */
  sessionError: Text.nullable(),
});
export type DiagnosedToken = z.infer<typeof DiagnosedToken>;

export const DiagnosedSlot = z.strictObject({
  slotId: z.int(),
  description: Text,
  /** CKF_HW_SLOT: a reader or token, not software. */
  isHardware: z.boolean(),
  hasToken: z.boolean(),
  token: DiagnosedToken.nullable(),
  /** Name of the return value (CKR_...) for a token that is there and cannot be read. */
  tokenError: Text.nullable(),
});
export type DiagnosedSlot = z.infer<typeof DiagnosedSlot>;

export const ModuleCandidate = z.strictObject({
  path: Text,
  /** Id and name of the product in the middleware list; null for a module that is not in it. */
  productId: Text.nullable(),
  product: Text.nullable(),
  kind: z.enum(['card', 'national-id', 'software', 'hsm', 'debug', 'unknown']),
  foundBy: z.enum(['configuration', 'p11-kit', 'known-path']),
  /** Other names of the same file that were found as well. */
  alsoAt: z.array(Text),
  /** Processor names that the file's header says; null when it is no library or could not be read. */
  architectures: z.array(Text).nullable(),
  /** What forbids loading it, from the file alone; `ready` when nothing does. */
  outcome: z.enum(MODULE_OUTCOMES),
});
export type ModuleCandidate = z.infer<typeof ModuleCandidate>;

export const DiagnosedModule = ModuleCandidate.extend({
  /** What it lacks outside of itself; looked at when it does not start, or shows no token. */
  unmetNeeds: z.array(ModuleNeed),
  /** Whether the TPM behind it takes no PIN at present; its module sets no flag for that. */
  isInLockout: z.boolean(),
  /** The loader's words, the return value's name, or the call in which the module crashed or hung. */
  detail: Text.nullable(),
  library: z.strictObject({ description: Text, manufacturer: Text, version: Text, cryptokiVersion: Text }).nullable(),
  slots: z.array(DiagnosedSlot),
}).strict();
export type DiagnosedModule = z.infer<typeof DiagnosedModule>;

export const LeftOutModule = z.strictObject({ path: Text, product: Text, reason: Text });
export type LeftOutModule = z.infer<typeof LeftOutModule>;

export const UsbDevice = z.strictObject({
  /** Four hexadecimal digits each: `1050:0407`. */
  ids: Text,
  name: Text,
  kind: z.enum(['token', 'reader', 'ambiguous']),
  products: z.array(Text),
  productIds: z.array(Text),
});
export type UsbDevice = z.infer<typeof UsbDevice>;

export const SmartCardService = z.strictObject({
  /**
   * `not-permitted`: it lets the user of the station reach no reader. `unknown`: this kind of system gives no sign of it
   * that can be read without a smart card library.
   */
  state: z.enum(['running', 'not-running', 'not-permitted', 'unknown']),
  detail: Text,
});
export type SmartCardService = z.infer<typeof SmartCardService>;

export const DiagnosedReader = z.strictObject({
  name: Text,
  hasCard: z.boolean(),
  /** Whether a program keeps all others from the card. */
  isExclusive: z.boolean(),
  /** Hexadecimal digits; null without a card. */
  answerToReset: Text.nullable(),
  card: Text.nullable(),
  products: z.array(Text),
  productIds: z.array(Text),
});
export type DiagnosedReader = z.infer<typeof DiagnosedReader>;

export const SecretState = z.strictObject({
  /** The name it is kept under, never its value; null: none is configured. */
  name: Text.nullable(),
  state: z.enum(['not-named', 'missing', 'present', 'unreadable']),
});
export type SecretState = z.infer<typeof SecretState>;

export const KeyFile = z.strictObject({
  path: Text,
  state: z.enum(['ready', 'missing', 'directory', 'unreadable', 'not-pkcs12', 'damaged', 'password-wrong']),
});
export type KeyFile = z.infer<typeof KeyFile>;

/** A token, once, however many modules show it. */
export const FoundToken = z.strictObject({
  label: Text,
  serial: Text,
  modules: z.array(Text),
  /** Whether the provider's settings mean this token. */
  isWanted: z.boolean(),
});
export type FoundToken = z.infer<typeof FoundToken>;

export const Finding = z.strictObject({
  code: DiagnosisFault,
  severity: z.enum(FINDING_SEVERITIES),
  /** One sentence: what is wrong. */
  cause: Text,
  /** One sentence: what to do. */
  cure: Text,
  /** What the token says of the tries that are left, where an administrator may permit one more; null where none would be made. */
  oneMoreTry: z.enum(['low', 'unknown']).nullable(),
});
export type Finding = z.infer<typeof Finding>;

export const Diagnosis = z.strictObject({
  providerId: Text,
  providerType: ProviderType,
  displayName: Text,
  checkedAt: z.iso.datetime(),
  platform: Text,
  architecture: Text,
  /** Worst first; empty when nothing was found wrong. */
  findings: z.array(Finding),
  tokens: z.array(FoundToken),
  modules: z.array(DiagnosedModule),
  leftOut: z.array(LeftOutModule),
  smartCardService: SmartCardService,
  /** Null when the readers cannot be asked for here. */
  readers: z.array(DiagnosedReader).nullable(),
  /** Known tokens and readers on the USB; null when the bus cannot be read. */
  usbDevices: z.array(UsbDevice).nullable(),
  /** Null for tokens. */
  keyFile: KeyFile.nullable(),
  secret: SecretState,
});
export type Diagnosis = z.infer<typeof Diagnosis>;
