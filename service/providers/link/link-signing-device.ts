import { z } from 'zod';
import { ProviderType } from '../../contract/vocabulary/provider-types.ts';
import { callTrace, inCallTrace } from '../../telemetry/child-spans.ts';
import { CallTrace } from '../../telemetry/span-messages.ts';
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

type Traced<Params> = Params & { readonly trace?: CallTrace };

const AlgorithmSchema = z.object({
  scheme: z.enum(SIGNATURE_SCHEMES),
  hash: z.enum(HASH_ALGORITHMS),
}) satisfies z.ZodType<SignatureAlgorithm>;

export const SIGNING_DEVICE_PROTOCOL = {
  selectKey: {
    params: z.object({
      tenantId: z.string(),
      providerType: ProviderType,
      certificateThumbprint: z.string().nullable(),
      trace: CallTrace.exactOptional(),
    }) satisfies z.ZodType<Traced<KeySelection>>,
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
      trace: CallTrace.exactOptional(),
    }) satisfies z.ZodType<Traced<SignOperation>>,
    result: BytesSchema,
  },
} as const;

export function createLinkSigningDevice(peer: Peer<typeof SIGNING_DEVICE_PROTOCOL>): SigningDevice {
  return {
    selectKey: (selection) => peer.call('selectKey', { ...selection, ...traced() }),
    sign: (operation) => peer.call('sign', { ...operation, ...traced() }),
  };
}

/** The ids of what is going on, for a call that is a part of it. */
function traced(): { readonly trace?: CallTrace } {
  const trace = callTrace();
  return trace === undefined ? {} : { trace };
}

export function signingDeviceHandlers(device: SigningDevice): Handlers<typeof SIGNING_DEVICE_PROTOCOL> {
  return {
    selectKey: async ({ trace, ...selection }) => {
      const key = await inCallTrace(trace, () => device.selectKey(selection));
      return { ...key, chain: [...key.chain], algorithms: [...key.algorithms] };
    },
    sign: ({ trace, ...operation }) => inCallTrace(trace, () => device.sign(operation)),
  };
}
