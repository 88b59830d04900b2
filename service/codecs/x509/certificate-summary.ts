import type { Certificate } from './certificate.ts';
import { keyAlgorithmLabel } from './public-key.ts';

/** The fields of a certificate listing that the certificate itself gives; times are ISO 8601 UTC. */
export interface CertificateSummary {
  readonly id: string;
  readonly thumbprint: string;
  readonly sha256Thumbprint: string;
  readonly subject: string;
  readonly issuer: string;
  readonly serialNumber: string;
  readonly notBefore: string;
  readonly notAfter: string;
  readonly keyAlgorithm: string;
  readonly keySize: number | null;
  readonly keyUsage: string[];
}

/** Summarises a certificate; `id` is the SHA-256 thumbprint. Throws Asn1Error if the key or key usage is malformed. */
export function summarizeCertificate(certificate: Certificate): CertificateSummary {
  return {
    id: certificate.sha256Thumbprint,
    thumbprint: certificate.thumbprint,
    sha256Thumbprint: certificate.sha256Thumbprint,
    subject: certificate.subject.toString(),
    issuer: certificate.issuer.toString(),
    serialNumber: certificate.serialNumberHex,
    notBefore: certificate.notBefore.toISOString(),
    notAfter: certificate.notAfter.toISOString(),
    keyAlgorithm: keyAlgorithmLabel(certificate.key),
    keySize: certificate.key.sizeBits,
    keyUsage: [...(certificate.keyUsage ?? [])],
  };
}
