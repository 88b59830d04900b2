import { z } from 'zod';
import { BytesSchema } from '../../processes/bytes-schema.ts';
import type { Handlers, Peer } from '../../processes/request-reply.ts';
import type { ValidationDataSource } from '../validation-data.ts';

/** The source of validation data over a link: the worker asks the host, which alone reads folders and the network. */

const MAX_CERTIFICATES = 100;
const CERTIFICATES = { certificates: z.array(BytesSchema).min(1).max(MAX_CERTIFICATES), at: z.date() };

export const VALIDATION_DATA_PROTOCOL = {
  validationData: {
    params: z.object(CERTIFICATES),
    result: z.object({
      certificates: z.array(BytesSchema),
      crls: z.array(BytesSchema),
      ocspResponses: z.array(BytesSchema),
    }),
  },
  requireUnrevoked: { params: z.object({ ...CERTIFICATES, asksOnline: z.boolean() }), result: z.object({}) },
} as const;

export function createLinkValidationData(peer: Peer<typeof VALIDATION_DATA_PROTOCOL>): ValidationDataSource {
  return {
    validationData: ({ certificates, at }) => peer.call('validationData', { certificates: distinct(certificates), at }),
    requireUnrevoked: async ({ certificates, ...question }) => {
      await peer.call('requireUnrevoked', { certificates: distinct(certificates), ...question });
    },
  };
}

/** Signatures of one document mostly share their issuers. */
function distinct(certificates: readonly Uint8Array[]): Uint8Array[] {
  return [...new Map(certificates.map((der) => [Buffer.from(der).toString('latin1'), der])).values()];
}

export function validationDataHandlers(source: ValidationDataSource): Handlers<typeof VALIDATION_DATA_PROTOCOL> {
  return {
    validationData: async (request) => {
      const { certificates, crls, ocspResponses } = await source.validationData(request);
      return { certificates: [...certificates], crls: [...crls], ocspResponses: [...ocspResponses] };
    },
    requireUnrevoked: async (request) => {
      await source.requireUnrevoked(request);
      return {};
    },
  };
}
