import { z } from 'zod';
import { PinPrompt } from '../vocabulary/pin-prompts.ts';
import { CertificateDescriptor, ProviderItem } from './providers.ts';

const Timestamp = z.iso.datetime();

export const STATION_STATES = ['running', 'silent', 'stopped'] as const;
export const StationState = z.enum(STATION_STATES);
export type StationState = z.infer<typeof StationState>;

/** One of the stations that share a database; of its providers those that the caller's tenant may see. */
export const StationView = z.object({
  id: z.string().describe('Names the installation; the same after a restart'),
  name: z.string().describe('The name of its host'),
  version: z.string(),
  roles: z.array(z.string()),
  state: StationState.describe('silent: it has not been heard of for half a minute, and has not said that it stops'),
  isThis: z.boolean().describe('It is the one that answers'),
  commandLine: z
    .string()
    .nullable()
    .describe('How its command line is called where it is installed; null: it brings none, or it is another station'),
  startedAt: Timestamp,
  lastSeenAt: Timestamp,
  providers: z.array(ProviderItem),
});
export type StationView = z.infer<typeof StationView>;

/** A provider as the other stations are told of it. */
export const OfferedProvider = ProviderItem.extend({
  /** Null: all tenants. */
  tenants: z.array(z.string()).nullable(),
});
export type OfferedProvider = z.infer<typeof OfferedProvider>;

/** What the tokens of a station can sign with, as it tells the others; public metadata only. */
export const StationOffer = z.object({
  providers: z.array(OfferedProvider),
  /** A station of an earlier version says nothing of PINs. */
  certificates: z.array(CertificateDescriptor.extend({ pinPrompt: PinPrompt.nullable().default(null) })),
});
export type StationOffer = z.infer<typeof StationOffer>;

/** The provider as a tenant that it serves may see it. */
export function withoutTenants({ id, type, displayName, status, detail, isDemo }: OfferedProvider): ProviderItem {
  return { id, type, displayName, status, detail, isDemo };
}
