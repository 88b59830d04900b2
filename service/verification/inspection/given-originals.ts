import type { ByteSource } from '../../codecs/byte-source.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import { openZip } from '../../codecs/zip/zip-archive.ts';
import { ZipError } from '../../codecs/zip/zip-error.ts';
import type { GivenOriginal } from '../../contract/http/inspection.ts';
import { digestEntry } from '../asic/entry-digests.ts';
import { type Fault, indeterminate } from '../fault.ts';
import type { VerificationOutcome } from '../verification.ts';
import type { WorkBudget } from '../work-budget.ts';
import type { Detection } from './detection.ts';
import { beginsWith, hexSha256, isSameFile } from './same-file.ts';

/** The verdict on a document with files that came along. */
export interface JudgedWith {
  readonly outcome: VerificationOutcome;
  /** Those that the signatures are over, as far as they were judged with them. */
  readonly signed: ReadonlySet<ByteSource>;
}

/**
 * Those of the files that came along with a document which its signatures are over. PDFs, containers and messages hold what
 * they sign and are judged without them: a PDF begins with what was signed first, the others hold it as it is. A file that
 * was given twice is the same one. Throws WorkExceededError; errors of the sources go through.
 */
export async function signedOriginals(
  { kind, document, contents }: Detection,
  given: readonly ByteSource[],
  { outcome, signed }: JudgedWith,
  budget: WorkBudget,
): Promise<ReadonlySet<ByteSource>> {
  const isIntact = outcome.signatures.some(({ signature }) => signature.cryptoValid);
  if (given.length === 0 || !isIntact) return new Set();
  if (kind === 'ASiC_S' || kind === 'ASiC_E') return signedInContainer(document, outcome, given, budget);
  const found = new Set<ByteSource>();
  for (const file of given) {
    if (contents !== undefined) {
      if (contents.some((one) => isSameFile(one, file))) found.add(file);
    } else if (kind === 'PDF') {
      if (beginsWith(document, file)) found.add(file);
    } else if ([...signed].some((one) => isSameFile(one, file))) found.add(file);
  }
  return found;
}

/**
 * The fault of an inspection to which files were given along that nobody signed: what is handed over beside a signature is
 * taken for what it is over. XML and CMS have been compared with a single one by themselves.
 */
export function faultsOfOthers(
  { kind }: Detection,
  given: readonly ByteSource[],
  signed: ReadonlySet<ByteSource>,
  { outcome }: JudgedWith,
): readonly Fault[] {
  const isCompared = given.length === 1 && (kind === 'XML' || kind === 'CMS' || kind === 'TimestampToken');
  const other = given.find((file) => !signed.has(file));
  if (other === undefined || isCompared || outcome.signatures.length === 0) return [];
  const detail = `No signature is over a file that was given along, the one with the SHA-256 ${hexSha256(other)}.`;
  return [indeterminate('SIG_COVERAGE_INCOMPLETE', detail)];
}

export function factsOf(file: ByteSource, isSigned: boolean): GivenOriginal {
  return { sha256: hexSha256(file), isSigned };
}

/** Each file of the container is digested once, however many are compared with it. */
async function signedInContainer(
  container: ByteSource,
  outcome: VerificationOutcome,
  given: readonly ByteSource[],
  budget: WorkBudget,
): Promise<ReadonlySet<ByteSource>> {
  const names = signedNames(outcome);
  const sizes = new Set(given.map(({ size }) => size));
  const digests = new Set<string>();
  try {
    for (const entry of openZip(container).entries) {
      if (!sizes.has(entry.size) || !names.has(entry.name)) continue;
      const digest = (await digestEntry(container, entry, SHA_256, budget)).get('SHA-256');
      if (digest !== undefined) digests.add(Buffer.from(digest).toString('hex'));
    }
  } catch (error) {
    // The report says what is wrong with it.
    if (!(error instanceof ZipError)) throw error;
  }
  return new Set(given.filter((file) => digests.has(hexSha256(file))));
}

const SHA_256: ReadonlySet<HashName> = new Set(['SHA-256']);

/** The files of a container that intact signatures are over. */
export function signedNames({ signatures }: VerificationOutcome): ReadonlySet<string> {
  const intact = signatures.filter(({ signature }) => signature.cryptoValid);
  return new Set(intact.flatMap(({ covered }) => covered ?? []));
}
