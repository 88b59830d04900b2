import { IncrementalUpdate } from './incremental-update.ts';
import type { PdfDocument } from './pdf-document.ts';
import { invalidStructure } from './pdf-error.ts';
import { dictionaryOf, isPdfArray, PdfDictionary, PdfReference, PdfStream, type PdfObject } from './pdf-objects.ts';

/** What the document security store holds, or is to hold: DER each (ISO 32000-2 clause 12.8.4.3). */
export interface StoredValidationData {
  readonly certificates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  readonly ocspResponses: readonly Uint8Array[];
}

const KEYS = { certificates: 'Certs', crls: 'CRLs', ocspResponses: 'OCSPs' } as const;

/**
 * The update that puts validation data into the document security store, beside what is there; no VRI. Null when all of
 * it is there already, unless `isWrittenAnew`: then one piece of it is stored once more, since other programs take a store
 * that lists the same objects as before a signature for the one of before. Throws PdfError.
 */
export function addValidationData(
  document: PdfDocument,
  data: StoredValidationData,
  isWrittenAnew: boolean,
): Uint8Array | null {
  const { catalog } = document;
  const root = document.trailer.get('Root');
  if (!(root instanceof PdfReference)) throw invalidStructure('no document catalog');
  const update = new IncrementalUpdate(document);
  const written = catalog.get('DSS');
  const store = document.resolve(written) ?? dictionaryOf({});
  if (!(store instanceof PdfDictionary)) throw invalidStructure('a document security store that is no dictionary');
  const changes: Record<string, PdfObject> = {};
  const kinds = Object.entries(KEYS) as [keyof StoredValidationData, string][];
  for (const [kind, key] of kinds) {
    const list = extendedList(update, store, key, data[kind]);
    if (list !== null) changes[key] = list;
  }
  if (Object.keys(changes).length === 0) {
    if (!isWrittenAnew) return null;
    // Certificates are short, and first.
    const [kind, key] = kinds.find(([one]) => data[one].length > 0) ?? ['certificates', KEYS.certificates];
    changes[key] = [...listOf(document, store, key), ...streamsOf(update, data[kind].slice(0, 1))];
  }
  const extended = store.with(changes);
  const isIndirect = written instanceof PdfReference && document.resolve(written) !== null;
  if (isIndirect) update.replace(written, extended);
  else update.replace(root, catalog.with({ DSS: update.add(extended) }));
  return update.build().bytes;
}

/** The array with streams for what it lacks; null when it lacks nothing. */
function extendedList(
  update: IncrementalUpdate,
  store: PdfDictionary,
  key: string,
  values: readonly Uint8Array[],
): readonly PdfObject[] | null {
  const { document } = update;
  const list = listOf(document, store, key);
  const known = new Set(list.flatMap((item) => streamData(document, item)).map(contentKey));
  const added: Uint8Array[] = [];
  for (const value of values) {
    if (known.has(contentKey(value))) continue;
    known.add(contentKey(value));
    added.push(value);
  }
  return added.length === 0 ? null : [...list, ...streamsOf(update, added)];
}

function listOf(document: PdfDocument, store: PdfDictionary, key: string): readonly PdfObject[] {
  const list = document.get(store, key) ?? [];
  if (!isPdfArray(list)) throw invalidStructure(`a document security store whose ${key} are no array`);
  return list;
}

function streamsOf(update: IncrementalUpdate, values: readonly Uint8Array[]): PdfReference[] {
  return values.map((value) => update.addStream(dictionaryOf({}), value));
}

function streamData(document: PdfDocument, item: PdfObject): Uint8Array[] {
  const stream = document.resolve(item);
  return stream instanceof PdfStream ? [document.decodeStream(stream)] : [];
}

function contentKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
