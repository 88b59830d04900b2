import { MAX_SIGNATURE_FILE_BYTES } from '../../codecs/asic/asic-container.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import { DS, hashFromDigestUri, XADES, XADES_141 } from '../../codecs/xmldsig/algorithms.ts';
import type { XmlElement, XmlTree } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import type { ZipEntry } from '../../codecs/zip/local-headers.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import { indeterminate, withFaults } from '../fault.ts';
import type { VerificationContext } from '../verification.ts';
import { WorkBudget } from '../work-budget.ts';
import { faultOfXmlError } from '../xades/xades-fault.ts';
import { judgeTree } from '../xades/verify-xades.ts';
import { XmlWork } from '../xades/xml-work.ts';
import { openVerifiedXml } from '../xades/verified-xml.ts';
import type { AsicEntries } from './asic-entries.ts';
import { PARTIAL_COVERAGE } from './asic-fault.ts';
import type { AsicVerdict } from './asic-verdict.ts';
import { readMetaEntry } from './meta-entries.ts';
import { entryOfUri, readSignedEntries, type EntryRequest, type SignedEntries } from './signed-entries.ts';

interface XadesFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface XadesVerdict extends AsicVerdict {
  /** Names of the files that signatures refer to and whose content is as it was signed. */
  readonly covered: ReadonlySet<string>;
}

/**
 * Judges the XAdES signatures in a container (EN 319 162-1 4.3.3.1, 4.4.4): each is detached, its references name entries
 * of the container. Each entry is read once for all of them. Throws ZipError and WorkExceededError.
 */
export async function judgeXadesFiles(
  source: ByteSource,
  entries: AsicEntries,
  question: VerificationContext,
): Promise<XadesVerdict> {
  const budget = question.budget ?? new WorkBudget(source.size);
  const work = new XmlWork(budget);
  // Read again for the verdict: all of them together can be larger than the memory there is.
  const read = async (entry: ZipEntry): Promise<XadesFile> => {
    return { name: entry.name, bytes: await readMetaEntry(source, entry, MAX_SIGNATURE_FILE_BYTES, budget) };
  };
  const requests: EntryRequest[] = [];
  for (const entry of entries.xadesSignatures) {
    for (const request of requestsOf(await read(entry), entries, work)) requests.push(request);
  }
  const content = await readSignedEntries(source, entries.byName, requests, budget);
  const verdicts: AsicVerdict[] = [];
  for (const entry of entries.xadesSignatures) {
    verdicts.push(judgeFile(await read(entry), entries, content, { ...question, budget }));
  }
  return {
    findings: verdicts.flatMap(({ findings }) => findings),
    faults: verdicts.flatMap(({ faults }) => faults),
    covered: new Set(verdicts.flatMap(({ findings }) => findings.flatMap(({ covered }) => covered ?? []))),
  };
}

/** What the references of a file ask of entries; nothing when it cannot be read: whoever judges it says why. */
function requestsOf({ bytes }: XadesFile, { byName }: AsicEntries, work: XmlWork): EntryRequest[] {
  try {
    using tree = openVerifiedXml(bytes, work);
    const requests: EntryRequest[] = [];
    const isTimestamped = hasContentTimestamp(tree);
    for (const reference of tree.elementsNamed(DS, 'Reference')) {
      work.reference();
      const entry = entryOfUri(reference.attribute('URI'), byName);
      if (entry === null) continue;
      // For a timestamp a file that is stored as it is can be read again.
      const isWhole = hasTransforms(reference) || (isTimestamped && entry.isCompressed);
      requests.push({ entry, hash: hashOf(reference), isWhole });
    }
    return requests;
  } catch (error) {
    if (error instanceof XmlError) return [];
    throw error;
  }
}

/** Whether there is a timestamp whose imprint begins with what the references are over (EN 319 132-1 5.2.9, 5.2.10, 5.5.2). */
function hasContentTimestamp(tree: XmlTree): boolean {
  const names = ['AllDataObjectsTimeStamp', 'IndividualDataObjectsTimeStamp', 'ArchiveTimeStamp'];
  return names.some((name) => [XADES, XADES_141].some((one) => tree.elementsNamed(one, name).next().done !== true));
}

function hashOf(reference: XmlElement): HashName | null {
  const method = [...reference.children()].find((child) => child.is(DS, 'DigestMethod'));
  return hashFromDigestUri(method?.attribute('Algorithm') ?? '');
}

function hasTransforms(reference: XmlElement): boolean {
  return [...reference.children()].some((child) => child.is(DS, 'Transforms'));
}

function judgeFile(
  { name, bytes }: XadesFile,
  entries: AsicEntries,
  content: SignedEntries,
  question: VerificationContext & { readonly budget: WorkBudget },
): AsicVerdict {
  try {
    using tree = openVerifiedXml(bytes, new XmlWork(question.budget));
    const { findings } = judgeTree(tree, content, question);
    if (findings.length === 0)
      return { findings, faults: [indeterminate('SIG_NOT_FOUND', 'There is no signature in it.', name)] };
    return { findings: findings.map((finding) => withFiles(finding, name, entries)), faults: [] };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return { findings: [], faults: [{ ...faultOfXmlError(error), place: name }] };
  }
}

/** The files that a signature covers by their names; one that leaves data objects out does not cover the container. */
function withFiles(finding: SignatureFinding, name: string, { byName, dataObjects }: AsicEntries): SignatureFinding {
  const names = (finding.covered ?? []).map((uri) => entryOfUri(uri, byName)?.name);
  const covered = names.filter((one) => one !== undefined);
  const isWhole = dataObjects.every((dataObject: ZipEntry) => covered.includes(dataObject.name));
  const named = {
    ...finding,
    name: `${name}#${finding.name}`,
    covered,
    coversWholeDocument: finding.coversWholeDocument && isWhole,
  };
  return isWhole ? named : withFaults(named, [PARTIAL_COVERAGE], 'signature');
}
