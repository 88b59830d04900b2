import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { readPrefix } from '../../codecs/asn1/asn1-reader.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { PdfError } from '../../codecs/pdf/pdf-error.ts';
import { PdfStream, type PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { parseCertificate, type Certificate } from '../../codecs/x509/certificate.ts';
import { readSecurityStore } from './security-store.ts';

/** More certificates than the paths of all signatures of a document have together. */
const MAX_CERTIFICATES = 200;

/**
 * The certificates in the document security store (EN 319 142-1 clause 5.4.2.2), the first 200. Anybody can add some
 * after signing: they are candidates for a signer or an issuer, and never trusted. What cannot be read is left out, as
 * if it were not there. Never throws for anything in the document.
 */
export function readStoreCertificates(document: PdfDocument): Certificate[] {
  try {
    const { evidence } = readSecurityStore(document);
    const listed = [...evidence.values()].filter(({ kind }) => kind === 'certificate').slice(0, MAX_CERTIFICATES);
    return listed.flatMap(({ reference }) => readOne(document, reference) ?? []);
  } catch (error) {
    if (error instanceof PdfError) return [];
    throw error;
  }
}

function readOne(document: PdfDocument, reference: PdfReference): Certificate | null {
  try {
    const stream = document.resolve(reference);
    if (!(stream instanceof PdfStream)) return null;
    // Some programs write a line end behind it.
    return parseCertificate(readPrefix(document.decodeStream(stream), 'DER').encoded);
  } catch (error) {
    if (error instanceof PdfError || error instanceof Asn1Error) return null;
    throw error;
  }
}
