import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import {
  isNamed,
  isPdfArray,
  PdfDictionary,
  PdfReference,
  PdfString,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import type { EvidenceKind } from './evidence-shape.ts';

/** The arrays of the document security store and of one VRI dictionary (EN 319 142-1 clauses 5.4.2.2 and 5.4.2.3). */
const STORE_ARRAYS: Readonly<Record<string, EvidenceKind>> = { Certs: 'certificate', CRLs: 'crl', OCSPs: 'ocsp' };
const VRI_ARRAYS: Readonly<Record<string, EvidenceKind>> = { Cert: 'certificate', CRL: 'crl', OCSP: 'ocsp' };

/**
 * What the catalog's /DSS holds. Dictionaries and arrays belong to it by the place where they hang, nothing else does:
 * a store that names the catalog or a page as a certificate does not make either a part of it.
 */
export interface SecurityStore {
  /** Streams with evidence by their object number, and what they are said to hold. */
  readonly evidence: ReadonlyMap<number, { readonly reference: PdfReference; readonly kind: EvidenceKind }>;
  /** Numbers of the dictionaries and arrays that are objects of their own. */
  readonly containers: ReadonlySet<number>;
  /** What does not belong into a store, in words. */
  readonly oddities: readonly string[];
}

/** Reads /DSS of the catalog without reading the streams. Throws PdfError. */
export function readSecurityStore(document: PdfDocument): SecurityStore {
  const reading = new StoreReading(document);
  reading.readStore(document.catalog.get('DSS'));
  return reading;
}

class StoreReading implements SecurityStore {
  readonly evidence = new Map<number, { readonly reference: PdfReference; readonly kind: EvidenceKind }>();
  readonly containers = new Set<number>();
  readonly oddities: string[] = [];
  readonly #document: PdfDocument;

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  readStore(written: PdfObject): void {
    if (written === null) return;
    for (const [key, value] of this.#entriesOf(written, 'store')) {
      const kind = Object.hasOwn(STORE_ARRAYS, key) ? STORE_ARRAYS[key] : undefined;
      if (kind !== undefined) this.#readArray(value, kind);
      else if (key === 'VRI') this.#readAllVri(value);
      else if (key !== 'Type' || !this.#isType(value, 'DSS')) this.oddities.push('an unknown entry');
    }
  }

  #readAllVri(written: PdfObject): void {
    for (const [key, value] of this.#entriesOf(written, 'list of signatures')) {
      if (key === 'Type' && this.#isType(value, 'VRI')) continue;
      this.#readVri(value);
    }
  }

  #readVri(written: PdfObject): void {
    for (const [key, value] of this.#entriesOf(written, 'entry of a signature')) {
      const kind = Object.hasOwn(VRI_ARRAYS, key) ? VRI_ARRAYS[key] : undefined;
      if (kind !== undefined) this.#readArray(value, kind);
      else if (key === 'TS') this.#addEvidence(value, 'timestamp');
      else if (key === 'TU' && this.#document.resolve(value) instanceof PdfString) continue;
      else if (key !== 'Type' || !this.#isType(value, 'VRI')) this.oddities.push('an unknown entry of a signature');
    }
  }

  #isType(value: PdfObject, name: string): boolean {
    return isNamed(this.#document.resolve(value), name);
  }

  #entriesOf(written: PdfObject, what: string): Iterable<readonly [string, PdfObject]> {
    const value = this.#document.resolve(written);
    if (written instanceof PdfReference) this.containers.add(written.number);
    if (value instanceof PdfDictionary && !value.hasDuplicateKeys) return value.entries;
    if (value !== null) this.oddities.push(`a ${what} that is none`);
    return [];
  }

  #readArray(written: PdfObject, kind: EvidenceKind): void {
    const value = this.#document.resolve(written);
    if (written instanceof PdfReference) this.containers.add(written.number);
    if (isPdfArray(value)) for (const item of value) this.#addEvidence(item, kind);
    else if (value !== null) this.oddities.push('a list that is none');
  }

  #addEvidence(item: PdfObject, kind: EvidenceKind): void {
    if (item instanceof PdfReference) this.evidence.set(item.number, { reference: item, kind });
    else if (item !== null) this.oddities.push('evidence that is no object of its own');
  }
}
