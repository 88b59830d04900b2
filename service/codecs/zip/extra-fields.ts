import { ZipError } from './zip-error.ts';
import { dataView, EXTRA_OTHER_ATTRIBUTES, EXTRA_UNICODE_PATH, EXTRA_ZIP64 } from './zip-records.ts';

export type ExtraFields = ReadonlyMap<number, Uint8Array>;

/** The extra fields of one header (APPNOTE 4.5), each id once. Throws ZipError ZIP_EXTRA_FIELD_INVALID. */
export function readExtraFields(bytes: Uint8Array): ExtraFields {
  const fields = new Map<number, Uint8Array>();
  const view = dataView(bytes);
  for (let offset = 0; offset < bytes.length;) {
    if (bytes.length - offset < 4) throw invalid('ends within a field');
    const id = view.getUint16(offset, true);
    const end = offset + 4 + view.getUint16(offset + 2, true);
    if (end > bytes.length) throw invalid('has a field that goes beyond it');
    if (fields.has(id)) throw invalid('has a field twice');
    fields.set(id, bytes.subarray(offset + 4, end));
    offset = end;
  }
  return fields;
}

/**
 * Refuses a Unicode Path field (APPNOTE 4.6.9) that says another name than the header, since readers differ in which they
 * believe, and attributes of libarchive's own, which makes a link or an empty folder of a file by them and which no other
 * program reads. Throws ZipError ZIP_EXTRA_FIELD_INVALID, ZIP_EXTRA_FIELD_UNSUPPORTED.
 */
export function requireSameFile(fields: ExtraFields, name: Uint8Array): void {
  if (fields.has(EXTRA_OTHER_ATTRIBUTES)) {
    throw new ZipError('ZIP_EXTRA_FIELD_UNSUPPORTED', 'An extra field of an entry says anew what kind of file it is.');
  }
  const field = fields.get(EXTRA_UNICODE_PATH);
  if (field === undefined) return;
  if (Buffer.compare(field.subarray(5), name) !== 0) throw invalid('gives the entry another name');
}

/**
 * The 64-bit values of the Zip64 field, as many as there are fields in the header that point to it, and none more.
 * Throws ZipError ZIP_ZIP64_INVALID.
 */
export function readZip64Values(fields: ExtraFields, count: number): readonly number[] {
  const field = fields.get(EXTRA_ZIP64);
  if ((field?.length ?? 0) !== count * 8) {
    throw new ZipError('ZIP_ZIP64_INVALID', 'A Zip64 field has other values than the header points to.');
  }
  return Array.from({ length: count }, (_, index) => readUint64(dataView(field ?? new Uint8Array()), index * 8));
}

/** Throws ZipError ZIP_ZIP64_INVALID for what no file on earth can hold. */
export function readUint64(view: DataView, offset: number): number {
  const value = Number(view.getBigUint64(offset, true));
  if (Number.isSafeInteger(value)) return value;
  throw new ZipError('ZIP_ZIP64_INVALID', 'A 64-bit size or offset is out of range.');
}

function invalid(what: string): ZipError {
  return new ZipError('ZIP_EXTRA_FIELD_INVALID', `The extra field of an entry ${what}.`);
}
