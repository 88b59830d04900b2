import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { PdfName, PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { readSignatureDictionary } from '../../codecs/pdf/signature-dictionary.ts';
import { certificatesIn } from './bare-signature.ts';
import { readCoverage } from './byte-range.ts';
import { UNCOVERED, type FoundSignature } from './signature-survey.ts';

/**
 * The signature by which a maker of programs grants rights to readers (/UR3, in older files /UR: ISO 32000-1 clause
 * 12.8.2.3). It is in no field, and nobody's will about the document. Null when there is none. Throws PdfError.
 */
export function findUsageRights(document: PdfDocument): FoundSignature | null {
  const written = document.catalog.get('Perms');
  const root = document.trailer.get('Root');
  const permissions = document.dictionary(document.catalog, 'Perms');
  const holder = written instanceof PdfReference ? written : root;
  for (const key of ['UR3', 'UR']) {
    const value = permissions?.get(key) ?? null;
    if (value === null || !(holder instanceof PdfReference)) continue;
    const signature = readSignatureDictionary(document, { value, valueOwner: holder });
    if (signature === null) continue;
    const subFilter = document.get(signature.dictionary, 'SubFilter');
    const identity = {
      fieldName: key,
      holder: signature.holder.number,
      field: -1,
      isTimestamp: false,
      subFilter: subFilter instanceof PdfName ? subFilter.value : '',
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
  return null;
}
