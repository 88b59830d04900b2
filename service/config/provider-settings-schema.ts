import { z } from 'zod';
import { UNNAMED_PROVIDERS, type ProviderType } from '../contract/vocabulary/provider-types.ts';
import { Duration, OptionalText, SecretName, TenantId, Text } from './setting-types.ts';

const ProviderId = Text.max(100);
const Name = Text.max(200);
const Sessions = z.int().min(1).max(64).default(4);

/** Empty: all tenants. */
const Tenants = z.array(TenantId).max(1000).default([]);

const Pfx = z.strictObject({
  ProviderId: ProviderId.default('pfx'),
  Name: Name.default('PFX file'),
  Path: Text,
  PasswordSecretName: SecretName.default('Signing:Pfx:Password'),
  Tenants,
});

const TokenFields = {
  TokenLabel: OptionalText,
  TokenSerial: OptionalText,
  SlotId: z.int().min(0).nullable().default(null),
  PreferFirstSlotWhenAmbiguous: z.boolean().default(false),
  Tenants,
};

/** Whether the PIN is a stored secret, for unattended work, or entered by a person for the documents that wait. */
const PinFrom = z.enum(['secret', 'person']).default('secret');

const SmartCard = z.strictObject({
  ProviderId: ProviderId.default('smartcard'),
  Name: Name.default(UNNAMED_PROVIDERS.card),
  ModulePath: OptionalText,
  AutoDetect: z.boolean().default(false),
  PinFrom,
  PinSecretName: SecretName.default('Signing:SmartCard:Pin'),
  ...TokenFields,
});

const Pkcs11 = z.strictObject({
  ProviderId,
  Name,
  ModulePath: Text,
  PinFrom,
  PinSecretName: SecretName.default('Signing:Pkcs11:Pin'),
  MaxConcurrentSessions: Sessions,
  ...TokenFields,
});

const Hsm = z.strictObject({
  ProviderId: ProviderId.default('hsm'),
  Name: Name.default('HSM'),
  ModulePath: Text,
  PinSecretName: SecretName.default('Signing:Hsm:Pin'),
  MaxConcurrentSessions: Sessions,
  ...TokenFields,
});

const SECTIONS = { Pfx, Pkcs11, SmartCard, Hsm } satisfies Record<ProviderType, z.ZodObject>;

/** What the secrets of providers are called that name none. */
export const USUAL_PROVIDER_SECRETS: readonly string[] = Object.values(SECTIONS).flatMap(({ shape }) =>
  Object.entries(shape).flatMap(([key, value]) => (key.endsWith('SecretName') ? [String(value.parse(undefined))] : [])),
);

/** The keys below `Signing`: the providers, and how long jobs wait for them. */
export const SigningSection = z
  .strictObject({
    AllowExpiredCertificates: z.boolean().default(false),
    /** How long a job waits for its token, card or PIN before it fails. */
    MaxWait: Duration.default('24h'),
    Pfx: Pfx.nullable().default(null),
    Pkcs11: z.array(Pkcs11).max(64).default([]),
    SmartCard: SmartCard.nullable().default(null),
    Hsm: Hsm.nullable().default(null),
  })
  .prefault({});
