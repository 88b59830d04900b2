import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { SignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import { readCanonicalization, readSignatureMethod } from '../../codecs/xmldsig/algorithms.ts';
import { canonicalBytes } from '../../codecs/xmldsig/canonicalize.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { type Fault, indeterminate, invalid } from '../fault.ts';
import { isOfStrength, weakHash, weakKey, weakPss } from '../weakness.ts';
import { nativeRuntime } from '../signature-arithmetic/crypto-runtime.ts';
import { checkSignature, type SignatureCheckResult } from '../signature-arithmetic/signature-check.ts';
import { ElementCursor } from './element-cursor.ts';
import { findSigner } from './find-signer.ts';
import { readKeyValue } from './key-value.ts';
import type { ReferenceScope } from './resolve-reference.ts';
import { algorithmOf, type SignatureStructure } from './signature-structure.ts';
import { collecting } from './xades-fault.ts';
import type { XmlWork } from './xml-work.ts';

/** Where the signer's certificate may be found. */
export interface CertificateSources {
  /** Those that came with the signature; not trusted. */
  readonly certificates: readonly Certificate[];
  /** Those of the station. */
  readonly known: () => readonly Certificate[];
}

export interface JudgedValue {
  readonly signer: Certificate | null;
  /** What keeps the value from being right by the signer's key; part of `faults`. */
  readonly arithmetic: readonly Fault[];
  readonly faults: readonly Fault[];
  /** There is no certificate, but the value is right by the key that stands in its place, whoever's it is. */
  readonly isRightByKeyValue: boolean;
}

/** X10, X11, X17: SignedInfo in canonical form, by an asymmetric algorithm that is known, with the signer's key. */
export function judgeValue(
  { signature, properties }: ReferenceScope,
  sources: CertificateSources,
  work: XmlWork,
): JudgedValue {
  const faults: Fault[] = [];
  const data = collecting(faults, () => canonicalSignedInfo(signature), null);
  const scheme = collecting(faults, () => readScheme(signature.signatureMethod), 'broken' as const);
  if (scheme === null) faults.push(unknownMethod(signature.signatureMethod));
  if (data === null && faults.length === 0) faults.push(UNKNOWN_CANONICALIZATION);
  const check = ({ publicKey }: Pick<Certificate, 'publicKey'>): SignatureCheckResult => {
    if (scheme === null || scheme === 'broken' || data === null) return 'Unsupported';
    work.signatureCheck(publicKey);
    const { signatureValue } = signature;
    const how = { ecdsaEncoding: 'raw', runtime: nativeRuntime } as const;
    return checkSignature({ scheme, publicKey, data, signatureValue, ...how });
  };
  const chosen = findSigner(properties?.signedProperties.signingCertificates ?? [], {
    ...sources,
    verifies: (certificate) => check(certificate) === 'Valid',
  });
  const { signer } = chosen;
  if (scheme !== null && scheme !== 'broken') faults.push(...weaknessOf(scheme));
  if (signer !== null && faults.every(isOfStrength)) faults.push(...faultsOfCheck(check(signer)));
  const key = signer === null ? [] : weakKey(signer);
  const isRightByKeyValue = signer === null && isRightByItsKeyValue(signature, check);
  return { signer, arithmetic: faults, faults: [...faults, ...chosen.faults, ...key], isRightByKeyValue };
}

function isRightByItsKeyValue(
  { keyInfo }: SignatureStructure,
  check: (by: Pick<Certificate, 'publicKey'>) => SignatureCheckResult,
): boolean {
  const publicKey = keyInfo === null ? null : readKeyValue(keyInfo);
  return publicKey !== null && check({ publicKey }) === 'Valid';
}

const UNKNOWN_CANONICALIZATION = indeterminate(
  'XML_TRANSFORM_UNSUPPORTED',
  'The canonicalization of the signature is not known.',
);

function faultsOfCheck(result: SignatureCheckResult): Fault[] {
  if (result === 'Invalid') return [invalid('SIG_CRYPTO_INVALID')];
  // Not this document's fault: another runtime may know the curve.
  return result === 'Unsupported' ? [indeterminate('SIG_ALGORITHM_UNSUPPORTED')] : [];
}

/** A code by a shared secret is nobody's signature, whoever knows the secret; any other method is only not known. */
function unknownMethod(method: XmlElement): Fault {
  const isSecret = /[#/]hmac-/.test(method.attribute('Algorithm') ?? '');
  const detail = 'The signature algorithm is not accepted.';
  return (isSecret ? invalid : indeterminate)('SIG_ALGORITHM_UNSUPPORTED', detail);
}

function canonicalSignedInfo({ canonicalizationMethod, signedInfo }: SignatureStructure): Uint8Array | null {
  const how = readCanonicalization(canonicalizationMethod);
  return how === null ? null : canonicalBytes(signedInfo, how);
}

function readScheme(method: XmlElement): SignatureScheme | null {
  algorithmOf(method);
  const scheme = readSignatureMethod(method);
  // Text among parameters would be read by somebody.
  if (scheme !== null) new ElementCursor(method).rest();
  return scheme;
}

function weaknessOf(scheme: SignatureScheme): Fault[] {
  return [...(scheme.hash === null ? [] : weakHash(scheme.hash)), ...weakPss(scheme)];
}
