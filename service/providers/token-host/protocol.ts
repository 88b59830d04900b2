import { z } from 'zod';
import { CertificateDescriptor } from '../../contract/http/providers.ts';
import { ERROR_CODES } from '../../contract/vocabulary/error-catalogue.ts';
import { FailureArea, WaitReason } from '../../contract/vocabulary/failures.ts';
import { Sentence } from '../../contract/vocabulary/sentence.ts';
import { FailureKind } from '../../contract/vocabulary/states.ts';
import { PROVIDER_TYPES, ProviderStatus } from '../../contract/vocabulary/provider-types.ts';
import { BytesSchema } from '../../processes/bytes-schema.ts';
import { CallTrace } from '../../telemetry/span-messages.ts';
import { HASH_ALGORITHMS, SIGNATURE_SCHEMES } from '../providers.ts';

/** Channel on the link between the host and a token-host. */
export const TOKEN_HOST_CHANNEL = 'token-host';
/** Sent by a token-host when a token or PFX file came, went or changed; no payload. */
export const TOPIC_TOKENS_CHANGED = 'tokens-changed';
/** Sent by a token-host whose module has not returned from a call within the deadline; no payload. It is to be killed. */
export const TOPIC_DEVICE_HUNG = 'device-hung';

/** Signed attributes and canonical SignedInfo are a few kilobytes; a document never comes here. */
const MAX_DATA_TO_BE_SIGNED_BYTES = 64 * 1024;
/** How long one call into a device may take before its process is given up. */
export const DEFAULT_DEADLINE_MILLISECONDS = 30_000;

const Bytes = BytesSchema;
const SecretName = z.string().min(1).max(200).nullable();

const identified = {
  id: z.string().min(1).max(100),
  name: z.string().min(1).max(200),
  /** Whose requests it signs; left out: those of all tenants. */
  tenants: z.array(z.string()).min(1).readonly().optional(),
};

/** How a token is found in a module: by any of label, slot number and serial; all null: the only token there is. */
const tokenEntry = {
  ...identified,
  modulePath: z.string().min(1),
  tokenLabel: z.string().min(1).nullable(),
  slotId: z.int().min(0).nullable(),
  serial: z.string().min(1).nullable(),
  pinSecretName: SecretName,
  /** Whether a person enters the PIN while the station runs; `pinSecretName` is null then. Left out: nobody does. */
  pinFrom: z.literal('person').optional(),
  preferFirstSlotWhenAmbiguous: z.boolean(),
  /** Set where several modules serve one provider: tries of its PIN are remembered for all of them together. */
  pinScope: z.string().min(1).optional(),
};
const MaxConcurrentSessions = z.int().min(1).max(64).default(4);

export const PfxEntry = z.strictObject({
  type: z.literal('Pfx'),
  ...identified,
  path: z.string().min(1),
  passwordSecretName: SecretName,
  isDemo: z.boolean(),
});
export type PfxEntry = z.infer<typeof PfxEntry>;

export const TokenEntry = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('SmartCard'), ...tokenEntry }),
  z.strictObject({ type: z.literal('Pkcs11'), ...tokenEntry, maxConcurrentSessions: MaxConcurrentSessions }),
  z.strictObject({ type: z.literal('Hsm'), ...tokenEntry, maxConcurrentSessions: MaxConcurrentSessions }),
]);
/** A token of a PKCS#11 module; a smart card is driven strictly one operation at a time. */
export type TokenEntry = z.infer<typeof TokenEntry>;

/** One configured provider; `...SecretName` says under which name the PIN or password is kept, never what it is. */
export const ProviderEntry = z.discriminatedUnion('type', [PfxEntry, ...TokenEntry.options]);
export type ProviderEntry = z.infer<typeof ProviderEntry>;
/** What one is made of: a type of provider that is configured and not named here stops the compiler where entries are made. */
export type GivenProviderEntry = z.input<typeof ProviderEntry>;

export const TokenHostConfiguration = z.strictObject({
  entries: z.array(ProviderEntry).min(1),
  /** Sign with certificates that have expired, for tests and archives only. */
  allowExpiredCertificates: z.boolean(),
  /** Folder with one file per secret; null: secrets come from the environment only. */
  secretsDirectory: z.string().min(1).nullable(),
  /** Folder that remembers PINs that were refused, over restarts (security rule: a wrong PIN is tried once). */
  pinGuardDirectory: z.string().min(1),
  deadlineMilliseconds: z.int().min(10),
});
export type TokenHostConfiguration = z.infer<typeof TokenHostConfiguration>;

const SignatureAlgorithmMessage = z.strictObject({
  scheme: z.enum(SIGNATURE_SCHEMES),
  hash: z.enum(HASH_ALGORITHMS),
});

/** Why a certificate that was found can or cannot sign now; `locked`: nothing is missing but the login. */
const KEY_USABILITIES = ['usable', 'locked', 'outside-validity', 'unusable'] as const;

export const FoundKey = z.strictObject({
  providerId: z.string(),
  providerType: z.enum(PROVIDER_TYPES),
  keyId: z.string(),
  certificate: Bytes,
  chain: z.array(Bytes),
  algorithms: z.array(SignatureAlgorithmMessage),
  usability: z.enum(KEY_USABILITIES),
  /** For people; null when usable. */
  reason: z.string().nullable(),
});
export type FoundKey = z.infer<typeof FoundKey>;

/** A StationError beside a result. */
const Problem = z.strictObject({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  sentence: Sentence.nullable(),
  kind: FailureKind,
  area: FailureArea,
  waitReason: WaitReason.nullable(),
});

export const FoundKeys = z.strictObject({
  keys: z.array(FoundKey),
  /** Why the device cannot be logged in to, or is not the one that is meant; null when there is no such reason. */
  problem: Problem.nullable(),
});
export type FoundKeys = z.infer<typeof FoundKeys>;

const Nothing = z.strictObject({});

/** A PIN in UTF-8; no token takes longer ones. */
const MAX_PIN_BYTES = 255;
const Pin = Bytes.refine((bytes) => bytes.length > 0 && bytes.length <= MAX_PIN_BYTES);

/** How many wrong PINs the token says that it takes yet (PKCS#11 v2.40 table 7); many tokens say nothing. */
const PIN_TRIES = ['unknown', 'low', 'last', 'locked'] as const;

/** A token as its module names it, without a session. */
export const SeenToken = z.strictObject({
  slotId: z.int().min(0),
  label: z.string(),
  serial: z.string(),
  isInitialized: z.boolean(),
});
export type SeenToken = z.infer<typeof SeenToken>;

export const PinFacts = z.strictObject({
  /** Null while no token is there. */
  tokenLabel: z.string().nullable(),
  /** In bytes of UTF-8, where the token says it. */
  length: z.strictObject({ min: z.int().min(0), max: z.int().min(1) }).nullable(),
  tries: z.enum(PIN_TRIES),
  /** Whether a PIN that a person entered is kept. */
  isHeld: z.boolean(),
  /** Whether the reader has keys of its own and asks by itself: no program is given this PIN. */
  isOnReader: z.boolean(),
  /** Whether the key wants its PIN for each signature; null before a login has shown it. */
  isPerDocument: z.boolean().nullable(),
});
export type PinFacts = z.infer<typeof PinFacts>;

export const PinEntry = z.strictObject({
  pin: Pin,
  /** Certificate that is to sign (SHA-1 or SHA-256, hex, upper case): the PIN goes to no other token. */
  thumbprint: z.string().nullable(),
  /** The person knows that few tries are left, or the last one. */
  isConfirmed: z.boolean(),
});
export type PinEntry = z.infer<typeof PinEntry>;

/**
 * What a token-host answers. `configure` is the first call after each start. Failures are StationErrors with the
 * codes of the SigningDevice port; there is no way to read a key, a PIN or a password.
 */
export const TOKEN_HOST_PROTOCOL = {
  configure: { params: TokenHostConfiguration, result: Nothing },
  /** Answered whenever the process is able to run at all: a call into a module that blocks it is a hang. */
  ping: { params: Nothing, result: Nothing },
  /** Never logs in. */
  providerHealth: {
    params: z.strictObject({ providerId: z.string() }),
    result: z.strictObject({ status: ProviderStatus, detail: z.string().nullable() }),
  },
  listCertificates: {
    params: z.strictObject({ providerId: z.string() }),
    result: z.strictObject({ certificates: z.array(CertificateDescriptor) }),
  },
  /** Keys with this thumbprint (SHA-1 or SHA-256, hex, upper case), or all keys for null. */
  findKeys: {
    params: z.strictObject({ providerId: z.string(), thumbprint: z.string().nullable() }),
    result: FoundKeys,
  },
  /** What can be said of the PIN without a login; only for providers whose PIN a person enters. */
  pinFacts: {
    params: z.strictObject({ providerId: z.string(), thumbprint: z.string().nullable() }),
    result: PinFacts,
  },
  /**
   * Logs in with what a person entered: one try, whatever comes of it. A PIN that the token accepts is kept in the
   * memory of this process until `forgetPin`, until the token leaves, or until nobody used it for 15 minutes.
   */
  enterPin: {
    params: z.strictObject({ providerId: z.string(), ...PinEntry.shape }),
    result: z.strictObject({ problem: Problem.nullable() }),
  },
  /**
   * Overwrites the PIN and ends the login, also one that was made at the keys of the reader; what is being signed is signed
   * before. Answered at once, though a PIN that is being typed at the reader is waited for.
   */
  forgetPin: { params: z.strictObject({ providerId: z.string() }), result: Nothing },
  /**
   * Whether another process may take the place of this one, which does not see the token of the provider. No, where it does
   * see it, where a PIN is being entered or was entered by a person, and while a smart card is logged in to. `seen` is what
   * a fresh process shows, null where none has looked yet: where the token is among it, this process begins nothing more,
   * ends what it is at, and answers yes then.
   */
  giveWay: {
    params: z.strictObject({ providerId: z.string(), seen: z.array(SeenToken).nullable() }),
    result: z.strictObject({ isWilling: z.boolean() }),
  },
  sign: {
    params: z.strictObject({
      providerId: z.string(),
      keyId: z.string(),
      algorithm: SignatureAlgorithmMessage,
      dataToBeSigned: Bytes.refine((bytes) => bytes.length <= MAX_DATA_TO_BE_SIGNED_BYTES),
      digest: Bytes.refine((bytes) => bytes.length <= 64),
      trace: CallTrace.exactOptional(),
    }),
    result: Bytes,
  },
} as const;
