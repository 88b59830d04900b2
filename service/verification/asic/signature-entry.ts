import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { MAX_SIGNATURE_FILE_BYTES } from '../../codecs/asic/asic-container.ts';
import { bytesSource, type ByteSource } from '../../codecs/byte-source.ts';
import { openSignedData } from '../../codecs/cms/signed-data-parser.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { ZipEntry } from '../../codecs/zip/local-headers.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import { hashesAskedFor } from '../cades/hashes-asked-for.ts';
import type { DigestContent } from '../cades/signed-content.ts';
import { verifyCms, type CmsVerification } from '../cades/verify-cms.ts';
import { hashesOfTimestamps } from '../timestamps/hashes-of-timestamps.ts';
import { type Fault, indeterminate, invalid } from '../fault.ts';
import type { VerificationContext } from '../verification.ts';
import type { WorkBudget } from '../work-budget.ts';
import { readMetaEntry } from './meta-entries.ts';

/** A signature file, not judged yet. */
export interface SignatureFile {
  readonly name: string;
  readonly signedData: Uint8Array;
  /** Hashes its signers and their timestamps ask for. */
  readonly hashes: ReadonlySet<HashName>;
}

/** Throws ZipError and WorkExceededError. */
export async function readSignatureFile(
  source: ByteSource,
  entry: ZipEntry,
  budget: WorkBudget | undefined,
): Promise<SignatureFile> {
  const signedData = await readMetaEntry(source, entry, MAX_SIGNATURE_FILE_BYTES, budget);
  return { name: entry.name, signedData, hashes: hashesOf(signedData) };
}

/** None when it cannot be read; whoever judges it says why. */
function hashesOf(bytes: Uint8Array): ReadonlySet<HashName> {
  try {
    const source = bytesSource(bytes);
    const signedData = openSignedData(source, { trailing: 'any' });
    return new Set([...hashesAskedFor(signedData), ...hashesOfTimestamps(signedData, source)]);
  } catch (error) {
    if (error instanceof Asn1Error) return new Set();
    throw error;
  }
}

export interface SignatureVerdict {
  /** One for each signer, named by the entry. */
  readonly findings: readonly SignatureFinding[];
  /** When there is nothing to be found in it. */
  readonly fault: Fault | null;
}

/**
 * Judges a detached CAdES signature (EN 319 162-1 4.3.3.2, 4.4.3.2) over content of which only digests are needed;
 * `around`: the container's timestamps over the file.
 */
export function judgeSignatureFile(
  { name, signedData }: SignatureFile,
  digestContent: DigestContent,
  question: VerificationContext,
  around: Pick<CmsVerification, 'outerTimestamps' | 'isArchival'> = {},
): SignatureVerdict {
  const result = verifyCms({ signedData, digestContent, pades: false, ...question, ...around });
  if (result.findings.length === 0) {
    const [reason = 'SIG_FORMAT_INVALID'] = result.reasonCodes;
    return { findings: [], fault: invalid(reason, result.detail ?? 'The signature cannot be read.', name) };
  }
  // Content inside is compared with what lies in the container; EN 319 162-1 wants it to be there only.
  const isAttached = result.signedData?.eContent != null;
  const isOne = result.findings.length === 1;
  return {
    findings: result.findings.map((finding) => ({ ...finding, name: isOne ? name : `${name}#${finding.name}` })),
    fault: isAttached ? indeterminate('SIG_FORMAT_INVALID', 'It is not detached.', name) : null,
  };
}
