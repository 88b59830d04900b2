import type { SignatureFormat } from '../../service/contract/vocabulary/signature-formats.ts';
import { onePage } from './pdf/one-page.ts';
import { buildPdf } from './pdf/pdf-builder.ts';

/** A small document that can be signed in this format. */
export function smallDocument(format: SignatureFormat): Uint8Array {
  if (format === 'PAdES') return buildPdf({ pieces: onePage() });
  return Buffer.from(format === 'XAdES' ? '<order><item>1</item></order>' : 'Order of one item.');
}
