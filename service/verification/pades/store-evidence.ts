import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { readPrefix } from '../../codecs/asn1/asn1-reader.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { PdfError } from '../../codecs/pdf/pdf-error.ts';
import { PdfStream, type PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import type { RawEvidence } from '../evidence/document-evidence.ts';
import type { EvidenceKind } from './evidence-shape.ts';
import { readSecurityStore } from './security-store.ts';

/** More of each kind than the paths of all signatures of a document have together. */
const MAX_ITEMS = 200;

/**
 * What lies in the document security store (EN 319 142-1 clause 5.4.2.2), the first 200 of each kind. Anybody can add some
 * after signing: they are candidates for a signer, an issuer and revocation, and never trusted. What cannot be read is left
 * out, as if it were not there. Never throws for anything in the document.
 */
export function readStoreEvidence(document: PdfDocument): RawEvidence {
  const listed = readListed(document);
  const ofKind = (kind: EvidenceKind): Uint8Array[] =>
    listed
      .filter((item) => item.kind === kind)
      .slice(0, MAX_ITEMS)
      .flatMap(({ reference }) => readOne(document, reference) ?? []);
  return { certificates: ofKind('certificate'), crls: ofKind('crl'), ocspResponses: ofKind('ocsp') };
}

function readListed(document: PdfDocument): { readonly reference: PdfReference; readonly kind: EvidenceKind }[] {
  try {
    return [...readSecurityStore(document).evidence.values()];
  } catch (error) {
    if (error instanceof PdfError) return [];
    throw error;
  }
}

function readOne(document: PdfDocument, reference: PdfReference): Uint8Array | null {
  try {
    const stream = document.resolve(reference);
    if (!(stream instanceof PdfStream)) return null;
    // Some programs write a line end behind it.
    return readPrefix(document.decodeStream(stream), 'DER').encoded;
  } catch (error) {
    if (error instanceof PdfError || error instanceof Asn1Error) return null;
    throw error;
  }
}
