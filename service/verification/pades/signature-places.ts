import { signatureFields } from '../../codecs/pdf/form-fields.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { PdfDictionary, PdfReference, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';

/** A signature dictionary, the object that it is written in, and the keys that lead to it there. */
export interface SignaturePlace {
  readonly number: number;
  readonly path: readonly string[];
  readonly dictionary: PdfDictionary;
}

/** The signatures of all fields and those that the catalog's /Perms names (ISO 32000-2 clause 12.8.6). Throws PdfError. */
export function* signatureDictionaries(document: PdfDocument): Generator<SignaturePlace> {
  for (const { value, valueOwner } of signatureFields(document)) yield* place(document, value, valueOwner, ['V']);
  const root = document.trailer.get('Root');
  const written = document.catalog.get('Perms');
  const permissions = document.resolve(written);
  const holder = written instanceof PdfReference ? written : root;
  const path = written instanceof PdfReference ? [] : ['Perms'];
  for (const [key, value] of permissions instanceof PdfDictionary ? permissions.entries : []) {
    yield* place(document, value, holder instanceof PdfReference ? holder : null, [...path, key]);
  }
}

function* place(
  document: PdfDocument,
  value: PdfObject,
  owner: PdfReference | null,
  path: readonly string[],
): Generator<SignaturePlace> {
  const dictionary = document.resolve(value);
  if (!(dictionary instanceof PdfDictionary)) return;
  if (value instanceof PdfReference) yield { number: value.number, path: [], dictionary };
  else if (owner !== null) yield { number: owner.number, path, dictionary };
}
