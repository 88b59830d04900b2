import type { Crl } from '../../codecs/crl/crl.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { checkCrlAside } from './crl-signers.ts';
import { certificatesOfStation, type TrustStore } from './trust-store.ts';

/** To digest less takes a few milliseconds at most. */
const LARGE_BYTES = 512 * 1024;
/** Certificates of one name whose keys a list is tried with beforehand. */
const MAX_SIGNERS = 5;

/**
 * Has what is large of the CRLs that some certificates may be asked about digested and checked on another thread: a list of
 * a million certificates would keep the process from everybody else for half a second, and once for each time it is read
 * anew. What is asked of them afterwards is answered as ever.
 */
export async function checkLargeLists(certificates: readonly Certificate[], store: TrustStore): Promise<void> {
  for (const issuerKey of issuersAbove(certificates, store)) {
    const large = (store.crlsByIssuer.get(issuerKey) ?? []).filter(({ der }: Crl) => der.length > LARGE_BYTES);
    if (large.length === 0) continue;
    const sent = certificates.filter(({ subject }) => subject.key === issuerKey);
    const signers = [...certificatesOfStation(store, issuerKey), ...sent].slice(0, MAX_SIGNERS);
    for (const crl of large) await checkCrlAside(crl, signers, store.checkedSignatures);
  }
}

/** The comparison keys of all names that paths from these certificates may go through. */
function issuersAbove(certificates: readonly Certificate[], store: TrustStore): ReadonlySet<string> {
  const names = new Set(certificates.map(({ issuer }) => issuer.key));
  // A set may grow while it is gone through, and then comes to what was added.
  for (const name of names) {
    for (const { issuer } of certificatesOfStation(store, name)) names.add(issuer.key);
  }
  return names;
}
