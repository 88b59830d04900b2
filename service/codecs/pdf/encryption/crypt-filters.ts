import { invalidStructure, PdfError } from '../pdf-error.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfName, type PdfObject } from '../pdf-objects.ts';
import type { EncryptionDictionary } from './encryption-dictionary.ts';

/** `identity`: bytes stay as they are. */
export type CryptMethod = 'identity' | 'RC4' | 'AES';

/** Which method protects what, ISO 32000-2 clause 7.6.6. */
export interface CryptFilters {
  readonly strings: CryptMethod;
  /** Of a stream with the entries of `dictionary`; `resolve` follows references. Throws PdfError. */
  readonly streamMethod: (dictionary: PdfDictionary, resolve: (object: PdfObject) => PdfObject) => CryptMethod;
}

/** The filters of an encryption dictionary; before V 4 there is RC4 alone. Throws PdfError. */
export function readCryptFilters(encryption: EncryptionDictionary): CryptFilters {
  const { version, entries, encryptsMetadata } = encryption;
  if (version < 4) return { strings: 'RC4', streamMethod: (dictionary) => (isXref(dictionary) ? 'identity' : 'RC4') };
  const methodOf = (name: PdfObject): CryptMethod => namedMethod(entries, version, name);
  const strings = methodOf(entries.get('StrF'));
  const streams = methodOf(entries.get('StmF'));
  const embeddedFiles = entries.get('EFF') === null ? streams : methodOf(entries.get('EFF'));
  return {
    strings,
    streamMethod: (dictionary, resolve) => {
      if (isXref(dictionary)) return 'identity';
      const own = ownFilter(dictionary, resolve);
      if (own !== undefined) return methodOf(own);
      const type = resolve(dictionary.get('Type'));
      if (!encryptsMetadata && isNamed(type, 'Metadata')) return 'identity';
      return isNamed(type, 'EmbeddedFile') ? embeddedFiles : streams;
    },
  };
}

/** Clause 7.5.8.2: cross-reference streams are never encrypted; they must be read before anything else. */
function isXref(dictionary: PdfDictionary): boolean {
  return isNamed(dictionary.get('Type'), 'XRef');
}

/** Name of the filter that a stream chooses for itself by /Crypt (clause 7.4.10); undefined when it does not. */
function ownFilter(dictionary: PdfDictionary, resolve: (object: PdfObject) => PdfObject): PdfObject | undefined {
  const first = firstOf(resolve(dictionary.get('Filter')), resolve);
  if (!isNamed(first, 'Crypt')) return undefined;
  const parameters = firstOf(resolve(dictionary.get('DecodeParms')), resolve);
  return parameters instanceof PdfDictionary ? resolve(parameters.get('Name')) : null;
}

function firstOf(object: PdfObject, resolve: (object: PdfObject) => PdfObject): PdfObject {
  return isPdfArray(object) ? resolve(object[0] ?? null) : object;
}

/** Table 25: /Identity is a name of its own and the default; all others are in /CF. */
function namedMethod(entries: PdfDictionary, version: number, name: PdfObject): CryptMethod {
  if (name === null || isNamed(name, 'Identity')) return 'identity';
  const filters = entries.get('CF');
  const filter = name instanceof PdfName && filters instanceof PdfDictionary ? filters.get(name.value) : null;
  if (!(filter instanceof PdfDictionary)) throw invalidStructure('a crypt filter that the document does not define');
  const method = filter.get('CFM');
  if (isNamed(method, 'V2') && version === 4) return 'RC4';
  if (isNamed(method, version === 4 ? 'AESV2' : 'AESV3')) return 'AES';
  throw new PdfError('PDF_ENCRYPTED', 'the document is encrypted by a method that is not known');
}
