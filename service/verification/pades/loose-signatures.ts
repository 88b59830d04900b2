import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { PdfError } from '../../codecs/pdf/pdf-error.ts';
import { PdfDictionary, PdfName, PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { readSignatureDictionary } from '../../codecs/pdf/signature-dictionary.ts';
import { certificatesIn } from './bare-signature.ts';
import { readCoverage } from './byte-range.ts';
import { UNCOVERED, type FoundSignature } from './signature-survey.ts';

/** More objects than such a document has that people sign; each is read once. */
const MAX_OBJECTS = 20_000;

/**
 * Signature dictionaries among the objects of a document, for whoever cannot read its form: they lie in the file itself
 * and not in an object stream (ISO 32000-2 clause 7.5.7), so that they can be read where streams are encrypted. Which
 * field shows them is not known. Never throws for anything in the document.
 */
export function findLooseSignatures(document: PdfDocument): FoundSignature[] {
  const found: FoundSignature[] = [];
  const end = Math.min(document.endNumber, MAX_OBJECTS);
  for (let number = 1; number < end; number++) {
    if (document.find(number)?.location.kind !== 'file') continue;
    try {
      const signature = readLoose(document, number);
      if (signature !== null) found.push(signature);
    } catch (error) {
      // An object that cannot be read is no signature that could be judged.
      if (!(error instanceof PdfError)) throw error;
    }
  }
  return found;
}

function readLoose(document: PdfDocument, number: number): FoundSignature | null {
  const value = new PdfReference(number, generationOf(document, number));
  const object = document.resolve(value);
  if (!(object instanceof PdfDictionary) || object.get('ByteRange') === null) return null;
  const signature = readSignatureDictionary(document, { value, valueOwner: null });
  if (signature === null) return null;
  const subFilter = document.get(signature.dictionary, 'SubFilter');
  const name = subFilter instanceof PdfName ? subFilter.value : '';
  const identity = {
    fieldName: '',
    holder: number,
    field: -1,
    isTimestamp: name === 'ETSI.RFC3161',
    subFilter: name,
    certificates: certificatesIn(document, signature.dictionary),
    hasModificationDate: false,
    modificationDate: null,
    droppedBy: null,
  };
  const coverage = readCoverage(document, signature);
  if ('reason' in coverage) return { ...identity, ...UNCOVERED, faults: [coverage] };
  const { covered, contents, revision } = coverage;
  return { ...identity, ...UNCOVERED, contents, covered, revision: revision.index, faults: [] };
}

/** A reference by another generation would resolve to nothing. */
function generationOf(document: PdfDocument, number: number): number {
  const location = document.find(number)?.location;
  return location?.kind === 'file' ? location.generation : 0;
}
