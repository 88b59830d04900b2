import { z } from 'zod';
import { AuthorityTrial } from '../contract/http/timestamping.ts';
import { BytesSchema } from '../processes/bytes-schema.ts';
import { IMPRINT_HASHES, type MessageImprint, type Readiness } from './timestamp-authority.ts';

export const TIMESTAMP_CLIENT_CHANNEL = 'timestamp-client';

const ReadinessSchema = z.object({
  tokenBytes: z.int().min(0),
  certificates: z.array(BytesSchema).readonly(),
}) satisfies z.ZodType<Readiness>;
const ImprintSchema = z.object({
  hash: z.enum(IMPRINT_HASHES),
  digest: BytesSchema,
}) satisfies z.ZodType<MessageImprint>;

/** What a worker may ask of the authority; the host hands it on to the timestamp client. */
export const TIMESTAMPING_PROTOCOL = {
  ensureTimestampAuthority: { params: z.object({}), result: ReadinessSchema },
  timestamp: { params: ImprintSchema, result: BytesSchema },
} as const;

/** What the timestamp client needs to know; paths are absolute, secrets are named only. */
export const TimestampClientSettings = z.object({
  urls: z.array(z.string()).min(1),
  policyOid: z.string().nullable(),
  username: z.string().nullable(),
  passwordSecretName: z.string(),
  secretsDirectory: z.string(),
  timeoutMilliseconds: z.int().positive(),
  maxResponseBytes: z.int().positive(),
  trustedRootsFile: z.string().nullable(),
  clientCertificate: z.object({ certificateFile: z.string(), keyFile: z.string() }).nullable(),
  proxyUrl: z.string().nullable(),
  proxyUsername: z.string().nullable(),
  proxyPasswordSecretName: z.string(),
});
export type TimestampClientSettings = z.infer<typeof TimestampClientSettings>;

/** What the timestamp client answers the host. */
export const TIMESTAMP_CLIENT_PROTOCOL = {
  ...TIMESTAMPING_PROTOCOL,
  /** Once, before everything else. */
  configure: { params: TimestampClientSettings, result: z.undefined() },
  /** Why the settings cannot be used as secrets and files are now; null when they can. Nobody is asked. */
  settingsFault: { params: z.object({}), result: z.string().nullable() },
  tryAll: { params: z.object({}), result: z.array(AuthorityTrial) },
} as const;
