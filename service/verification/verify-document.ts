import { createHash } from 'node:crypto';
import { bytesSource, type ByteSource } from '../codecs/byte-source.ts';
import { readChunks } from '../codecs/pdf/signature-digest.ts';
import { HASHES, type HashName } from '../codecs/x509/hash-algorithm.ts';
import { StationError } from '../domain/station-error.ts';
import { verifyCms } from './cades/verify-cms.ts';
import { createContentsJudge } from './pades/contents-judge.ts';
import { verifyPades } from './pades/verify-pades.ts';
import { assembleReport } from './report.ts';
import { openFileSource } from '../storage/file-source.ts';
import type { DocumentInput, VerificationOutcome, VerificationTask } from './verification.ts';

/**
 * Judges one document in this process. Throws only for what is not the document's fault: StationError
 * SIGNATURE_FORMAT_UNSUPPORTED, and node:fs errors for files that cannot be read.
 */
export function verifyDocument(task: VerificationTask): VerificationOutcome {
  return withSource(task.document, (document) => {
    switch (task.format) {
      case 'PAdES':
        return verifyPades(document, createContentsJudge(task), task.at);
      case 'CAdES':
        return task.original === null
          ? judgeCades(task, document, null)
          : withSource(task.original, (original) => judgeCades(task, document, original));
      default:
        throw new StationError('SIGNATURE_FORMAT_UNSUPPORTED', `${task.format} cannot be verified.`);
    }
  });
}

/** CAdES, attached or detached; a detached signature without its original stays INDETERMINATE. */
function judgeCades(task: VerificationTask, document: ByteSource, original: ByteSource | null): VerificationOutcome {
  const { trust, at, revocationMode } = task;
  const digestContent = original === null ? null : contentDigest(original);
  const signedData = document.read(0, document.size);
  const result = verifyCms({ signedData, digestContent, pades: false, trust, at, revocationMode });
  const isUnreadable = result.findings.length === 0;
  return assembleReport({
    format: 'CAdES',
    findings: result.findings,
    documentReasons: isUnreadable ? result.reasonCodes : [],
    documentStatus: isUnreadable ? result.status : 'VALID',
    detail: result.detail,
    at,
  });
}

/** Digests of the original, each computed once and read piece by piece. */
function contentDigest(source: ByteSource): (hash: HashName) => Uint8Array {
  const known = new Map<HashName, Uint8Array>();
  return (name) => {
    const earlier = known.get(name);
    if (earlier !== undefined) return earlier;
    const hash = createHash(HASHES[name].node);
    for (const chunk of readChunks(source, 0, source.size)) hash.update(chunk);
    const digest = hash.digest();
    known.set(name, digest);
    return digest;
  };
}

function withSource<T>(input: DocumentInput, use: (source: ByteSource) => T): T {
  if (input.kind === 'bytes') return use(bytesSource(input.bytes));
  const file = openFileSource(input.path);
  try {
    return use(file);
  } finally {
    file.close();
  }
}
