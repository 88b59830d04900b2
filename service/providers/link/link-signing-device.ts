import { z } from 'zod';
import { ProviderType } from '../../contract/vocabulary/signing.ts';
import { BytesSchema } from '../../processes/bytes-schema.ts';
import type { Handlers, Peer } from '../../processes/request-reply.ts';
import {
  HASH_ALGORITHMS,
  SIGNATURE_SCHEMES,
  type KeySelection,
  type SignatureAlgorithm,
  type SigningDevice,
  type SigningKey,
  type SignOperation,
} from '../providers.ts';

/** The signing device over a link: the worker asks the host, the host asks the token-host that holds the key. */

const AlgorithmSchema = z.object({
  scheme: z.enum(SIGNATURE_SCHEMES),
  hash: z.enum(HASH_ALGORITHMS),
}) satisfies z.ZodType<SignatureAlgorithm>;

export const SIGNING_DEVICE_PROTOCOL = {
  selectKey: {
    params: z.object({
      tenantId: z.string(),
      providerType: ProviderType,
      thumbprint: z.string().nullable(),
    }) satisfies z.ZodType<KeySelection>,
    result: z.object({
      providerId: z.string(),
      providerType: ProviderType,
      keyId: z.string(),
      certificate: BytesSchema,
      chain: z.array(BytesSchema),
      algorithms: z.array(AlgorithmSchema),
    }) satisfies z.ZodType<SigningKey>,
  },
  sign: {
    params: z.object({
      requestId: z.uuid().exactOptional(),
      providerId: z.string(),
      keyId: z.string(),
      algorithm: AlgorithmSchema,
      dataToBeSigned: BytesSchema,
      digest: BytesSchema,
    }) satisfies z.ZodType<SignOperation>,
    result: BytesSchema,
  },
} as const;

export function createLinkSigningDevice(peer: Peer<typeof SIGNING_DEVICE_PROTOCOL>): SigningDevice {
  return {
    selectKey: (selection) => peer.call('selectKey', selection),
    sign: (operation) => peer.call('sign', operation),
  };
}

export function signingDeviceHandlers(device: SigningDevice): Handlers<typeof SIGNING_DEVICE_PROTOCOL> {
  return {
    selectKey: async (selection) => {
      const key = await device.selectKey(selection);
      return { ...key, chain: [...key.chain], algorithms: [...key.algorithms] };
    },
    sign: (operation) => device.sign(operation),
  };
}
