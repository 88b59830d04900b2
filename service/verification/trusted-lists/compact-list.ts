import { z } from 'zod';

const ServicePeriod = z.object({ type: z.string(), name: z.string(), status: z.string(), from: z.iso.datetime() });

const ListedCertificate = z.object({
  /** DER in Base64. */
  der: z.string(),
  sha256Thumbprint: z.string(),
  /** The comparison key of its subject's name, so that only what is asked for needs to be parsed. */
  subjectKey: z.string(),
  /** SHA-256 of its SubjectPublicKeyInfo, in hexadecimal digits. */
  keyHash: z.string(),
});

const ListedService = z.object({
  provider: z.string(),
  /** Places in `certificates`. */
  certificates: z.array(z.int().min(0)),
  /** In Base64; only of services without a certificate. */
  keyIdentifiers: z.array(z.string()),
  /** The present first. */
  periods: z.array(ServicePeriod).min(1),
});
export type ListedService = z.infer<typeof ListedService>;

/**
 * What verification needs of a trusted list that was accepted (ETSI TS 119 612): who provides which service under which
 * key, and its status over time. Qualifiers are no part of it.
 */
export const CompactList = z.object({
  territory: z.string(),
  operator: z.string(),
  sequenceNumber: z.int(),
  issuedAt: z.iso.datetime(),
  nextUpdate: z.iso.datetime().nullable(),
  certificates: z.array(ListedCertificate),
  services: z.array(ListedService),
});
export type CompactList = z.infer<typeof CompactList>;

/** What verification is given of the lists in force. */
export interface TrustedLists {
  readonly lists: readonly CompactList[];
  /** Where each lies, for processes that read it themselves. */
  readonly files: readonly string[];
  /** Paths may end in services that issue certificates or timestamps. */
  readonly areAnchors: boolean;
}

/** Reads what was written of a list. Null for what is none, which is as good as not there. */
export function parseCompactList(text: string): CompactList | null {
  try {
    return CompactList.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
