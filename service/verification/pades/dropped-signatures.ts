import { signatureFields, type FormField } from '../../codecs/pdf/form-fields.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { PdfError } from '../../codecs/pdf/pdf-error.ts';
import { PdfDictionary, PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { readSignatureDictionary, type SignatureDictionary } from '../../codecs/pdf/signature-dictionary.ts';
import { type Fault, indeterminate } from '../fault.ts';

/** A signature that the form of an older revision showed, and that of the last one does not show as it was. */
export interface DroppedSignature {
  /** The last view that shows it. */
  readonly view: PdfDocument;
  readonly field: FormField;
  readonly dictionary: SignatureDictionary;
  /** Index of the revision that dropped it. */
  readonly droppedBy: number;
}

/** A document with what it was like as of each revision. */
interface Views {
  readonly document: PdfDocument;
  readonly at: (index: number) => PdfDocument;
}

/**
 * Every signature that a later revision dropped: took out of the list of fields, emptied or exchanged its field, made it
 * one of another type or of another name. Nobody who signs later may make an earlier signer unknown. What an older
 * form is like that cannot be read, is for those to judge who signed it. Throws what reading costs.
 */
export function findDropped(views: Views): DroppedSignature[] {
  const last = views.document.revisions.length - 1;
  const known = new Set<string>();
  for (const field of signatureFields(views.document)) known.add(identityOf(views.document, field) ?? '');
  const dropped: DroppedSignature[] = [];
  const places = new WeakMap<FormField, number>();
  for (let index = last - 1; index >= 0; index--) {
    for (const one of readOrNone(() => shownIn(views.at(index), known, places)) ?? []) {
      dropped.push({ ...one, droppedBy: index + 1 });
    }
  }
  return dropped;
}

/** `places`: where the signatures of fields lie that were looked at as of a later revision; most are as they were. */
function shownIn(
  view: PdfDocument,
  known: Set<string>,
  places: WeakMap<FormField, number>,
): Omit<DroppedSignature, 'droppedBy'>[] {
  const found: Omit<DroppedSignature, 'droppedBy'>[] = [];
  for (const field of signatureFields(view)) {
    const place = placeOf(view, holderOf(field));
    if (typeof place === 'number') {
      if (places.get(field) === place) continue;
      places.set(field, place);
    }
    const identity = identityOf(view, field);
    if (identity === null || known.has(identity)) continue;
    known.add(identity);
    const dictionary = readOrNone(() => readSignatureDictionary(view, field));
    if (dictionary !== null && isMade(dictionary)) found.push({ view, field, dictionary });
  }
  return found;
}

/** Which dictionary at which place of the file, and which field shows it; null for none. */
export function identityOf(view: PdfDocument, field: FormField): string | null {
  if (!(view.resolve(field.value) instanceof PdfDictionary)) return null;
  const holder = holderOf(field);
  return JSON.stringify([holder?.number, placeOf(view, holder), field.reference?.number, field.fullName]);
}

function holderOf({ value, valueOwner }: FormField): PdfReference | null {
  return value instanceof PdfReference ? value : valueOwner;
}

function placeOf(view: PdfDocument, holder: PdfReference | null): number | 'packed' {
  const location = holder === null ? undefined : view.find(holder.number)?.location;
  return location?.kind === 'file' ? location.offset : 'packed';
}

/** Room that was left for a signature, and never filled in, is none. */
function isMade({ byteRange, contents }: SignatureDictionary): boolean {
  return byteRange !== null && contents?.bytes.some((byte) => byte !== 0) === true;
}

/** What cannot be read is null. */
export function readOrNone<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

const SIGNED_AFTER_DROPPING = indeterminate(
  'PDF_SIGNATURE_DROPPED',
  'When this signature was made, an earlier one had been dropped from the document.',
);

interface JudgedSignature {
  readonly signature: { readonly revision: number; readonly droppedBy: number | null };
  readonly faults: Fault[];
}

/** Who signs a document after an earlier signature was dropped from it may have dropped it, or never have heard of it. */
export function doubtAfterDropping(judged: readonly JudgedSignature[]): void {
  const first = Math.min(...judged.map(({ signature }) => signature.droppedBy ?? Infinity));
  for (const { signature, faults } of judged) {
    if (signature.revision >= first) faults.push(SIGNED_AFTER_DROPPING);
  }
}
