import type { ByteSource } from '../../codecs/byte-source.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { ZipEntry } from '../../codecs/zip/local-headers.ts';
import { ZipError } from '../../codecs/zip/zip-error.ts';
import { type Fault, indeterminate } from '../fault.ts';
import type { CmsVerification } from '../cades/verify-cms.ts';
import { digestPieces } from '../cades/signed-content.ts';
import { evidenceOfContents, evidenceOfToken } from '../evidence/cms-evidence.ts';
import type { RawEvidence } from '../evidence/document-evidence.ts';
import type { FoundTimestamp } from '../timestamps/found-timestamp.ts';
import type { WorkBudget } from '../work-budget.ts';
import type { AsicEntries } from './asic-entries.ts';
import { faultOf } from './asic-fault.ts';
import { readManifestFile, readMetaEntry, type ManifestFile } from './meta-entries.ts';
import type { SignatureFile } from './signature-entry.ts';

export const MAX_TOKEN_BYTES = 4 * 1024 * 1024;
/** More than anybody needs; each is checked. */
const MAX_TIMESTAMPS = 60;
const TOO_MANY = indeterminate(
  'SIG_LIMIT_EXCEEDED',
  `There are more than ${MAX_TIMESTAMPS} timestamps over manifests.`,
);

/** A manifest with a timestamp over it instead of a signature (EN 319 162-1 4.4.3.2, A.7). */
export interface TimeAssertion extends ManifestFile {
  /** The token, without its name. */
  readonly token: Uint8Array;
}

export interface TimeAssertions {
  readonly assertions: readonly TimeAssertion[];
  readonly faults: readonly Fault[];
}

/**
 * Reads the archive manifests, and the other manifests that a timestamp is over. What cannot be read proves nothing and is
 * said; the signatures stand without it. Throws ZipError and WorkExceededError.
 */
export async function readTimeAssertions(
  source: ByteSource,
  entries: AsicEntries,
  stamped: readonly ManifestFile[],
  budget: WorkBudget | undefined,
): Promise<TimeAssertions> {
  const count = stamped.length + entries.archiveManifests.length;
  const faults: Fault[] = count > MAX_TIMESTAMPS ? [TOO_MANY] : [];
  const files = [...stamped];
  for (const entry of entries.archiveManifests.slice(0, MAX_TIMESTAMPS)) {
    const read = await readArchiveManifest(source, entry, budget);
    if ('manifest' in read) files.push(read);
    else faults.push(read);
  }
  const assertions: TimeAssertion[] = [];
  for (const file of files.slice(0, MAX_TIMESTAMPS)) {
    const entry = entries.timestamps.find(({ name }) => name === file.manifest.signature);
    if (entry === undefined) faults.push(doubtful(`${file.name} names a timestamp that is not there.`));
    else assertions.push({ ...file, token: await readMetaEntry(source, entry, MAX_TOKEN_BYTES, budget) });
  }
  return { assertions, faults };
}

async function readArchiveManifest(
  source: ByteSource,
  entry: ZipEntry,
  budget: WorkBudget | undefined,
): Promise<ManifestFile | Fault> {
  try {
    return await readManifestFile(source, entry, budget);
  } catch (error) {
    if (error instanceof ZipError) throw error;
    const { reason, detail } = faultOf(error);
    return indeterminate(reason, detail, entry.name);
  }
}

/** Timestamps that no manifest names: nobody knows what they are over, nor whether they are any (EN 319 162-1 A.7). */
export function unnamedTimestamps(
  { timestamps }: AsicEntries,
  assertions: readonly TimeAssertion[],
): AsicEntries['timestamps'] {
  const named = new Set(assertions.map(({ manifest }) => manifest.signature));
  return timestamps.filter(({ name }) => !named.has(name));
}

function doubtful(detail: string): Fault {
  return indeterminate('TIMESTAMP_INVALID', detail);
}

/**
 * Names the assertions whose files are not there as they were, at the time that is asserted: such a timestamp proves
 * nothing any more. Anybody can have put it there, so that it says nothing against the signatures.
 */
export function faultsOfAssertions(
  assertions: readonly TimeAssertion[],
  isWhole: (assertion: TimeAssertion) => boolean,
): Fault[] {
  return assertions
    .filter((assertion) => !isWhole(assertion))
    .map(({ name }) => doubtful(`${name} lists files that are not there as they were when the timestamp was made.`));
}

/**
 * The same of those that a signature is listed by and that are told with it: a token of other bytes than its manifest, or a
 * broken one, is no part of a sound container, and says nothing against the signature.
 */
export function faultsOfTokens(findings: readonly SignatureFinding[]): Fault[] {
  const told = findings.flatMap(({ timestamps = [] }) => timestamps);
  const broken = told.filter(
    ({ kind, status, isIntact }) => kind === 'ContainerTimestamp' && status === 'INVALID' && !isIntact,
  );
  return [...new Set(broken.map(({ detail }) => detail))].map((detail) => indeterminate('TIMESTAMP_INVALID', detail));
}

/** A file of the container that is a timestamp, by its name. */
export interface NamedTimestamp {
  readonly name: string;
  readonly found: FoundTimestamp;
}

/** What a timestamp that is over no signature is over, where its files are no longer the same. */
const BROKEN = 'It lists files that are not there as they were when the timestamp was made.';

/**
 * Assertions as timestamps of the container, each over the ones whose tokens its manifest lists, `others` among them
 * (EN 319 162-1 A.7). The token is of the manifest; it proves a time only where the files are those that it lists, and
 * keeps the evidence in these. `evidenceIn`: that of a listed file which is no timestamp.
 */
export function assertedTimestamps(
  assertions: readonly TimeAssertion[],
  isWhole: (assertion: TimeAssertion) => boolean,
  others: readonly NamedTimestamp[] = [],
  evidenceIn: (assertion: TimeAssertion) => readonly RawEvidence[] = () => [],
): NamedTimestamp[] {
  const named: NamedTimestamp[] = [...others];
  for (const assertion of assertions) {
    const { manifest, token, bytes } = assertion;
    const listed = (): NamedTimestamp[] => named.filter(({ name }) => lists(assertion, name));
    const found: FoundTimestamp = {
      ...{ kind: 'ContainerTimestamp', token, about: 'signature' },
      imprints: (hash: HashName) => {
        const protects = new Set(isWhole(assertion) ? listed().map((one) => one.found) : []);
        const keeps = (): RawEvidence[] => [
          ...evidenceIn(assertion),
          ...[...protects].flatMap((one) => evidenceOfToken(one.token)),
        ];
        return [{ digest: digestPieces([bytes])(hash), protects, keeps }];
      },
      ...(isWhole(assertion) ? {} : { broken: BROKEN }),
    };
    named.push({ name: manifest.signature, found });
  }
  return named;
}

/**
 * The assertions that list a signature file, as timestamps of each signature in it. One counts as an archive timestamp
 * where it lists everything that the signature needs: beside the file, what it is over.
 */
export function timestampsAround(
  { name, signedData }: SignatureFile,
  signed: readonly string[],
  assertions: readonly TimeAssertion[],
  isWhole: (assertion: TimeAssertion) => boolean,
): Pick<CmsVerification, 'outerTimestamps' | 'isArchival'> {
  const needed = [name, ...signed];
  const around = assertions.filter((assertion) => lists(assertion, name));
  const evidenceIn = (): RawEvidence[] => evidenceOfContents(signedData);
  const archival = new Set<FoundTimestamp>();
  const outerTimestamps = (own: readonly FoundTimestamp[]): FoundTimestamp[] => {
    // Whatever stands in the signature's file is listed along with it.
    const inFile = own.map((found) => ({ name, found }));
    const outer = assertedTimestamps(around, isWhole, inFile, evidenceIn).slice(inFile.length);
    around.forEach((assertion, index) => {
      const found = outer[index]?.found;
      if (found !== undefined && needed.every((one) => lists(assertion, one))) archival.add(found);
    });
    return outer.map(({ found }) => found);
  };
  const isArchival = (timestamp: FoundTimestamp): boolean =>
    timestamp.kind === 'ArchiveTimestamp' || archival.has(timestamp);
  return { outerTimestamps, isArchival };
}

/** Whether an assertion's manifest names a file. */
export function lists({ manifest }: TimeAssertion, name: string): boolean {
  return manifest.dataObjects.some((reference) => reference.name === name);
}
