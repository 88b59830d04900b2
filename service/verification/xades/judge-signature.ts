import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import { parseCertificate, type Certificate } from '../../codecs/x509/certificate.ts';
import type { SignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import { readCanonicalization, readSignatureMethod, SIGNED_PROPERTIES_TYPE } from '../../codecs/xmldsig/algorithms.ts';
import { canonicalBytes } from '../../codecs/xmldsig/canonicalize.ts';
import type { DocumentIds } from '../../codecs/xmldsig/ids.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { checkSignature, isWeakHash, nativeRuntime, weaknessOfKey } from '../certificate-path/signature-check.ts';
import { parseAll } from '../certificate-path/trust-store.ts';
import { judgeCoverage } from './coverage.ts';
import { ElementCursor } from './element-cursor.ts';
import { findSigner } from './find-signer.ts';
import { judgeReferences, type JudgedReference } from './judge-references.ts';
import { certificatesOfKeyInfo, certificatesOfValues } from './key-info.ts';
import { judgeOriginal } from './original-content.ts';
import type { ReferenceDigests } from './reference-digests.ts';
import type { ReferenceScope } from './resolve-reference.ts';
import { algorithmOf, readSignature, type SignatureStructure } from './signature-structure.ts';
import { readQualifyingProperties, type QualifyingProperties } from './signed-properties.ts';
import { unsignedSignatureProperties } from './unsigned-properties.ts';
import { collecting, indeterminate, invalid, type XadesFault } from './xades-fault.ts';

/** The document around a signature, and what is known of all of it. */
export interface SignatureContext {
  readonly root: XmlElement;
  readonly ids: DocumentIds;
  readonly digests: ReferenceDigests;
  /** What was handed in beside the document. */
  readonly original: ByteSource | null;
}

/** `faults` is empty when the signature itself is good; the certificate's path is a different question. */
export interface SignatureJudgement {
  readonly faults: readonly XadesFault[];
  /** The value is right for `signer`, and so are all digests. */
  readonly cryptoValid: boolean;
  readonly signer: Certificate | null;
  /** Certificates that came with the signature; not trusted. */
  readonly certificates: readonly Certificate[];
  readonly properties: QualifyingProperties | null;
  readonly coversWholeDocument: boolean;
}

/**
 * Judges one ds:Signature by XML-Signature clause 3.2 and EN 319 132-1: structure, references, signed properties,
 * coverage, the certificate chosen by the signed properties, and the signature made by its key over SignedInfo.
 * Never throws for anything in the document.
 */
export function judgeSignature(element: XmlElement, context: SignatureContext): SignatureJudgement {
  const faults: XadesFault[] = [];
  const signature = collecting(faults, () => readSignature(element), null);
  if (signature === null) return unreadable(faults);
  const properties = collecting(faults, () => readQualifyingProperties(signature.objects), 'broken' as const);
  if (properties === 'broken') {
    return unreadable(faults.map((fault) => ({ ...fault, reason: codeOfProperties(fault) })));
  }
  const scope = { root: context.root, ids: context.ids, signature, properties };
  const judged = collecting(faults, () => judgeReferences(scope, context.digests), null);
  if (judged === null) return unreadable(faults);
  const digestFaults = judged.flatMap((one) => one.faults);
  const certificates = readCertificates(signature, properties, faults);
  const chosen = findSigner(properties?.signedProperties.signingCertificate ?? null, certificates);
  const valueFaults = judgeValue(signature, chosen.signer);
  const coverage = judgeCoverage(scope, judged);
  return {
    faults: [
      ...digestFaults,
      ...valueFaults,
      ...faults,
      ...judgeIds(scope),
      ...judgeProperties(scope, judged),
      ...coverage,
      ...judgeOriginal(context.original, judged),
      ...(properties === null ? [] : chosen.faults),
      ...(chosen.signer !== null && isWeak(chosen.signer) ? [indeterminate('SIG_KEY_WEAK')] : []),
    ],
    cryptoValid: chosen.signer !== null && [...digestFaults, ...valueFaults].every(isOfStrength),
    ...{ signer: chosen.signer, certificates, properties },
    coversWholeDocument: [...coverage, ...digestFaults].every(isOfStrength),
  };
}

/** A weak algorithm keeps a signature from being VALID, but its arithmetic may be right. */
function isOfStrength({ reason }: XadesFault): boolean {
  return reason === 'SIG_ALGORITHM_WEAK';
}

function unreadable(faults: readonly XadesFault[]): SignatureJudgement {
  const nothing = { signer: null, certificates: [], properties: null, coversWholeDocument: false };
  return { faults, cryptoValid: false, ...nothing };
}

function codeOfProperties({ reason }: XadesFault): XadesFault['reason'] {
  return reason === 'XML_STRUCTURE_INVALID' ? 'XML_SIGNED_PROPERTIES_INVALID' : reason;
}

function readCertificates(
  { keyInfo }: SignatureStructure,
  properties: QualifyingProperties | null,
  faults: XadesFault[],
): readonly Certificate[] {
  const values = unsignedSignatureProperties(properties?.unsignedProperties ?? null, 'CertificateValues');
  const inKeyInfo = keyInfo === null ? [] : collecting(faults, () => certificatesOfKeyInfo(keyInfo), []);
  // Nothing signs these and nothing depends on them: what is wrong with them is wrong with nobody's signature.
  const inValues = values.flatMap((element) => collecting([], () => certificatesOfValues(element), []));
  return parseAll([...inKeyInfo, ...inValues], parseCertificate);
}

/** X10, X11, X17: SignedInfo in canonical form, by an asymmetric algorithm that is known, with the signer's key. */
function judgeValue(signature: SignatureStructure, signer: Certificate | null): XadesFault[] {
  const faults: XadesFault[] = [];
  const data = collecting(faults, () => canonicalSignedInfo(signature), null);
  const scheme = collecting(faults, () => readScheme(signature.signatureMethod), 'broken' as const);
  if (scheme === null) faults.push(invalid('SIG_ALGORITHM_UNSUPPORTED', 'The signature algorithm is not accepted.'));
  if (data === null) faults.push(invalid('XML_CANONICALIZATION_FAILED', 'The canonicalization is not accepted.'));
  if (scheme === null || scheme === 'broken' || data === null || signer === null) return faults;
  if (scheme.hash !== null && isWeakHash(scheme.hash)) faults.push(invalid('SIG_ALGORITHM_WEAK'));
  const { publicKey } = signer;
  const { signatureValue } = signature;
  const check = { scheme, publicKey, data, signatureValue, ecdsaEncoding: 'raw', runtime: nativeRuntime } as const;
  const result = checkSignature(check);
  if (result === 'Invalid') faults.push(invalid('SIG_CRYPTO_INVALID'));
  // Not this document's fault: another runtime may know the curve.
  if (result === 'Unsupported') faults.push(indeterminate('SIG_ALGORITHM_UNSUPPORTED'));
  return faults;
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

/** X2: an identifier of the signature or of something in it that is there twice could be taken for the other one. */
function judgeIds({ ids, signature, properties }: ReferenceScope): XadesFault[] {
  if (ids.duplicates.size === 0) return [];
  const own = [signature.element, ...signature.objects, properties?.object ?? null, signature.keyInfo];
  const elements = [...own, ...(properties?.object.descendantsOrSelf() ?? [])];
  const isDouble = elements.some((element) => element !== null && hasDoubleId(element, ids));
  return isDouble ? [invalid('XML_ID_AMBIGUOUS', 'An identifier of the signature occurs more than once.')] : [];
}

function hasDoubleId(element: XmlElement, { duplicates }: DocumentIds): boolean {
  return element.attributes().some(({ localName, value }) => /^id$/i.test(localName) && duplicates.has(value));
}

/**
 * X14: the properties are of this signature, exactly one reference with the right Type signs them, and what they
 * describe are references of this signature.
 */
function judgeProperties({ signature, properties }: ReferenceScope, judged: readonly JudgedReference[]): XadesFault[] {
  if (properties === null) return [invalid('SIG_SIGNED_ATTRIBUTES_MISSING', 'The signature has no signed properties.')];
  const isTarget = signature.id !== null && properties.target === `#${signature.id}`;
  const typed = judged.filter(({ reference }) => reference.type === SIGNED_PROPERTIES_TYPE);
  const resolved = judged.filter(({ target }) => target.kind === 'signedProperties');
  const isSigned = typed.length === 1 && resolved.length === 1 && typed[0] === resolved[0];
  const isInSignedInfo = resolved.every(({ reference }) => signature.references.includes(reference));
  const named = new Set(signature.references.map(({ id }) => id));
  const isDescribed = properties.signedProperties.describedReferences.every((id) => named.has(id));
  if (isTarget && isSigned && isInSignedInfo && isDescribed) return [];
  return [invalid('XML_SIGNED_PROPERTIES_INVALID', 'The signed properties are not those of this signature.')];
}

function isWeak(signer: Certificate): boolean {
  try {
    return weaknessOfKey(signer.key) !== null;
  } catch (error) {
    if (error instanceof Asn1Error) return true;
    throw error;
  }
}
