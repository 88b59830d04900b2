import type { ByteSource } from '../../codecs/byte-source.ts';
import { openZip } from '../../codecs/zip/zip-archive.ts';
import { ZipError } from '../../codecs/zip/zip-error.ts';
import type { GivenOriginal } from '../../contract/http/inspection.ts';
import { digestOfEntry } from '../asic/entry-digests.ts';
import { type Fault, indeterminate } from '../fault.ts';
import type { VerificationOutcome } from '../verification.ts';
import type { Detection } from './detection.ts';
import { beginsWith, hexSha256, isSameFile, sha256Of } from './same-file.ts';

/** The verdict on a document with files that came along. */
export interface JudgedWith {
  readonly outcome: VerificationOutcome;
  /** Those that the signatures are over, as far as they were judged with them. */
  readonly signed: ReadonlySet<ByteSource>;
}

/**
 * Those of the files that came along with a document which its signatures are over. PDFs, containers and messages hold what
 * they sign and are judged without them: a PDF begins with what was signed first, the others hold it as it is. A file that
 * was given twice is the same one. Errors of the sources go through.
 */
export async function signedOriginals(
  { kind, document, contents }: Detection,
  given: readonly ByteSource[],
  { outcome, signed }: JudgedWith,
): Promise<ReadonlySet<ByteSource>> {
  const isIntact = outcome.signatures.some(({ signature }) => signature.cryptoValid);
  if (given.length === 0 || !isIntact) return new Set();
  const found = new Set<ByteSource>();
  for (const file of given) {
    if (contents !== undefined) {
      if (contents.some((one) => isSameFile(one, file))) found.add(file);
    } else if (kind === 'PDF') {
      if (beginsWith(document, file)) found.add(file);
    } else if (kind === 'ASiC_S' || kind === 'ASiC_E') {
      if (await isSignedIn(document, outcome, file)) found.add(file);
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

async function isSignedIn(container: ByteSource, outcome: VerificationOutcome, file: ByteSource): Promise<boolean> {
  const names = signedNames(outcome);
  const digest = sha256Of(file);
  try {
    for (const entry of openZip(container).entries) {
      if (entry.size !== file.size || !names.has(entry.name)) continue;
      if (Buffer.compare(await digestOfEntry(container, entry, 'SHA-256'), digest) === 0) return true;
    }
    return false;
  } catch (error) {
    // The report says what is wrong with it.
    if (error instanceof ZipError) return false;
    throw error;
  }
}

/** The files of a container that intact signatures are over. */
export function signedNames({ signatures }: VerificationOutcome): ReadonlySet<string> {
  const intact = signatures.filter(({ signature }) => signature.cryptoValid);
  return new Set(intact.flatMap(({ covered }) => covered ?? []));
}
