import { createHash } from 'node:crypto';
import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { readDer } from '../../codecs/asn1/asn1-reader.ts';
import { TAG } from '../../codecs/asn1/tags.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { readGeneralNames } from '../../codecs/x509/general-name.ts';
import { HASHES } from '../../codecs/x509/hash-algorithm.ts';
import { hashFromDigestUri } from '../../codecs/xmldsig/algorithms.ts';
import { isWeakHash } from '../certificate-path/signature-check.ts';
import type { CertificateReference } from './signed-properties.ts';
import { indeterminate, invalid, type XadesFault } from './xades-fault.ts';

export interface ChosenSigner {
  readonly signer: Certificate | null;
  readonly faults: readonly XadesFault[];
}

/**
 * Chooses the signer's certificate by the digest in SigningCertificateV2 or SigningCertificate, which is signed; never
 * by its place in KeyInfo, which is not (X13). Without the property, or when it names none of the certificates, the
 * only certificate there is, if it is the only one, is returned along with the fault.
 */
export function findSigner(reference: CertificateReference | null, certificates: readonly Certificate[]): ChosenSigner {
  const only = new Set(certificates.map(({ sha256Thumbprint }) => sha256Thumbprint)).size === 1;
  const fallback = only ? (certificates[0] ?? null) : null;
  if (reference === null) {
    const absent = fallback === null ? [indeterminate('SIG_SIGNER_CERTIFICATE_NOT_FOUND')] : [];
    return { signer: fallback, faults: [indeterminate('SIG_SIGNING_CERTIFICATE_MISSING'), ...absent] };
  }
  const hash = hashFromDigestUri(reference.digestMethod);
  if (hash === null) return { signer: fallback, faults: [invalid('SIG_ALGORITHM_UNSUPPORTED')] };
  const weak = isWeakHash(hash) ? [invalid('SIG_ALGORITHM_WEAK')] : [];
  const digestOf = ({ der }: Certificate): Uint8Array => createHash(HASHES[hash].node).update(der).digest();
  const named = certificates.find((certificate) => Buffer.compare(digestOf(certificate), reference.digest) === 0);
  if (named === undefined) {
    const fault =
      certificates.length > 0
        ? invalid('SIG_SIGNING_CERTIFICATE_MISMATCH')
        : indeterminate('SIG_SIGNER_CERTIFICATE_NOT_FOUND');
    return { signer: fallback, faults: [...weak, fault] };
  }
  const isConsistent = agreesWithSerial(reference, named);
  return { signer: named, faults: isConsistent ? weak : [...weak, invalid('SIG_SIGNING_CERTIFICATE_MISMATCH')] };
}

/**
 * Whether issuer and serial number, where given, are those of the certificate. The issuer's name of version 1 is a
 * string that everybody writes in a way of their own: only the serial number beside it is compared.
 */
function agreesWithSerial({ serialNumber, issuerSerial }: CertificateReference, certificate: Certificate): boolean {
  if (serialNumber !== null && serialNumber !== BigInt(`0x${certificate.serialNumberHex}`)) return false;
  if (issuerSerial === null) return true;
  try {
    const cursor = readDer(issuerSerial).cursor(TAG.sequence);
    const [name, ...others] = readGeneralNames(cursor.next().expect(TAG.sequence));
    const integer = cursor.next().integerBytes();
    cursor.finish();
    const serial = integer[0] === 0 ? integer.subarray(1) : integer;
    const isIssuer = name?.kind === 'directoryName' && name.name.key === certificate.issuer.key;
    return isIssuer && others.length === 0 && Buffer.compare(serial, certificate.serialNumber) === 0;
  } catch (error) {
    if (error instanceof Asn1Error) return false;
    throw error;
  }
}
