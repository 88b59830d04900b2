import type { PdfDocument } from './pdf-document.ts';
import { PdfError } from './pdf-error.ts';
import { walkPages } from './page-tree.ts';
import { PdfDictionary } from './pdf-objects.ts';
import { isWhitespace } from './token-reader.ts';

/** Where readers look for the end of the first object. */
const BEGINNING_BYTES = 1024;

/**
 * A file whose linearization dictionary names its very length is read from its beginning (ISO 32000-2 annex F): by the
 * cross-reference section that stands first, with as many pages as the dictionary says and the first one where it says
 * (PDF.js, PDFium and poppler; others go by the end of the file). Null when both ways lead to the same document, otherwise a
 * clause for a person. Throws PdfError.
 */
export function findLinearizationDifference(document: PdfDocument): string | null {
  const parameters = readParameters(document);
  if (parameters?.get('L') !== document.size) return null;
  const [original, ...updates] = document.revisions;
  // An update makes the file longer than the dictionary says (F.4.6), unless somebody saw to that.
  if (updates.length > 0) return 'it claims to be linearized as it is, but has updates';
  if (parameters.hasDuplicateKeys) return 'its linearization dictionary names a key twice';
  if (original?.sections[0]?.offset !== endOfFirstObject(document)) {
    return 'it claims to be linearized, but another cross-reference section stands first';
  }
  return pagesCause(document, parameters);
}

/** Table F.1; null unless the first object of the file is such a dictionary. */
function readParameters(document: PdfDocument): PdfDictionary | null {
  try {
    const { object } = document.bytes.parseAt(0, (parser) => document.parseIndirect(parser));
    return object instanceof PdfDictionary && object.get('Linearized') !== null ? object : null;
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

/** Position of what follows the first `endobj`. */
function endOfFirstObject({ bytes }: PdfDocument): number {
  const beginning = bytes.exactly(0, Math.min(BEGINNING_BYTES, bytes.limit));
  let at = Buffer.from(beginning).indexOf('endobj') + 'endobj'.length;
  while (isWhitespace(beginning[at] ?? 0x25)) at++;
  return at;
}

function pagesCause(document: PdfDocument, parameters: PdfDictionary): string | null {
  const first = parameters.get('P') ?? 0;
  let count = 0;
  let firstPage: number | null = null;
  for (const { index, reference } of walkPages(document)) {
    count++;
    if (index === first) firstPage = reference.number;
  }
  if (parameters.get('N') !== count) return 'its linearization dictionary claims another number of pages';
  return parameters.get('O') === firstPage ? null : 'its linearization dictionary names another first page';
}
