import type { SignedAttributes } from '../../codecs/cms/cms-attributes.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import { hasStrayParameters } from '../../codecs/cms/signer-scheme.ts';
import type { SignedData, SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { SignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import { besideLevel, type Fault, indeterminate, invalid } from '../fault.ts';
import { weakHash, weakPss } from '../weakness.ts';
import { readAlgorithmProtection } from './algorithm-protection.ts';

/** C6, C9: hashes agree with each other, with what is announced and what is protected, and none is weak. */
export function judgeAlgorithms(
  signerInfo: SignerInfo,
  signedData: SignedData,
  attributes: SignedAttributes | null,
  scheme: SignatureScheme | null,
  hash: HashName | null,
): Fault[] {
  return [
    ...judgeHashes(hash, scheme),
    ...(isWellNamed(signerInfo, signedData) ? [] : [besideLevel(indeterminate('SIG_ALGORITHM_MISMATCH'))]),
    ...(attributes === null ? [] : judgeProtection(signerInfo, attributes)),
  ];
}

function judgeHashes(hash: HashName | null, scheme: SignatureScheme | null): Fault[] {
  const used = [hash, scheme?.hash ?? null].filter((name) => name !== null);
  const faults = [...used.flatMap((name) => weakHash(name)), ...(scheme === null ? [] : weakPss(scheme))];
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

/**
 * RFC 5652 5.1: a digest algorithm that SignedData.digestAlgorithms does not list may be refused. RFC 8410 clause 3
 * and RFC 5758 clause 3.2: Ed25519, Ed448 and ECDSA have no parameters.
 */
function isWellNamed({ digestAlgorithm, signatureAlgorithm }: SignerInfo, { digestAlgorithms }: SignedData): boolean {
  const isAnnounced = digestAlgorithms.some(({ oid }) => oid === digestAlgorithm.oid);
  return isAnnounced && !hasStrayParameters(signatureAlgorithm);
}

/** RFC 6211: the attribute is signed, the algorithms that it repeats are not. If they differ, they were changed. */
function judgeProtection(signerInfo: SignerInfo, attributes: SignedAttributes): Fault[] {
  const attribute = attributes.byOid.get(oids.OID_ID_AA_CMS_ALGORITHM_PROTECTION);
  if (attribute === undefined) return [];
  const agrees = readAlgorithmProtection(attribute, signerInfo);
  if (agrees === null) return [indeterminate('SIG_SIGNED_ATTRIBUTES_MALFORMED')];
  return agrees ? [] : [invalid('SIG_ALGORITHM_MISMATCH')];
}
