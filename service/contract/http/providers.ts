import { z } from 'zod';
import { WaitReason } from '../vocabulary/failures.ts';
import { PinPrompt } from '../vocabulary/pin-prompts.ts';
import { ProviderStatus, ProviderType } from '../vocabulary/provider-types.ts';

const Timestamp = z.iso.datetime();

export const ProviderItem = z.object({
  id: z.string(),
  type: ProviderType,
  displayName: z.string(),
  status: ProviderStatus,
  detail: z.string().nullable(),
  isDemo: z.boolean(),
});
export type ProviderItem = z.infer<typeof ProviderItem>;

export const ProviderHealth = z.object({
  providerId: z.string(),
  status: ProviderStatus,
  detail: z.string().nullable(),
  checkedAt: Timestamp,
});
export type ProviderHealth = z.infer<typeof ProviderHealth>;

export const CertificateDescriptor = z.object({
  id: z.string(),
  thumbprint: z.string().regex(/^[0-9A-F]{40}$/),
  sha256Thumbprint: z.string().regex(/^[0-9A-F]{64}$/),
  subject: z.string(),
  issuer: z.string(),
  serialNumber: z.string(),
  notBefore: Timestamp,
  notAfter: Timestamp,
  providerId: z.string(),
  providerType: ProviderType,
  keyAlgorithm: z.string(),
  keySize: z.int().nullable(),
  keyUsage: z.array(z.string()),
  canSign: z.boolean(),
  cannotSignReason: z.string().nullable(),
  /** Set where nothing but this keeps it from signing: a request is accepted and waits until it has passed. */
  waitReason: WaitReason.nullable(),
  /** Null: it is not known. */
  pinPrompt: PinPrompt.nullable(),
  isDemo: z.boolean(),
});
/** Public certificate metadata; `id` is the SHA-256 thumbprint. Never key or PFX material. */
export type CertificateDescriptor = z.infer<typeof CertificateDescriptor>;
