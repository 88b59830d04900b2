import { bytesSource } from '../../../service/codecs/byte-source.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import type { VerificationOutcome } from '../../../service/verification/verification.ts';
import { verifyXades } from '../../../service/verification/xades/verify-xades.ts';
import type { EngineTask } from '../engine.ts';
import { requireSound } from '../judged-signature.ts';
import { wholeDocument } from '../output-file.ts';
import { openDocument } from './enveloped.ts';
import { requireJudgeable } from './signed-bounds.ts';

/** An XML file that bears signatures, to have one more. */
export interface SignedXml {
  readonly bytes: Uint8Array;
  /** What the verifier says of it as it is. */
  readonly verdict: VerificationOutcome;
}

/** Who is trusted is not the question here: form and arithmetic are. */
const NO_TRUST = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };

/**
 * Reads the task's document and refuses, as a fault of the document (permanent), what no signature may be added to: what
 * bears none, and what is broken in any part. Throws XmlError for what is no sound XML.
 */
export async function readSignedXml(task: EngineTask): Promise<SignedXml> {
  requireJudgeable(task.document.size);
  const bytes = await wholeDocument(task.document);
  openDocument(bytes)[Symbol.dispose]();
  const verdict = verdictOnXml(bytes, task);
  requireSound(verdict);
  return { bytes, verdict };
}

/** The verifier's word on a document, with the content that the task brings for a detached signature. */
export function verdictOnXml(bytes: Uint8Array, { additionalDocuments, at }: EngineTask): VerificationOutcome {
  const [content] = additionalDocuments;
  const original = content === undefined ? null : openFileSource(content.path);
  try {
    return verifyXades(bytesSource(bytes), original === null ? [] : [original], {
      trust: NO_TRUST,
      revocationMode: 'Offline',
      at,
    });
  } finally {
    original?.close();
  }
}
