import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { readDer } from '../../codecs/asn1/asn1-reader.ts';
import { TAG } from '../../codecs/asn1/tags.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { readGeneralNames } from '../../codecs/x509/general-name.ts';
import { startHash } from '../../codecs/x509/hash-algorithm.ts';
import { hashFromDigestUri } from '../../codecs/xmldsig/algorithms.ts';
import { type Fault, indeterminate, OTHER_SERIAL } from '../fault.ts';
import type { CertificateReference } from './signed-properties.ts';

export interface ChosenSigner {
  readonly signer: Certificate | null;
  readonly faults: readonly Fault[];
}

export interface SignerCandidates {
  /** Those that came with the signature. */
  readonly certificates: readonly Certificate[];
  /** Those of the station: a signature may name its certificate by digest only. */
  readonly known: () => readonly Certificate[];
  /** Whether the signature value is right by this certificate's key. */
  readonly verifies: (certificate: Certificate) => boolean;
}

/**
 * Chooses the signer's certificate by the digest in SigningCertificateV2 or SigningCertificate, which is signed; never
 * by its place in KeyInfo, which is not (X13). Without the property, or when it names none of the certificates, the one
 * whose key made the value is returned along with the fault (EN 319 102-1 5.2.3.4: INDETERMINATE). The other version of
 * the property, where both are there, must not name anybody else.
 */
export function findSigner(
  [reference, ...others]: readonly CertificateReference[],
  candidates: SignerCandidates,
): ChosenSigner {
  const { certificates } = candidates;
  if (reference === undefined) {
    const signer = makerOf(candidates) ?? certificates[0] ?? null;
    const absent = signer === null ? [indeterminate('SIG_SIGNER_CERTIFICATE_NOT_FOUND')] : [];
    return { signer, faults: [indeterminate('SIG_SIGNING_CERTIFICATE_MISSING'), ...absent] };
  }
  const hash = hashFromDigestUri(reference.digestMethod);
  if (hash === null) return { signer: makerOf(candidates), faults: [indeterminate('SIG_ALGORITHM_UNSUPPORTED')] };
  // A certificate is found by a weak hash as well as by another; only what MD5 points to is anybody's guess.
  const weak = hash === 'MD5' ? [indeterminate('SIG_ALGORITHM_WEAK')] : [];
  const isNamed = (one: Certificate): boolean => names(reference, one);
  const named = certificates.find(isNamed) ?? candidates.known().find(isNamed);
  if (named !== undefined) {
    const serial = agreesWithSerial(reference, named) ? [] : [OTHER_SERIAL];
    const isNamedByAll = others.every((other) => names(other, named));
    return { signer: named, faults: [...weak, ...serial, ...(isNamedByAll ? [] : [MISMATCH])] };
  }
  const signer = makerOf(candidates);
  return { signer, faults: [signer === null ? indeterminate('SIG_SIGNER_CERTIFICATE_NOT_FOUND') : MISMATCH] };
}

function names({ digestMethod, digest }: CertificateReference, { der }: Certificate): boolean {
  const hash = hashFromDigestUri(digestMethod);
  return hash !== null && Buffer.compare(startHash(hash).update(der).digest(), digest) === 0;
}

const MISMATCH = indeterminate('SIG_SIGNING_CERTIFICATE_MISMATCH');
/** More certificates than a path has; each costs a check of the signature value. */
const MAX_TRIED = 10;

function makerOf({ certificates, verifies }: SignerCandidates): Certificate | null {
  return certificates.slice(0, MAX_TRIED).find(verifies) ?? null;
}

/**
 * Whether issuer and serial number, where given, are those of the certificate. The issuer's name of version 1 is a
 * string that everybody writes in a way of their own: only the serial number beside it is compared.
 */
function agreesWithSerial({ serialNumber, issuerSerial }: CertificateReference, certificate: Certificate): boolean {
  if (serialNumber !== null && serialNumber !== certificate.serialValue) return false;
  if (issuerSerial === null) return true;
  try {
    const cursor = readDer(issuerSerial).cursor(TAG.sequence);
    const [name, ...others] = readGeneralNames(cursor.next().expect(TAG.sequence));
    const serial = cursor.next().integerBytes();
    cursor.finish();
    const isIssuer = name?.kind === 'directoryName' && name.name.key === certificate.issuer.key;
    return isIssuer && others.length === 0 && Buffer.compare(serial, certificate.serialNumber) === 0;
  } catch (error) {
    if (error instanceof Asn1Error) return false;
    throw error;
  }
}
