import type { CertificateDescriptor } from '../../service/contract/http/providers.ts';

/** Days before its end from which a certificate is shown as expiring. */
export const EXPIRES_SOON_DAYS = 30;

/**
 * The certificates in the order a person wants them: those that can sign first, real ones before demo ones, then the
 * one that is valid longest.
 */
export function orderCertificates(certificates: readonly CertificateDescriptor[]): readonly CertificateDescriptor[] {
  return certificates.toSorted(
    (a, b) =>
      Number(b.canSign) - Number(a.canSign) ||
      Number(a.isDemo) - Number(b.isDemo) ||
      b.notAfter.localeCompare(a.notAfter) ||
      a.id.localeCompare(b.id),
  );
}

/** The certificate to preselect: the one used last if it still can sign, else the only sensible first one. */
export function preselect(certificates: readonly CertificateDescriptor[], lastUsed: string | null): string | null {
  const usable = orderCertificates(certificates).filter((certificate) => certificate.canSign);
  return (usable.find((certificate) => certificate.id === lastUsed) ?? usable[0])?.id ?? null;
}
