import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { SignedAttributes } from '../../codecs/cms/cms-attributes.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import type { SignedData, SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { SignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import { isWeakHash, weaknessOfKey } from '../signature-arithmetic/strength.ts';
import { readAlgorithmProtection } from './algorithm-protection.ts';
import { indeterminate, invalid, weakHash, type CmsFault } from './cms-fault.ts';

/** C6, C9: hashes agree with each other, with what is announced and what is protected, and none is weak. */
export function judgeAlgorithms(
  signerInfo: SignerInfo,
  signedData: SignedData,
  attributes: SignedAttributes | null,
  scheme: SignatureScheme | null,
  hash: HashName | null,
): CmsFault[] {
  return [
    ...judgeHashes(hash, scheme),
    ...(isDigestAnnounced(signerInfo, signedData) ? [] : [indeterminate('SIG_ALGORITHM_MISMATCH')]),
    ...(attributes === null ? [] : judgeProtection(signerInfo, attributes)),
  ];
}

function judgeHashes(hash: HashName | null, scheme: SignatureScheme | null): CmsFault[] {
  const used = [hash, scheme?.hash ?? null].filter((name) => name !== null);
  const faults = used.filter(isWeakHash).map(weakHash);
  return isAllowedTogether(hash, scheme) ? faults : [...faults, indeterminate('SIG_ALGORITHM_MISMATCH')];
}

/**
 * The content and the attributes are digested by one hash. RFC 8419 2.3: Ed25519 goes with SHA-512 and Ed448 with
 * SHAKE256 of 512 bits, and nothing else.
 */
function isAllowedTogether(hash: HashName | null, scheme: SignatureScheme | null): boolean {
  if (scheme?.kind === 'EdDSA') return hash === (scheme.curve === 'Ed25519' ? 'SHA-512' : 'SHAKE256');
  return (scheme?.hash ?? hash) === hash;
}

/** RFC 5652 5.1: a digest algorithm that SignedData.digestAlgorithms does not list may be refused. */
function isDigestAnnounced({ digestAlgorithm }: SignerInfo, { digestAlgorithms }: SignedData): boolean {
  return digestAlgorithms.some(({ oid }) => oid === digestAlgorithm.oid);
}

/** RFC 6211: the attribute is signed, the algorithms that it repeats are not. If they differ, they were changed. */
function judgeProtection(signerInfo: SignerInfo, attributes: SignedAttributes): CmsFault[] {
  const attribute = attributes.byOid.get(oids.OID_ID_AA_CMS_ALGORITHM_PROTECTION);
  if (attribute === undefined) return [];
  const agrees = readAlgorithmProtection(attribute, signerInfo);
  if (agrees === null) return [indeterminate('SIG_SIGNED_ATTRIBUTES_MALFORMED')];
  return agrees ? [] : [invalid('SIG_ALGORITHM_MISMATCH')];
}

const BROKEN_RSA_BITS = 1024;

/** A key that is too short; RSA below 1,024 bits was factored by amateurs, so that anybody may have signed. */
export function judgeKey(signer: Certificate): CmsFault[] {
  try {
    if (weaknessOfKey(signer.key) === null) return [];
    const { key } = signer;
    const isBroken = (key.kind === 'RSA' || key.kind === 'RSA-PSS') && key.sizeBits < BROKEN_RSA_BITS;
    return [(isBroken ? invalid : indeterminate)('SIG_KEY_WEAK')];
  } catch (error) {
    if (error instanceof Asn1Error) return [indeterminate('SIG_KEY_WEAK')];
    throw error;
  }
}
