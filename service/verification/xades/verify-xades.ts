import type { ByteSource } from '../../codecs/byte-source.ts';
import { DS } from '../../codecs/xmldsig/algorithms.ts';
import { outermostElements } from '../../codecs/xmldsig/find-elements.ts';
import { documentIds } from '../../codecs/xmldsig/ids.ts';
import type { XmlElement, XmlTree } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import type { CertificateResult, SignatureFinding } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { absentCertificate, evaluateCertificate } from '../certificate-path/evaluate-certificate.ts';
import { openTrustStore } from '../certificate-path/trust-store.ts';
import { assembleReport, reportWithoutSignature, worstStatus } from '../report.ts';
import type { RevocationMode, TrustMaterial, VerificationOutcome } from '../verification.ts';
import { judgeSignature, type SignatureContext, type SignatureJudgement } from './judge-signature.ts';
import { openSource, ReferenceDigests } from './reference-digests.ts';
import type { QualifyingProperties } from './signed-properties.ts';
import { unsignedSignatureProperties } from './unsigned-properties.ts';
import { faultOfXmlError } from './xades-fault.ts';

export interface XadesQuestion {
  readonly trust: TrustMaterial;
  /** The time certificates are judged at. */
  readonly at: Date;
  readonly revocationMode: RevocationMode;
}

/** Each may ask for passes over the whole document. */
const MAX_SIGNATURES = 50;
const MAX_NAME_CHARACTERS = 256;

/**
 * Verifies every signature of an XML document as XAdES baseline B (XML-Signature 1.1, EN 319 132-1) with the
 * certificate pipeline. `original` is the content of a detached signature. Signatures inside of signatures
 * (counter-signatures, signed documents that were enveloped) are not evaluated and never raise the result. Text is
 * taken only from elements that hold one text and nothing else, so that no comment or instruction in between can make
 * two readers of it. Never throws for anything the document contains; node:fs errors of the sources go through.
 */
export function verifyXades(
  document: ByteSource,
  original: ByteSource | null,
  question: XadesQuestion,
): VerificationOutcome {
  try {
    using tree = openSource(document);
    return verifyTree(tree, original, question);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const { reason, detail } = faultOfXmlError(error);
    return reportWithoutSignature('XAdES', 'INVALID', reason, detail ?? '', question.at);
  }
}

function verifyTree(tree: XmlTree, original: ByteSource | null, question: XadesQuestion): VerificationOutcome {
  const { at } = question;
  const { elements, nested } = outermostElements(tree, DS, 'Signature');
  if (elements.length === 0) {
    return reportWithoutSignature('XAdES', 'INVALID', 'SIG_NOT_FOUND', 'The document contains no signature.', at);
  }
  if (elements.length > MAX_SIGNATURES) {
    const detail = `The document contains more than ${MAX_SIGNATURES} signatures.`;
    return reportWithoutSignature('XAdES', 'INVALID', 'SIG_LIMIT_EXCEEDED', detail, at);
  }
  const digests = new ReferenceDigests(tree, elements, original);
  const context: SignatureContext = { root: tree.root, ids: documentIds(tree), digests, original };
  const findings = elements.map((element, index) => verifySignature(element, index, context, question));
  return assembleReport({
    ...{ format: 'XAdES', findings, documentReasons: [], documentStatus: 'VALID', at },
    detail: nested === 0 || findings.some(({ status }) => status !== 'VALID') ? null : NESTED,
  });
}

const NESTED = 'Signatures inside of a signature (counter-signatures) were not evaluated.';

function verifySignature(
  element: XmlElement,
  index: number,
  context: SignatureContext,
  question: XadesQuestion,
): SignatureFinding {
  const judgement = judgeSignature(element, context);
  const { faults, properties } = judgement;
  const certificate = judgeCertificate(judgement, question);
  const status = worstStatus([certificate.isValid ? 'VALID' : 'INDETERMINATE', ...faults.map((fault) => fault.status)]);
  const codes = new Set<ReasonCode>(faults.length === 0 ? ['SIG_VALID'] : faults.map(({ reason }) => reason));
  const extra: ReasonCode[] = hasSignatureTimestamp(properties) ? ['TIMESTAMP_PRESENT'] : [];
  return {
    name: element.attribute('Id')?.slice(0, MAX_NAME_CHARACTERS) ?? String(index),
    status,
    signature: {
      cryptoValid: judgement.cryptoValid,
      signerThumbprint: certificate.thumbprint,
      signerSubject: certificate.subject,
      reasonCodes: [...codes],
    },
    certificate,
    reasonCodes: [...new Set([...codes, ...certificate.reasonCodes, ...extra])],
    detail: faults.find((fault) => fault.status === status && fault.detail !== null)?.detail ?? null,
    ...readTime(judgement),
    coversWholeDocument: judgement.coversWholeDocument,
  };
}

/** EN 319 132-1 clause 6.3: SigningTime is part of every baseline signature. */
function readTime({
  faults,
  properties,
}: SignatureJudgement): Pick<SignatureFinding, 'claimedSigningTime' | 'profileReached'> {
  if (properties === null) return { claimedSigningTime: null, profileReached: null };
  const { signingTime, hasSigningTime } = properties.signedProperties;
  return {
    claimedSigningTime: signingTime?.toISOString() ?? null,
    profileReached: hasSigningTime && faults.length === 0 ? 'B' : null,
  };
}

function judgeCertificate({ signer, certificates }: SignatureJudgement, question: XadesQuestion): CertificateResult {
  if (signer === null) return absentCertificate('SIG_SIGNER_CERTIFICATE_NOT_FOUND');
  const { trust, at, revocationMode } = question;
  const store = openTrustStore(trust);
  return evaluateCertificate({ certificate: signer, candidates: certificates, store, at, revocationMode }).result;
}

function hasSignatureTimestamp(properties: QualifyingProperties | null): boolean {
  return unsignedSignatureProperties(properties?.unsignedProperties ?? null, 'SignatureTimeStamp').length > 0;
}
