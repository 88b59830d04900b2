import { statSync } from 'node:fs';
import path from 'node:path';
import type { SignatureOperation } from '../../../service/contract/vocabulary/signature-formats.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { verifyDocument } from '../../../service/verification/verify-document.ts';
import type { EngineDocument } from '../../../worker/engines/engine.ts';
import { signFile, type SoftwareSigner } from '../../actors/engines/sign-with-engine.ts';
import type { ForeignFile } from './foreign-files.ts';

/** What became of a document when a signer was to be added: a file with one more signature, or a sentence. */
export type Addition = { readonly operation: SignatureOperation } | { readonly refusal: string };

/**
 * Adds a signer to a signed document: in a PDF after the others, elsewhere beside them, or, where that cannot be done,
 * over the first of them.
 */
export async function addSigner(
  file: ForeignFile,
  signer: SoftwareSigner,
  outputPath: string,
  at = new Date(),
): Promise<Addition> {
  const operations: readonly SignatureOperation[] =
    file.format === 'PAdES' ? ['sign'] : file.format.startsWith('ASiC') ? ['cosign'] : ['cosign', 'countersign'];
  const refusals: string[] = [];
  for (const operation of operations) {
    try {
      await signFile(documentOf(file.path), outputPath, signer, {
        format: file.format,
        at,
        request: { operation, targetSignature: operation === 'countersign' ? await firstSignature(file) : null },
        additionalDocuments: file.originals.map(documentOf),
      });
      return { operation };
    } catch (error) {
      if (!(error instanceof StationError)) throw error;
      refusals.push(error.message);
    }
  }
  return { refusal: refusals.join(' / ') };
}

async function firstSignature({ format, path: file, originals }: ForeignFile): Promise<string | null> {
  const trust = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };
  const [document, original = null] = [file, ...originals].map((one) => ({ kind: 'file', path: one }) as const);
  if (document === undefined) return null;
  const question = { format, document, original, trust, revocationMode: 'Offline', at: new Date() } as const;
  const { signatures } = await verifyDocument(question);
  return signatures[0]?.name ?? null;
}

function documentOf(file: string): EngineDocument {
  return { path: file, size: statSync(file).size, originalFileName: path.basename(file) };
}
