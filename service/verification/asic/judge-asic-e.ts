import type { AsicManifest } from '../../codecs/asic/manifest.ts';
import { readManifest } from '../../codecs/asic/manifest.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import { readWholeEntry } from '../../codecs/zip/entry-data.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import { digestPieces } from '../cades/signed-content.ts';
import { type Fault, indeterminate, invalid, withFaults } from '../fault.ts';
import { isOfStrength, weakHash } from '../weakness.ts';
import type { VerificationContext } from '../verification.ts';
import type { WorkBudget } from '../work-budget.ts';
import type { AsicEntries } from './asic-entries.ts';
import { AsicRefused, PARTIAL_COVERAGE } from './asic-fault.ts';
import type { AsicVerdict } from './asic-verdict.ts';
import {
  faultsOfAssertions,
  MAX_MANIFEST_BYTES,
  readTimeAssertions,
  timestampsAround,
  type ManifestFile,
  type TimeAssertion,
} from './container-timestamps.ts';
import { digestEntry, type EntryDigests } from './entry-digests.ts';
import { judgeSignatureFile, readSignatureFile } from './signature-entry.ts';
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
  const files = await readManifests(source, entries);
  const isStamped = ({ manifest }: ManifestFile): boolean =>
    entries.timestamps.some(({ name }) => name === manifest.signature);
  const manifests = files.filter((file) => !isStamped(file));
  const xades = await judgeXadesFiles(source, entries, question);
  if (manifests.length + entries.signatures.length + entries.xadesSignatures.length === 0) {
    throw new AsicRefused(invalid('SIG_NOT_FOUND', noSignature(entries)));
  }
  const time = await readTimeAssertions(source, entries, files.filter(isStamped));
  const digests = await digestReferenced(source, entries, [...manifests, ...time.assertions], question.budget);
  const isWhole = ({ manifest }: TimeAssertion): boolean => judgeReferences(manifest, digests).length === 0;
  const verdicts: AsicVerdict[] = [];
  for (const file of manifests) {
    const judge = await judgeManifest(source, entries, file, digests, question, (signature) =>
      timestampsAround(signature, file, time.assertions, isWhole),
    );
    verdicts.push(judge);
  }
  const signed = new Set(manifests.flatMap(({ manifest }) => manifest.dataObjects.map(({ name }) => name)));
  for (const name of xades.covered) signed.add(name);
  return {
    findings: [...verdicts.flatMap(({ findings }) => findings), ...xades.findings],
    faults: [
      ...faultsOfContainer(entries, manifests, signed),
      ...verdicts.flatMap(({ faults }) => faults),
      ...xades.faults,
      ...time.faults,
      ...faultsOfAssertions(time.assertions, isWhole),
    ],
  };
}

/** Those that a signature or a timestamp is over; what only a timestamp is over is not signed. */
async function readManifests(source: ByteSource, entries: AsicEntries): Promise<ManifestFile[]> {
  const files: ManifestFile[] = [];
  for (const entry of entries.manifests) {
    const bytes = await readWholeEntry(source, entry, MAX_MANIFEST_BYTES);
    files.push({ name: entry.name, bytes, manifest: readManifest(bytes) });
  }
  return files;
}

/** Reads each referenced entry once, for all manifests together. */
async function digestReferenced(
  source: ByteSource,
  { byName }: AsicEntries,
  manifests: readonly ManifestFile[],
  budget: WorkBudget | undefined,
): Promise<ReadonlyMap<string, EntryDigests>> {
  const wanted = new Map<string, Set<HashName>>();
  for (const { name, hash } of manifests.flatMap(({ manifest }) => manifest.dataObjects)) {
    const hashes = wanted.get(name) ?? new Set();
    if (hash !== null) hashes.add(hash);
    wanted.set(name, hashes);
  }
  const digests = new Map<string, EntryDigests>();
  for (const [name, hashes] of wanted) {
    const entry = byName.get(name);
    if (entry === undefined) continue;
    digests.set(name, await digestEntry(source, entry, hashes, budget));
  }
  return digests;
}

async function judgeManifest(
  source: ByteSource,
  entries: AsicEntries,
  { name, bytes, manifest }: ManifestFile,
  digests: ReadonlyMap<string, EntryDigests>,
  question: VerificationContext,
  around: (signature: string) => ReturnType<typeof timestampsAround>,
): Promise<AsicVerdict> {
  const entry = entries.signatures.find((signature) => signature.name === manifest.signature);
  if (entry === undefined) {
    return {
      findings: [],
      faults: [invalid('ASIC_MANIFEST_INVALID', 'It names a signature that is not there.', name)],
    };
  }
  const signatureFile = await readSignatureFile(source, entry);
  const { findings, fault } = judgeSignatureFile(signatureFile, digestPieces([bytes]), question, around(entry.name));
  const references = judgeReferences(manifest, digests);
  const covered = new Set(manifest.dataObjects.map((reference) => reference.name));
  const coversWholeDocument = entries.dataObjects.every((dataObject) => covered.has(dataObject.name));
  const files = { coversWholeDocument, covered: [...covered].filter((one) => digests.has(one)) };
  return {
    findings: findings.map((finding) => withReferences({ ...finding, ...files }, references)),
    faults: fault === null ? [] : [fault],
  };
}

function judgeReferences({ dataObjects }: AsicManifest, digests: ReadonlyMap<string, EntryDigests>): Fault[] {
  return dataObjects.flatMap(({ name, hash, digestValue }): Fault[] => {
    const found = digests.get(name);
    if (found === undefined) return [invalid('ASIC_DATA_OBJECT_MISSING', 'It is missing.', name)];
    if (hash === null) {
      return [indeterminate('SIG_ALGORITHM_UNSUPPORTED', 'Its digest algorithm is not known.', name)];
    }
    if (Buffer.compare(found.get(hash) ?? new Uint8Array(0), digestValue) !== 0) {
      return [invalid('SIG_DIGEST_MISMATCH', 'It is not what was signed.', name)];
    }
    return weakHash(hash, 'Its digest algorithm is broken.', name);
  });
}

/** A signature over a manifest is worth what its references are worth; one that leaves data objects out is not whole. */
function withReferences(finding: SignatureFinding, references: readonly Fault[]): SignatureFinding {
  const coverage = finding.coversWholeDocument ? [] : [PARTIAL_COVERAGE];
  const isIntact = references.every((fault) => fault.status !== 'INVALID' || isOfStrength(fault));
  const { signature, profileReached } = finding;
  const judged = withFaults(finding, [...references, ...coverage], 'signature');
  return {
    ...judged,
    signature: { ...judged.signature, cryptoValid: signature.cryptoValid && isIntact },
    profileReached: references.length === 0 ? profileReached : null,
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
  if (entries.dataObjects.length === 0) {
    faults.push(indeterminate('ASIC_DATA_OBJECT_MISSING', 'There is no data object.'));
  }
  if (entries.signatures.some(({ name }) => !used.has(name))) {
    const detail = 'There is a signature that no manifest names.';
    faults.push(invalid('ASIC_MANIFEST_INVALID', detail));
  }
  return faults;
}

/** What there is instead, in words. */
export function noSignature({ timestamps }: AsicEntries): string {
  return timestamps.length > 0
    ? 'The container holds a timestamp and no signature.'
    : 'There is no signature in the container.';
}
