import { readSignatureScheme, type SignatureScheme } from '../x509/signature-algorithm.ts';
import { OID_KEY } from '../x509/object-identifiers.ts';
import { TAG } from '../asn1/tags.ts';
import { hasNoParameters, type AlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { hashOfDigestAlgorithm } from './digest-algorithm.ts';
import type { SignerInfo } from './signed-data-parser.ts';

/**
 * What the signatureAlgorithm of a SignerInfo asks for; null for one that is not known here. Some makers (iText up to 7)
 * write the algorithm of the key, id-ecPublicKey, where ECDSA belongs (RFC 5753 2.1.1), as rsaEncryption stands for RSA
 * (RFC 3370 3.2): the hash is then that of digestAlgorithm. Parameters that must not be there, and name nothing else than the
 * algorithm does, alter no signature: see hasStrayParameters. Throws Asn1Error for parameters that break their standard otherwise.
 */
export function readSignerScheme({
  signatureAlgorithm,
  digestAlgorithm,
}: Pick<SignerInfo, 'signatureAlgorithm' | 'digestAlgorithm'>): SignatureScheme | null {
  if (hasStrayParameters(signatureAlgorithm)) return readSignatureScheme(withoutParameters(signatureAlgorithm));
  if (signatureAlgorithm.oid !== OID_KEY.ecPublicKey) return readSignatureScheme(signatureAlgorithm);
  // Those of the key, where there are any, name its curve, which the certificate says.
  if (!hasNoParameters(signatureAlgorithm) && signatureAlgorithm.parameters?.tag !== TAG.oid) return null;
  const hash = hashOfDigestAlgorithm(digestAlgorithm);
  return hash === null ? null : { kind: 'ECDSA', hash };
}

/** Ed25519 or Ed448 with NULL (iText 8; RFC 8410 clause 3), or ECDSA with the name of its curve (RFC 5758 clause 3.2). */
export function hasStrayParameters(algorithm: AlgorithmIdentifier): boolean {
  const { oid, parameters } = algorithm;
  if (parameters === null) return false;
  const isEdwards = oid === OID_KEY.ed25519 || oid === OID_KEY.ed448;
  if (isEdwards) return hasNoParameters(algorithm);
  return parameters.tag === TAG.oid && readSignatureScheme(withoutParameters(algorithm))?.kind === 'ECDSA';
}

function withoutParameters(algorithm: AlgorithmIdentifier): AlgorithmIdentifier {
  return { ...algorithm, parameters: null };
}
