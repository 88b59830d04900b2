import { z } from 'zod';

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

/** What signatures are judged by, and what lies in the same folders and is not used. */
export const TrustAnchors = z.object({
  anchors: z.array(TrustAnchorView),
  unread: z.array(
    z.object({
      kind: z.enum(['trust anchor', 'certificate', 'CRL', 'OCSP response']),
      file: z.string(),
      reason: z.string().describe('For people; it quotes nothing of the file'),
    }),
  ),
});
export type TrustAnchors = z.infer<typeof TrustAnchors>;
