import { z } from 'zod';
import { ListRefusal } from '../vocabulary/list-refusals.ts';

export const TrustAnchorView = z.object({
  subject: z.string(),
  issuer: z.string(),
  serialNumber: z.string(),
  sha256Thumbprint: z.string(),
  notBefore: z.iso.datetime(),
  notAfter: z.iso.datetime(),
  isInDate: z.boolean().describe('At the time of asking; a path that ends in one that is not proves nothing'),
  folder: z.string().describe('Name of the folder it lies in'),
  file: z.string().describe('Name of the file'),
});
export type TrustAnchorView = z.infer<typeof TrustAnchorView>;

export const TrustedListView = z.object({
  name: z.string().describe('Of the file, or the address it was fetched from'),
  territory: z.string().describe('Country code; EU: the list of the lists'),
  operator: z.string(),
  sequenceNumber: z.int(),
  issuedAt: z.iso.datetime(),
  nextUpdate: z.iso.datetime().nullable(),
  services: z.int().describe('How many services it names'),
});
export type TrustedListView = z.infer<typeof TrustedListView>;

/** Trusted lists of the Union and its countries, as the settings ask for them. */
export const TrustedListsView = z.object({
  areAnchors: z.boolean().describe('Whether paths may end in their services'),
  accepted: z.array(TrustedListView),
  refused: z.array(
    z.object({ name: z.string(), code: ListRefusal, reason: z.string().describe('For people; it quotes nothing') }),
  ),
});
export type TrustedListsView = z.infer<typeof TrustedListsView>;

/** Something in a trust folder that is not used, and why. */
const UnreadTrustFile = z.object({
  kind: z.enum(['trust anchor', 'certificate', 'CRL', 'OCSP response', 'signer of trusted lists']),
  file: z.string().describe('Its name without its folder'),
  reason: z.string().describe('For people; it quotes nothing of the file'),
});
export type UnreadTrustFile = Readonly<z.infer<typeof UnreadTrustFile>>;

/** What signatures are judged by, and what lies in the same folders and is not used. */
export const TrustAnchors = z.object({
  anchors: z.array(TrustAnchorView),
  unread: z.array(UnreadTrustFile),
  lists: TrustedListsView.nullable().optional().describe('Null: the settings name no trusted lists'),
});
export type TrustAnchors = z.infer<typeof TrustAnchors>;
