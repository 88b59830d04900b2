import type { CertificateDescriptor } from '../../service/contract/http/providers.ts';

/** Days before its end from which a certificate is shown as expiring. */
export const EXPIRES_SOON_DAYS = 30;

/** Whether a person can choose it: one whose PIN is asked for when something is to be signed is no different to them. */
export function isChoosable({ canSign, waitReason }: Pick<CertificateDescriptor, 'canSign' | 'waitReason'>): boolean {
  return canSign || waitReason === 'PIN_ASKED';
}

/**
 * The certificates in the order a person wants them: those that can be chosen first, real ones before demo ones, then the
 * one that is valid longest.
 */
export function orderCertificates(certificates: readonly CertificateDescriptor[]): readonly CertificateDescriptor[] {
  return certificates.toSorted(
    (a, b) =>
      Number(isChoosable(b)) - Number(isChoosable(a)) ||
      Number(a.isDemo) - Number(b.isDemo) ||
      b.notAfter.localeCompare(a.notAfter) ||
      a.id.localeCompare(b.id),
  );
}

/** The certificate of the last signature, remembered over restarts; the name tells whose card to put back. */
export interface RememberedSigner {
  readonly id: string;
  readonly name: string;
}

/** What the page begins with, before a person has chosen. */
export interface FirstChoice {
  readonly certificates: readonly CertificateDescriptor[];
  /** Whether the station is set up for keys other than the demo identity, whether or not they are there now. */
  readonly hasRealProvider: boolean;
  readonly lastUsed: RememberedSigner | null;
}

/**
 * Whom to offer first. The signer of the last time is waited for when absent: nobody else takes the place. The demo
 * identity is never offered where a real provider is set up. Null: the person has to choose.
 */
export function preselect({ certificates, hasRealProvider, lastUsed }: FirstChoice): string | null {
  const usable = orderCertificates(certificates).filter(
    (certificate) => isChoosable(certificate) && !(certificate.isDemo && hasRealProvider),
  );
  if (lastUsed === null) return usable[0]?.id ?? null;
  const isDemo = certificates.some((certificate) => certificate.id === lastUsed.id && certificate.isDemo);
  return isDemo && hasRealProvider ? (usable[0]?.id ?? null) : lastUsed.id;
}

/** Reads what `rememberSigner` wrote; ids alone, as earlier versions kept them, count as nobody. */
export function readSigner(stored: string | null): RememberedSigner | null {
  const [id = '', name = ''] = stored?.split('\n') ?? [];
  return id === '' || name === '' ? null : { id, name };
}

/** One line for the id, one for the name. */
export function signerToStore({ id, name }: RememberedSigner): string {
  return `${id}\n${name.replaceAll('\n', ' ')}`;
}
