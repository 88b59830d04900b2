import type { ByteSource } from '../../codecs/byte-source.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { DS, XADES } from '../../codecs/xmldsig/algorithms.ts';
import { outermostElements } from '../../codecs/xmldsig/find-elements.ts';
import { documentIds } from '../../codecs/xmldsig/ids.ts';
import type { XmlElement, XmlTree } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { openTrustStore } from '../certificate-path/trust-store.ts';
import {
  type CounterFindings,
  describeCounterSignatures,
  findCounterSignatures,
  type JudgedCounterSignature,
} from '../counter-signatures.ts';
import { besideLevel, type Fault, indeterminate } from '../fault.ts';
import { judgeHiddenArchive } from '../hidden-archive.ts';
import { judgeHiddenPdf } from '../hidden-pdf.ts';
import { concludeSignature, type JudgedSignature } from '../judged-signature.ts';
import { leavesLevel } from '../weakness.ts';
import { assembleReport, reportWithoutSignature, NO_LEVEL, type Levels } from '../report.ts';
import type { VerificationContext, VerificationOutcome } from '../verification.ts';
import { WorkBudget, WorkExceededError } from '../work-budget.ts';
import { givenOriginals, type ExternalContent } from './external-content.ts';
import { judgeSignature, type SignatureContext, type SignatureJudgement } from './judge-signature.ts';
import { OriginalContent } from './original-content.ts';
import { openSource, ReferenceDigests } from './reference-digests.ts';
import type { QualifyingProperties } from './signed-properties.ts';
import { counterSignatures, unsignedSignatureProperties } from './unsigned-properties.ts';
import { readEvidence } from '../evidence/document-evidence.ts';
import { evidenceOfToken } from '../evidence/cms-evidence.ts';
import { judgeLasting, type LastingSignature } from '../timestamps/judge-lasting.ts';
import { faultsOfUnreadable } from './xades-fault.ts';
import { XmlWork } from './xml-work.ts';

const MAX_SIGNATURES = 50;
const MAX_NAME_CHARACTERS = 256;

/**
 * Verifies every signature of an XML document as XAdES baseline B (XML-Signature 1.1, EN 319 132-1) with the
 * certificate pipeline. `originals` are what detached signatures are over; those that a signature is over are put
 * into `signed`. Counter-signatures are judged by themselves and
 * decide nothing; other signatures inside of signatures (signed documents that were enveloped) are not evaluated. Text is
 * taken only from elements that hold one text and nothing else, so that no comment or instruction in between can make
 * two readers of it. Never throws for anything the document contains; node:fs errors of the sources go through.
 */
export function verifyXades(
  document: ByteSource,
  originals: readonly ByteSource[],
  question: VerificationContext,
  signed = new Set<ByteSource>(),
): VerificationOutcome {
  const { at, budget = new WorkBudget(sizeOf(document, ...originals)) } = question;
  try {
    using tree = openSource(document, new XmlWork(budget));
    const verdict = judgeTree(tree, givenOriginals(originals), { ...question, budget });
    // Comments, and what stands beside the signed properties, are signed by nobody.
    for (const original of originals) if (verdict.isSigned(original)) signed.add(original);
    const hidden = [...judgeHiddenPdf(document, [], budget), ...judgeHiddenArchive(document, [])];
    return reportOf(verdict, hidden, at);
  } catch (error) {
    if (error instanceof WorkExceededError) {
      return reportWithoutSignature('XAdES', [indeterminate('VERIFICATION_WORK_EXCEEDED', error.message)], at);
    }
    if (!(error instanceof XmlError)) throw error;
    return reportWithoutSignature('XAdES', faultsOfUnreadable(document, error), at);
  }
}

function sizeOf(...sources: readonly ByteSource[]): number {
  return sources.reduce((bytes, { size }) => bytes + size, 0);
}

/** What was found in an XML document. */
export interface TreeVerdict {
  /** In document order. */
  readonly findings: readonly SignatureFinding[];
  /** Signatures inside of signatures that were not judged: those of documents that were enveloped, and too many. */
  readonly nested: number;
  /** Whether a signature is over this original. */
  readonly isSigned: (original: ByteSource) => boolean;
}

/**
 * Judges every signature of an open document with what lies beside it. Throws XmlError XML_LIMIT_EXCEEDED for more
 * than 50 of them, and WorkExceededError.
 */
export function judgeTree(tree: XmlTree, external: ExternalContent, question: JudgeContext): TreeVerdict {
  const { elements, nested } = outermostElements(tree, DS, 'Signature');
  if (elements.length > MAX_SIGNATURES) {
    throw new XmlError('XML_LIMIT_EXCEEDED', `the document contains more than ${MAX_SIGNATURES} signatures`);
  }
  const work = new XmlWork(question.budget);
  const digests = new ReferenceDigests(tree, external, work);
  using opened = new DisposableStack();
  const originals = external.originals.map((source) => opened.use(new OriginalContent(source, work)));
  const known = (): readonly Certificate[] => [...openTrustStore(question.trust).bySubject.values()].flat();
  const context: SignatureContext = {
    root: tree.root,
    ids: documentIds(tree, work.identifiers),
    digests,
    originals,
    known,
    countersigned: null,
  };
  const findings = elements.map((element, index) => verifySignature(element, index, context, question));
  const counted = findings.reduce((sum, { counterSignatures = [] }) => sum + counterSignatures.length, 0);
  const isSigned = (source: ByteSource): boolean => {
    const at = external.originals.indexOf(source);
    const [guess, original] = [external.guesses[at], originals[at]];
    return (guess !== undefined && digests.isMeant(guess)) || original?.isHeld === true;
  };
  return { findings, nested: nested - counted, isSigned };
}

function reportOf({ findings, nested }: TreeVerdict, faults: readonly Fault[], at: Date): VerificationOutcome {
  if (findings.length === 0) {
    return reportWithoutSignature('XAdES', [indeterminate('SIG_NOT_FOUND', 'The document contains no signature.')], at);
  }
  return assembleReport({
    ...{ format: 'XAdES', findings, faults, at },
    detail: faults[0]?.detail ?? (nested === 0 || findings.some(({ status }) => status !== 'VALID') ? null : NESTED),
  });
}

const NESTED = 'Signatures inside of a signature that are no counter-signatures of it were not evaluated.';

type JudgeContext = VerificationContext & { readonly budget: WorkBudget };

function verifySignature(
  element: XmlElement,
  index: number,
  context: SignatureContext,
  question: JudgeContext,
): SignatureFinding {
  const { judgement, own, lasting, verdict } = judgeWithPath(element, context, question);
  const counterSigned = findXmlCounterSignatures(judgement, context, question);
  const { findings } = counterSigned;
  return {
    name: element.attribute('Id')?.slice(0, MAX_NAME_CHARACTERS) ?? String(index),
    ...verdict,
    detail: verdict.detail ?? describeForm(judgement, verdict, counterSigned),
    ...(findings.length > 0 && {
      reasonCodes: [...verdict.reasonCodes, 'COUNTER_SIGNATURE_PRESENT'],
      counterSignatures: [...findings],
    }),
    ...readTime(judgement, own, lasting.levels),
    ...lasting.report,
    coversWholeDocument: judgement.coversWholeDocument,
    covered: [...judgement.covered],
  };
}

/** What is to be known of a signature that no fault says anything of. */
function describeForm(
  { properties }: SignatureJudgement,
  { status }: JudgedSignature,
  counterSigned: CounterFindings,
): string | null {
  const isOld = properties !== null && properties.namespace !== XADES;
  return (status === 'VALID' ? describeCounterSignatures(counterSigned) : null) ?? (isOld ? OLD_VERSION : null);
}

const OLD_VERSION =
  'The signature is written in a version of XAdES before 1.3.2, the one that EN 319 132-1 is about; its level is that of the ' +
  'properties with the same meaning.';

/** EN 319 132-1 clause 5.2.7: each is over the value of the signature whose property it stands in. */
function findXmlCounterSignatures(
  signature: SignatureJudgement,
  context: SignatureContext,
  question: JudgeContext,
): CounterFindings {
  const over = ({ properties, valueElement }: SignatureJudgement): readonly XmlElement[] =>
    valueElement === null ? [] : counterSignatures(properties?.unsignedProperties ?? null);
  return findCounterSignatures(signature, over, (element, { valueElement: countersigned }) =>
    judgeCounterSignature(element, { ...context, originals: [], countersigned }, question),
  );
}

function judgeCounterSignature(
  element: XmlElement,
  context: SignatureContext,
  question: JudgeContext,
): JudgedCounterSignature<SignatureJudgement> {
  const { judgement, lasting, verdict } = judgeWithPath(element, context, question);
  const { claimedSigningTime } = readTime(judgement, [], NO_LEVEL);
  const { bestSignatureTime, timestamps } = lasting.report;
  return { signature: judgement, finding: { ...verdict, claimedSigningTime, bestSignatureTime, timestamps } };
}

/** A signature with the path of its signer's certificate and its timestamps. */
function judgeWithPath(element: XmlElement, context: SignatureContext, question: JudgeContext) {
  const judgement = judgeSignature(element, context);
  const own = [...judgement.faults, ...judgeTime(judgement)];
  const lasting = judgeLasting(lastingSignature(judgement, question));
  const remarks: ReasonCode[] = hasSignatureTimestamp(judgement.properties) ? ['TIMESTAMP_PRESENT'] : [];
  const verdict = concludeSignature({ cryptoValid: judgement.cryptoValid, faults: own, lasting, remarks });
  return { judgement, own, lasting, verdict };
}

/** Nobody signs with a certificate outside of its time (RFC 5280 4.1.2.5): one of the two is wrong. */
function judgeTime({ signer, properties }: SignatureJudgement): Fault[] {
  const claimed = properties?.signedProperties.signingTime ?? null;
  if (claimed === null || signer === null) return [];
  if (claimed >= signer.notBefore && claimed <= signer.notAfter) return [];
  const detail = 'The signature claims a time at which its certificate was not valid.';
  return [besideLevel(indeterminate('SIG_SIGNING_TIME_IMPLAUSIBLE', detail))];
}

/**
 * EN 319 132-1 clause 6.3: SigningTime is part of every baseline signature. The namespace is that of 1.3.2 there; versions
 * before it bind certificate and time by the same digests, so that they are told by the same levels. What lies
 * around the signature, and files that only a manifest names, are no part of its form: where all references of SignedInfo
 * hold, the level is told whatever else is there.
 */
function readTime(
  { properties, cryptoValid }: SignatureJudgement,
  faults: readonly Fault[],
  levels: Levels,
): Pick<SignatureFinding, 'claimedSigningTime'> & Levels {
  if (properties === null) return { claimedSigningTime: null, ...NO_LEVEL };
  const { signingTime, hasSigningTime } = properties.signedProperties;
  const isOfForm = faults.every((fault) => leavesLevel(fault) || (cryptoValid && OF_SURROUNDINGS.has(fault.reason)));
  const isBaseline = hasSigningTime && isOfForm;
  return { claimedSigningTime: signingTime?.toISOString() ?? null, ...(isBaseline ? levels : NO_LEVEL) };
}

const OF_SURROUNDINGS: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'SIG_COVERAGE_INCOMPLETE',
  'SIG_DETACHED_CONTENT_MISSING',
]);

/** With what came along for judging it later, in its properties and its timestamps. */
function lastingSignature(
  { signer, certificates, timestamps, evidence }: SignatureJudgement,
  question: JudgeContext,
): LastingSignature {
  const raw = [evidence, ...timestamps.flatMap(({ token }) => evidenceOfToken(token))];
  const isArchival = ({ kind }: (typeof timestamps)[0]): boolean => kind === 'ArchiveTimestamp';
  const { trust, at, revocationMode, budget } = question;
  const known = readEvidence(raw, budget);
  return {
    trust,
    at,
    revocationMode,
    budget,
    signer,
    timestamps,
    isArchival,
    candidates: certificates,
    evidence: known,
  };
}

function hasSignatureTimestamp(properties: QualifyingProperties | null): boolean {
  return unsignedSignatureProperties(properties?.unsignedProperties ?? null, 'SignatureTimeStamp').length > 0;
}
