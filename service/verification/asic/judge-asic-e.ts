import type { ByteSource } from '../../codecs/byte-source.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import { digestPieces } from '../cades/signed-content.ts';
import { type Fault, indeterminate, invalid, withFaults } from '../fault.ts';
import { isOfStrength, leavesLevel } from '../weakness.ts';
import type { VerificationContext } from '../verification.ts';
import { NO_LEVEL } from '../report.ts';
import type { AsicEntries } from './asic-entries.ts';
import { AsicRefused, NO_SIGNATURE, PARTIAL_COVERAGE, STRANGER, TIMESTAMP_ONLY } from './asic-fault.ts';
import type { AsicVerdict } from './asic-verdict.ts';
import {
  assertedTimestamps,
  faultsOfAssertions,
  faultsOfTokens,
  readTimeAssertions,
  timestampsAround,
  type TimeAssertion,
  unnamedTimestamps,
} from './container-timestamps.ts';
import type { EntryDigests } from './entry-digests.ts';
import { digestReferenced, judgeReferences } from './entry-references.ts';
import { judgeLooseTimestamps } from './loose-timestamps.ts';
import { readManifestFile, type ManifestFile } from './meta-entries.ts';
import { judgeSignatureFile, readSignatureFile, type SignatureFile } from './signature-entry.ts';
import { judgeXadesFiles } from './xades-files.ts';

/**
 * ASiC-E (EN 319 162-1 4.4): with CAdES each signature is over a manifest, each manifest over data objects by digest;
 * with XAdES each signature is over data objects itself. All signatures must hold, and each data object must be under
 * one. Timestamps over archive manifests prove times for the signatures that these list. Throws AsicRefused, ZipError,
 * WorkExceededError and what readManifest throws.
 */
export async function judgeAsicE(
  source: ByteSource,
  entries: AsicEntries,
  question: VerificationContext,
): Promise<AsicVerdict> {
  const files = await readManifests(source, entries, question);
  const isStamped = ({ manifest }: ManifestFile): boolean =>
    entries.timestamps.some(({ name }) => name === manifest.signature);
  const manifests = files.filter((file) => !isStamped(file));
  const xades = await judgeXadesFiles(source, entries, question);
  const isSigned = manifests.length + entries.signatures.length + entries.xadesSignatures.length > 0;
  if (!isSigned && entries.timestamps.length === 0) throw new AsicRefused(NO_SIGNATURE);
  const time = await readTimeAssertions(source, entries, files.filter(isStamped), question.budget);
  const digests = await digestReferenced(source, entries, [...manifests, ...time.assertions], question.budget);
  const isWhole = ({ manifest }: TimeAssertion): boolean => judgeReferences(manifest, digests).length === 0;
  const verdicts: AsicVerdict[] = [];
  for (const file of manifests) {
    const needed = [file.name, ...file.manifest.dataObjects.map(({ name }) => name)];
    const judge = await judgeManifest(source, entries, file, digests, question, (signature) =>
      timestampsAround(signature, needed, time.assertions, isWhole),
    );
    verdicts.push(judge);
  }
  const names = new Set(entries.signatures.map(({ name }) => name));
  const loose = judgeLooseTimestamps(
    assertedTimestamps(
      time.assertions.filter(({ manifest }) => !manifest.dataObjects.some(({ name }) => names.has(name))),
      isWhole,
    ),
    question,
  );
  const signed = new Set(manifests.flatMap(({ manifest }) => manifest.dataObjects.map(({ name }) => name)));
  for (const name of xades.covered) signed.add(name);
  const strangers = [...entries.strangers, ...unnamedTimestamps(entries, time.assertions)];
  return {
    findings: [...verdicts.flatMap(({ findings }) => findings), ...xades.findings],
    faults: [
      ...(isSigned ? faultsOfContainer({ ...entries, strangers }, manifests, signed) : [TIMESTAMP_ONLY]),
      ...verdicts.flatMap(({ faults }) => faults),
      ...verdicts.flatMap(({ findings }) => faultsOfTokens(findings)),
      ...xades.faults,
      ...time.faults,
      ...faultsOfAssertions(time.assertions, isWhole),
      ...loose.faults,
    ],
    timestamps: loose.timestamps,
  };
}

/** All manifests: those that a signature is over, and those that a timestamp is over, which says of nothing that it is signed. */
async function readManifests(
  source: ByteSource,
  entries: AsicEntries,
  { budget }: VerificationContext,
): Promise<ManifestFile[]> {
  const files: ManifestFile[] = [];
  for (const entry of entries.manifests) files.push(await readManifestFile(source, entry, budget));
  return files;
}

async function judgeManifest(
  source: ByteSource,
  entries: AsicEntries,
  { name, bytes, manifest }: ManifestFile,
  digests: ReadonlyMap<string, EntryDigests>,
  question: VerificationContext,
  around: (signature: SignatureFile) => ReturnType<typeof timestampsAround>,
): Promise<AsicVerdict> {
  const entry = entries.signatures.find((signature) => signature.name === manifest.signature);
  if (entry === undefined) {
    return {
      findings: [],
      faults: [invalid('ASIC_MANIFEST_INVALID', 'It names a signature that is not there.', name)],
    };
  }
  const signatureFile = await readSignatureFile(source, entry, question.budget);
  const { findings, fault } = judgeSignatureFile(signatureFile, digestPieces([bytes]), question, around(signatureFile));
  const references = judgeReferences(manifest, digests);
  const covered = new Set(manifest.dataObjects.map((reference) => reference.name));
  const coversWholeDocument = entries.dataObjects.every((dataObject) => covered.has(dataObject.name));
  const files = { coversWholeDocument, covered: [...covered].filter((one) => digests.has(one)) };
  return {
    findings: findings.map((finding) => withReferences({ ...finding, ...files }, references)),
    faults: fault === null ? [] : [fault],
  };
}

/** A signature over a manifest is worth what its references are worth; one that leaves data objects out is not whole. */
function withReferences(finding: SignatureFinding, references: readonly Fault[]): SignatureFinding {
  const coverage = finding.coversWholeDocument ? [] : [PARTIAL_COVERAGE];
  // What is missing, or digested in a way that is not known, was not seen to be what was signed.
  const isIntact = references.every(isOfStrength);
  const { signature } = finding;
  const judged = withFaults(finding, [...references, ...coverage], 'signature');
  return {
    ...judged,
    signature: { ...judged.signature, cryptoValid: signature.cryptoValid && isIntact },
    ...(!references.every(leavesLevel) && NO_LEVEL),
  };
}

function faultsOfContainer(
  entries: AsicEntries,
  manifests: readonly ManifestFile[],
  signed: ReadonlySet<string>,
): Fault[] {
  const used = new Set(manifests.map(({ manifest }) => manifest.signature));
  const faults: Fault[] = [];
  if (entries.dataObjects.some(({ name }) => !signed.has(name))) {
    const detail = 'There is a data object that no signature is over.';
    faults.push(indeterminate('ASIC_DATA_OBJECT_UNSIGNED', detail));
  }
  if (entries.strangers.some(({ name }) => !signed.has(name))) faults.push(STRANGER);
  if (entries.dataObjects.length === 0) {
    faults.push(indeterminate('ASIC_DATA_OBJECT_MISSING', 'There is no data object.'));
  }
  if (entries.signatures.some(({ name }) => !used.has(name))) {
    const detail = 'There is a signature that no manifest names.';
    faults.push(invalid('ASIC_MANIFEST_INVALID', detail));
  }
  return faults;
}
