import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import { parseSignedData } from '../../codecs/cms/signed-data-parser.ts';
import { hashFromOid, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import { readWholeEntry } from '../../codecs/zip/entry-data.ts';
import type { ZipEntry } from '../../codecs/zip/local-headers.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import type { DigestContent } from '../cades/signed-content.ts';
import { verifyCms } from '../cades/verify-cms.ts';
import type { RevocationMode, TrustMaterial } from '../verification.ts';
import type { ContainerFault } from './asic-fault.ts';

/** With the certificates, revocation lists and timestamps of a long-lived signature. */
const MAX_SIGNATURE_BYTES = 24 * 1024 * 1024;

export interface AsicQuestion {
  readonly trust: TrustMaterial;
  readonly at: Date;
  readonly revocationMode: RevocationMode;
}

/** A signature file, not judged yet. */
export interface SignatureFile {
  readonly name: string;
  readonly signedData: Uint8Array;
  /** Hashes its signers ask for. */
  readonly hashes: ReadonlySet<HashName>;
}

/** Throws ZipError. */
export async function readSignatureFile(source: ByteSource, entry: ZipEntry): Promise<SignatureFile> {
  const signedData = await readWholeEntry(source, entry, MAX_SIGNATURE_BYTES);
  return { name: entry.name, signedData, hashes: hashesOf(signedData) };
}

/** None when it cannot be read; whoever judges it says why. */
function hashesOf(bytes: Uint8Array): ReadonlySet<HashName> {
  try {
    const { signerInfos } = parseSignedData(bytes, { trailing: 'none' });
    const names = signerInfos.map(({ digestAlgorithm }) => hashFromOid(digestAlgorithm.oid));
    return new Set(names.filter((name) => name !== null));
  } catch (error) {
    if (error instanceof Asn1Error) return new Set();
    throw error;
  }
}

export interface SignatureVerdict {
  /** One for each signer, named by the entry. */
  readonly findings: readonly SignatureFinding[];
  /** When there is nothing to be found in it. */
  readonly fault: ContainerFault | null;
}

/** Judges a detached CAdES signature (EN 319 162-1 4.3.3.2, 4.4.3.2) over content of which only digests are needed. */
export function judgeSignatureFile(
  { name, signedData }: SignatureFile,
  digestContent: DigestContent,
  question: AsicQuestion,
): SignatureVerdict {
  const result = verifyCms({ signedData, digestContent, pades: false, ...question });
  if (result.findings.length === 0) {
    const [reason = 'SIG_FORMAT_INVALID'] = result.reasonCodes;
    return unreadable(reason, `${name}: ${result.detail ?? 'the signature cannot be read'}`);
  }
  // Content inside would be what is signed, whatever lies beside it in the container.
  if (result.signedData?.eContent != null) return unreadable('SIG_FORMAT_INVALID', `${name} is not detached`);
  const isOne = result.findings.length === 1;
  return {
    findings: result.findings.map((finding) => ({ ...finding, name: isOne ? name : `${name}#${finding.name}` })),
    fault: null,
  };
}

function unreadable(reason: ContainerFault['reason'], detail: string): SignatureVerdict {
  return { findings: [], fault: { status: 'INVALID', reason, detail } };
}
