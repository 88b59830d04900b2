import { AsicManifestError } from '../../../service/codecs/asic/asic-error.ts';
import type { AsicFormat } from '../../../service/codecs/asic/asic-container.ts';
import { Asn1Error } from '../../../service/codecs/asn1/asn1-error.ts';
import type { ByteSource } from '../../../service/codecs/byte-source.ts';
import { XmlError } from '../../../service/codecs/xmldsig/xml-error.ts';
import { ZipError } from '../../../service/codecs/zip/zip-error.ts';
import type { ReasonCode } from '../../../service/contract/vocabulary/reason-codes.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { readAsicEntries, type AsicEntries } from '../../../service/verification/asic/asic-entries.ts';
import { verifyAsic } from '../../../service/verification/asic/verify-asic.ts';
import type { VerificationOutcome } from '../../../service/verification/verification.ts';
import type { EngineTask } from '../engine.ts';
import { cannotAdd } from '../judged-signature.ts';

/** A container that bears signatures, open until `close`, to have one more. */
export interface SignedContainer {
  readonly format: AsicFormat;
  readonly source: ByteSource;
  readonly entries: AsicEntries;
  /** What the verifier says of it as it is. */
  readonly verdict: VerificationOutcome;
  close(): void;
}

/** Of signatures by CMS, whose manifest names the files, and of those in XML. */
const OF_WHAT_IS_MISSING: readonly ReasonCode[] = ['ASIC_DATA_OBJECT_MISSING', 'SIG_DETACHED_CONTENT_MISSING'];

/** Who is trusted is not the question here: form and arithmetic are. */
const NO_TRUST = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };

/**
 * Opens the task's document and refuses, as a fault of the document (permanent), what no signature may be added to: what
 * is no container of this kind, one without a signature or with a broken one, one that lacks a signed file, and one with a
 * file that nobody signed: who signs next would vouch for other files than the others did.
 */
export async function openSignedContainer(format: AsicFormat, task: EngineTask): Promise<SignedContainer> {
  const source = openFileSource(task.document.path);
  try {
    const entries = await asFaultOfDocument(() => readAsicEntries(format, source));
    const verdict = await verdictOnContainer(format, source, task);
    const { overallStatus, reasonCodes, signatures } = verdict;
    if (overallStatus === 'INVALID') throw cannotAdd(`it is broken already (${reasonCodes.join(', ')})`);
    if (signatures.length === 0) throw cannotAdd('it holds no signature');
    if (entries.dataObjects.length === 0) throw cannotAdd('it holds no file that could be signed');
    if (reasonCodes.some((code) => OF_WHAT_IS_MISSING.includes(code))) {
      throw cannotAdd('a file that was signed is not in it');
    }
    const [unmarked] = entries.faults;
    if (unmarked !== undefined) {
      throw cannotAdd(`it is not marked as ${format} has to be (${unmarked.detail ?? unmarked.reason})`);
    }
    if (reasonCodes.includes('ASIC_DATA_OBJECT_UNSIGNED')) {
      throw cannotAdd('a file lies in it that none of its signatures is over, so that it was put there afterwards');
    }
    return { format, source, entries, verdict, close: () => source.close() };
  } catch (error) {
    source.close();
    throw error;
  }
}

/** The verifier's word on a container. */
export function verdictOnContainer(
  format: AsicFormat,
  source: ByteSource,
  { at }: Pick<EngineTask, 'at'>,
): Promise<VerificationOutcome> {
  return verifyAsic(format, source, { trust: NO_TRUST, revocationMode: 'Offline', at });
}

const FAULTS_OF_DOCUMENT = [Asn1Error, ZipError, XmlError, AsicManifestError];

/** What the codecs refuse in a container is told as a permanent fault of the document. */
export async function asFaultOfDocument<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!FAULTS_OF_DOCUMENT.some((kind) => error instanceof kind)) throw error;
    throw cannotAdd(`it cannot be read (${(error as Error).message})`, error);
  }
}
