import { parseCertificate, type Certificate } from '../../codecs/x509/certificate.ts';
import type { DocumentIds } from '../../codecs/xmldsig/ids.ts';
import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { parseAll } from '../certificate-path/trust-store.ts';
import type { RawEvidence } from '../evidence/document-evidence.ts';
import { besideLevel, type Fault, indeterminate } from '../fault.ts';
import { isOfStrength } from '../weakness.ts';
import type { FoundTimestamp } from '../timestamps/found-timestamp.ts';
import { coveredReferences, judgeCounterCoverage, judgeCoverage } from './coverage.ts';
import { judgeCounterSignatures, judgeProperties } from './judge-properties.ts';
import { judgeReferences, type JudgedReference } from './judge-references.ts';
import { judgeValue } from './judge-value.ts';
import { certificatesOfValues, readKeyInfo } from './key-info.ts';
import { judgeOriginals, type OriginalContent } from './original-content.ts';
import type { ReferenceDigests } from './reference-digests.ts';
import type { ReferenceScope } from './resolve-reference.ts';
import { readSignature, type SignatureStructure } from './signature-structure.ts';
import { readQualifyingProperties, type QualifyingProperties } from './signed-properties.ts';
import { unsignedSignatureProperties } from './unsigned-properties.ts';
import { evidenceOfProperties } from './xades-evidence.ts';
import { findXadesTimestamps } from './xades-timestamps.ts';
import { collecting } from './xades-fault.ts';
import type { XmlWork } from './xml-work.ts';

/** The document around a signature, and what is known of all of it. */
export interface SignatureContext {
  readonly root: XmlElement;
  readonly ids: DocumentIds;
  readonly digests: ReferenceDigests;
  /** What was handed in beside the document, for signatures that hold their content. */
  readonly originals: readonly OriginalContent[];
  /** Certificates of the station. */
  readonly known: () => readonly Certificate[];
  /** The value that a counter-signature is to be over; null for a signature of the document. */
  readonly countersigned: XmlElement | null;
}

/** `faults` is empty when the signature itself is good; the certificate's path is a different question. */
export interface SignatureJudgement {
  readonly faults: readonly Fault[];
  /** The value is right for `signer`, or for the bare key where there is no certificate, and so are all digests. */
  readonly cryptoValid: boolean;
  readonly signer: Certificate | null;
  /** Certificates that came with the signature; not trusted. */
  readonly certificates: readonly Certificate[];
  readonly properties: QualifyingProperties | null;
  /** What counter-signatures are over; null where it cannot be read. */
  readonly valueElement: XmlElement | null;
  readonly timestamps: readonly FoundTimestamp[];
  /** What came along for judging it later. */
  readonly evidence: RawEvidence;
  readonly coversWholeDocument: boolean;
  /** URIs of the references to data that is as it was signed. */
  readonly covered: readonly string[];
}

/**
 * Judges one ds:Signature by XML-Signature clause 3.2 and EN 319 132-1: structure, references, signed properties,
 * coverage, the certificate chosen by the signed properties, and the signature made by its key over SignedInfo.
 * Never throws for anything in the document.
 */
export function judgeSignature(element: XmlElement, context: SignatureContext): SignatureJudgement {
  const faults: Fault[] = [];
  const signature = collecting(faults, () => readSignature(element), null);
  if (signature === null) return unreadable(faults);
  const properties = readProperties(signature, faults);
  const scope = {
    root: context.root,
    ids: context.ids,
    signature,
    properties: properties === 'broken' ? null : properties,
  };
  const judged = collecting(faults, () => judgeReferences(scope, context.digests), null);
  if (judged === null) return unreadable(faults);
  const digestFaults = judged.filter(({ isInManifest }) => !isInManifest).flatMap((one) => one.faults);
  const manifestFaults = judged.filter(({ isInManifest }) => isInManifest).flatMap((one) => one.faults);
  const certificates = readCertificates(scope, context.digests.work, faults);
  const value = judgeValue(scope, { certificates, known: context.known }, context.digests.work);
  const { countersigned, digests } = context;
  const coverage =
    countersigned === null
      ? judgeCoverage(scope, judged, digests.work)
      : judgeCounterCoverage(countersigned, scope, judged, digests.work);
  return {
    faults: [
      ...digestFaults,
      ...manifestFaults,
      ...value.faults,
      ...faults,
      ...judgeWriting(signature, judged),
      ...judgeIds(scope),
      ...(properties === 'broken' ? [] : judgeProperties(scope, judged)),
      ...coverage,
      ...judgeCounterSignatures(scope, context.digests.work),
      ...judgeOriginals(context.originals, judged),
    ],
    cryptoValid:
      (value.signer !== null || value.isRightByKeyValue) &&
      [...digestFaults, ...manifestFaults.filter(isBroken), ...value.arithmetic].every(isOfStrength),
    ...{ signer: value.signer, certificates, properties: scope.properties },
    valueElement: signature.signatureValueElement,
    timestamps: findXadesTimestamps({ scope, judged, digests: context.digests }),
    evidence: evidenceOfProperties(scope.properties, context.digests.work),
    coversWholeDocument: [...coverage, ...digestFaults, ...manifestFaults].every(isOfStrength),
    covered: coveredReferences(scope, judged),
  };
}

/** What lies in a manifest but is not there says nothing of what is (XMLDSig 5.1); what is there and other is broken. */
function isBroken({ status }: Fault): boolean {
  return status === 'INVALID';
}

/**
 * Comments and the like within a digest or value are none of it (XML Schema part 2, base64Binary is of text), and the
 * canonical form of SignedInfo has none, so that anybody can put them there; some programs read the first text alone.
 */
function judgeWriting({ isPlain }: SignatureStructure, judged: readonly JudgedReference[]): Fault[] {
  if (isPlain && judged.every(({ reference }) => reference.isPlain)) return [];
  return [besideLevel(indeterminate('XML_STRUCTURE_INVALID', 'A digest or the value is more than one text.'))];
}

function unreadable(faults: readonly Fault[]): SignatureJudgement {
  const nobody = { signer: null, certificates: [], properties: null, valueElement: null };
  const nothing = { ...nobody, timestamps: [], evidence: NO_EVIDENCE };
  return { faults, cryptoValid: false, ...nothing, coversWholeDocument: false, covered: [] };
}

const NO_EVIDENCE: RawEvidence = { certificates: [], crls: [], ocspResponses: [] };

/** The signer's own words in a wrong form change nothing of what was signed: they are not understood. */
function readProperties({ objects }: SignatureStructure, faults: Fault[]): QualifyingProperties | null | 'broken' {
  const found: Fault[] = [];
  const properties = collecting(found, () => readQualifyingProperties(objects), 'broken' as const);
  const reasonOf = ({ reason }: Fault): ReasonCode =>
    reason === 'XML_STRUCTURE_INVALID' ? 'XML_SIGNED_PROPERTIES_INVALID' : reason;
  faults.push(...found.map((fault) => indeterminate(reasonOf(fault), fault.detail)));
  return properties;
}

const MALFORMED_KEY = indeterminate(
  'XML_STRUCTURE_INVALID',
  'In the key of the signature text stands between elements, or a certificate cannot be read.',
);

function readCertificates(
  { signature: { keyInfo }, properties }: ReferenceScope,
  work: XmlWork,
  faults: Fault[],
): readonly Certificate[] {
  const values = unsignedSignatureProperties(properties?.unsignedProperties ?? null, 'CertificateValues');
  const inKeyInfo = keyInfo === null ? null : collecting(faults, () => readKeyInfo(keyInfo, work), null);
  if (inKeyInfo?.pointsElsewhere === true) {
    faults.push(indeterminate('XML_KEY_INFO_UNSUPPORTED', 'The key is to be fetched from somewhere else.'));
  }
  if (inKeyInfo?.isMalformed === true) faults.push(MALFORMED_KEY);
  // Nothing signs these and nothing depends on them: what is wrong with them is wrong with nobody's signature.
  const inValues = values.flatMap((element) => collecting([], () => certificatesOfValues(element), []));
  const ders = [...(inKeyInfo?.certificates ?? []), ...inValues];
  work.parsedItems(ders.length);
  return parseAll(ders, parseCertificate);
}

/** X2: an identifier of the signature or of something in it that is there twice could be taken for the other one. */
function judgeIds({ ids, signature, properties }: ReferenceScope): Fault[] {
  if (ids.duplicates.size === 0) return [];
  const own = [signature.element, ...signature.objects, properties?.object ?? null, signature.keyInfo];
  const elements = [...own, ...(properties?.object.descendantsOrSelf() ?? [])];
  const isDouble = elements.some((element) => element !== null && hasDoubleId(element, ids));
  return isDouble ? [indeterminate('XML_ID_AMBIGUOUS', 'An identifier of the signature occurs more than once.')] : [];
}

function hasDoubleId(element: XmlElement, { duplicates }: DocumentIds): boolean {
  return element.attributes().some(({ localName, value }) => /^id$/i.test(localName) && duplicates.has(value));
}
