import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { Asn1Error } from '../../../service/codecs/asn1/asn1-error.ts';
import { DS, XADES, XADES_141 } from '../../../service/codecs/xmldsig/algorithms.ts';
import { canonicalize } from '../../../service/codecs/xmldsig/canonicalize.ts';
import { outermostElements } from '../../../service/codecs/xmldsig/find-elements.ts';
import { openXml, type XmlElement } from '../../../service/codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../../service/codecs/xmldsig/xml-error.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import { WorkBudget } from '../../../service/verification/work-budget.ts';
import { readSignature } from '../../../service/verification/xades/signature-structure.ts';
import { XmlWork } from '../../../service/verification/xades/xml-work.ts';
import { certificatesOfToken } from '../embedded-certificates.ts';
import { MOST_READ, requireAtMost } from '../evidence-room.ts';
import { cannotRaise, type ExtendedFile, type ExtensionTask } from '../extender.ts';
import type { ValidationData } from '../level-services.ts';
import { missingFrom } from '../missing-evidence.ts';
import { readDocument, writeSmallOutput } from '../output-file.ts';
import { timestampOfDigest } from '../timestamp-of.ts';
import { writeArchiveImprint, type ReferencedFile } from './archive-imprint.ts';
import { requireNothingWorse } from './check-extension.ts';
import { withProperty, withSignature, withTree } from './edit-signature.ts';
import { EXCLUSIVE, openSignature, type OpenSignature } from './open-signature.ts';
import { requireJudgeable } from './signed-bounds.ts';
import {
  archiveTimestampText,
  signatureTimestampText,
  timestampDataText,
  validationDataText,
} from './unsigned-text.ts';

/**
 * Raises the XAdES signatures of a document (EN 319 132-1 6.3) by unsigned properties that are put in as text, in the
 * document's encoding: every byte that was there stays. T: SignatureTimeStamp. LT: CertificateValues and
 * RevocationValues for the signer, TimeStampValidationData for the authorities. LTA: ArchiveTimeStamp of 1.4.1. Throws as
 * FormatExtender says.
 */
export async function extendXades(task: ExtensionTask): Promise<ExtendedFile> {
  try {
    requireJudgeable((await stat(task.inputPath)).size);
    const bytes = await readFile(task.inputPath);
    const values = signatureValues(bytes);
    if (values.length === 0) throw cannotRaise('the document bears no signature');
    const { content } = task;
    const kept = task.before === null ? [] : signatureValues(await readFile(task.before.path));
    const file: ReferencedFile = () => (content === null ? null : readDocument(content));
    const raised = await raiseXadesSignatures({ bytes, values, most: MOST_READ.xml }, task, file, new Set(kept));
    const written = writeSmallOutput(task.outputPath, [raised]);
    return { ...written, requireNothingWorse: (after) => requireNothingWorse(task, values.length, after) };
  } catch (error) {
    if (error instanceof XmlError || error instanceof Asn1Error) throw cannotRaise(error.message, error);
    throw error;
  }
}

/** A document, and what `signatureValues` says of it. */
export interface SignedXmlFile {
  readonly bytes: Uint8Array;
  readonly values: readonly string[];
  /** As much of it is read again. */
  readonly most: number;
}

/**
 * The document with its signatures raised to the task's level; `file` gives what detached ones are over, and signatures
 * with the values in `kept` stay as they are. Throws as extendXades does, and XmlError, Asn1Error and WorkExceededError.
 */
export async function raiseXadesSignatures(
  { bytes, values, most }: SignedXmlFile,
  task: ExtensionTask,
  file: ReferencedFile,
  kept: ReadonlySet<string>,
): Promise<Uint8Array> {
  let raised = bytes;
  for (const [number, value] of values.entries()) {
    if (!kept.has(value)) raised = await raise({ bytes: raised, most }, number, task, file);
  }
  return raised;
}

/** The values of the signatures of a document that lie in no other one, in their order: what sets one apart from all others. */
export function signatureValues(bytes: Uint8Array): string[] {
  return withTree(bytes, (tree) =>
    outermostElements(tree, DS, 'Signature').elements.map((element) =>
      readSignature(element).signatureValueElement.plainText().replace(/\s+/g, ''),
    ),
  );
}

async function raise(
  { bytes, most }: Pick<SignedXmlFile, 'bytes' | 'most'>,
  number: number,
  task: ExtensionTask,
  file: ReferencedFile,
): Promise<Uint8Array> {
  let raised = await withSignatureTimestamp(bytes, number, task);
  if (task.level === 'T') return raised;
  raised = await withEvidence(raised, number, task);
  requireAtMost(raised.length, most, 'XAdES');
  return task.level === 'LT' ? raised : await withArchiveTimestamp(raised, number, task, file);
}

async function withSignatureTimestamp(bytes: Uint8Array, number: number, task: ExtensionTask): Promise<Uint8Array> {
  const unproven = withSignature(bytes, number, (signature) => {
    const { structure, unsigned } = signature;
    if (unsigned.some((property) => property.is(XADES, 'SignatureTimeStamp'))) return null;
    const hash = createHash(HASHES[task.hash].node);
    canonicalize(structure.signatureValueElement, EXCLUSIVE, (chunk) => hash.update(chunk));
    return { digest: hash.digest(), signers: certificatesOf(signature).own };
  });
  if (unproven === null) return bytes;
  const token = await timestampOfDigest(task, unproven.digest, unproven.signers);
  return withProperty(bytes, number, signatureTimestampText(token));
}

async function withEvidence(bytes: Uint8Array, number: number, task: ExtensionTask): Promise<Uint8Array> {
  const { at, services } = task;
  // Reading the document takes longer than all that is asked of it.
  const { own, ofTimestamps, hasOwn, embedded } = withSignature(bytes, number, (signature) => ({
    ...certificatesOf(signature),
    ...(task.isRenewal === true && { ofTimestamps: certificatesOfYoungest(signature) }),
    hasOwn: hasEvidence(signature),
    embedded: embeddedValues(signature),
  }));
  const forSigner = hasOwn ? NO_EVIDENCE : await services.validationData({ certificates: own, at });
  const forTimestamps = await services.validationData({ certificates: ofTimestamps, at });
  const known = [...embedded, ...forSigner.certificates, ...forSigner.crls, ...forSigner.ocspResponses];
  const texts = [validationDataText(forSigner), timestampDataText(missingFrom(known, forTimestamps))];
  return withProperty(bytes, number, texts.join(''));
}

const NO_EVIDENCE: ValidationData = { certificates: [], crls: [], ocspResponses: [] };

async function withArchiveTimestamp(
  bytes: Uint8Array,
  number: number,
  task: ExtensionTask,
  file: ReferencedFile,
): Promise<Uint8Array> {
  const digest = await archiveDigest(bytes, number, task, file);
  return withProperty(bytes, number, archiveTimestampText(await timestampOfDigest(task, digest)));
}

async function archiveDigest(bytes: Uint8Array, number: number, { hash }: ExtensionTask, file: ReferencedFile) {
  using tree = openXml(bytes);
  const state = createHash(HASHES[hash].node);
  const work = new XmlWork(new WorkBudget(bytes.length));
  await writeArchiveImprint(openSignature(tree, number), file, (chunk) => state.update(chunk), work);
  return state.digest();
}

function hasEvidence({ unsigned }: OpenSignature): boolean {
  return unsigned.some((property) => property.is(XADES, 'CertificateValues') || property.is(XADES, 'RevocationValues'));
}

/** Certificates that the signature brings along for its signer, and those in its timestamps. */
function certificatesOf({ structure, unsigned }: OpenSignature): { own: Uint8Array[]; ofTimestamps: Uint8Array[] } {
  const own = structure.keyInfo === null ? [] : decoded(structure.keyInfo, DS, 'X509Certificate');
  const timestamps = unsigned.filter(({ localName, namespace }) => {
    return [XADES, XADES_141].includes(namespace) && localName.endsWith('TimeStamp');
  });
  const tokens = timestamps.flatMap((property) => decoded(property, XADES, 'EncapsulatedTimeStamp'));
  return { own, ofTimestamps: tokens.flatMap((token) => certificatesOfToken(token)) };
}

/** Those of the last archive timestamp, with its issuers among what is embedded: properties stand in their order. */
function certificatesOfYoungest(signature: OpenSignature): Uint8Array[] {
  const youngest = signature.unsigned.filter((property) => property.is(XADES_141, 'ArchiveTimeStamp')).at(-1);
  const tokens = youngest === undefined ? [] : decoded(youngest, XADES, 'EncapsulatedTimeStamp');
  const embedded = signature.unsigned.flatMap((property) => decoded(property, XADES, 'EncapsulatedX509Certificate'));
  return tokens.flatMap((token) => certificatesOfToken(token, embedded));
}

/** Evidence in any of the unsigned properties. */
function embeddedValues({ unsigned }: OpenSignature): Uint8Array[] {
  const names = ['EncapsulatedX509Certificate', 'EncapsulatedCRLValue', 'EncapsulatedOCSPValue'];
  return unsigned.flatMap((property) => names.flatMap((name) => decoded(property, XADES, name)));
}

function decoded(top: XmlElement, namespace: string, localName: string): Uint8Array[] {
  const found = [...top.descendantsOrSelf()].filter((element) => element.is(namespace, localName));
  return found.map((element) => Buffer.from(element.plainText(), 'base64'));
}
