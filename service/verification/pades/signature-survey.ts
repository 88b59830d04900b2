import { parseDate } from '../../codecs/pdf/dates.ts';
import { signatureFields, type FormField } from '../../codecs/pdf/form-fields.ts';
import { openRevision, type PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import {
  isNamed,
  PdfDictionary,
  PdfName,
  PdfReference,
  PdfString,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import { invalidStructure } from '../../codecs/pdf/pdf-error.ts';
import { decodeTextString } from '../../codecs/pdf/text-strings.ts';
import type { XrefSection } from '../../codecs/pdf/xref-sections.ts';
import { readSignatureDictionary, type SignatureDictionary } from '../../codecs/pdf/signature-dictionary.ts';
import { type Fault, indeterminate, invalid } from '../fault.ts';
import { certificatesIn } from './bare-signature.ts';
import { readCoverage, type CoveredBytes } from './byte-range.ts';
import { findDropped } from './dropped-signatures.ts';
import { fieldsOutsideForm, findOutsideForm, OUTSIDE_FORM } from './outside-form.ts';
import { readSignaturePermissions, type SignaturePermissions } from './docmdp-permissions.ts';

/** A signature of the document with everything about it that the PDF alone decides. */
export interface FoundSignature {
  readonly fieldName: string;
  /** Object number of the signature dictionary (or of the field that holds it directly). */
  readonly holder: number;
  /** Object number of the field. */
  readonly field: number;
  /** A document timestamp, SubFilter ETSI.RFC3161 (EN 319 142-1 clause 5.4.3). */
  readonly isTimestamp: boolean;
  readonly subFilter: string;
  /** Of /Cert, the signer's first: what a bare value needs. */
  readonly certificates: readonly Uint8Array[];
  /** CMS, timestamp token or bare value with its zero padding; null when it could not be identified. */
  readonly contents: Uint8Array | null;
  /** Null when the byte range is not acceptable. */
  readonly covered: CoveredBytes | null;
  /** Index of the revision it covers; -1 when none. */
  readonly revision: number;
  readonly permissions: SignaturePermissions;
  /** Whether /M gives the time the signer claims. */
  readonly hasModificationDate: boolean;
  /** /M, where it is a date; the time the signer claims (EN 319 142-1 clause 6.3). */
  readonly modificationDate: Date | null;
  /** Index of the revision whose form shows it no more, or not as it was signed; null where all do. */
  readonly droppedBy: number | null;
  /** A page shows it, and the form does not list it. */
  readonly isOutsideForm?: boolean;
  readonly faults: readonly Fault[];
}

export const UNCOVERED = {
  contents: null,
  covered: null,
  revision: -1,
  permissions: { certificationLevel: null, lockLevel: null, fieldLocks: [], isMalformed: false },
} as const;

const MALFORMED = indeterminate('PDF_STRUCTURE_INVALID', 'The rules of the signature for later changes are malformed.');
const REPLACED = invalid('PDF_SIGNATURE_DICTIONARY_CHANGED', 'The signature dictionary was replaced after signing.');

const MAX_OPEN_VIEWS = 4;

/** Opens revisions when asked, and keeps the last few: each view has caches of its own. */
export class RevisionViews {
  readonly document: PdfDocument;
  readonly #views = new Map<number, PdfDocument>();

  constructor(document: PdfDocument) {
    this.document = document;
  }

  /** The document as of a revision. Throws PdfError. */
  at(index: number): PdfDocument {
    if (index === this.document.revisions.length - 1) return this.document;
    const view = this.#views.get(index) ?? openRevision(this.document, index);
    this.#views.delete(index);
    this.#views.set(index, view);
    const [oldest] = this.#views.keys();
    if (this.#views.size > MAX_OPEN_VIEWS && oldest !== undefined) this.#views.delete(oldest);
    return view;
  }
}

/**
 * Every signature that the form of the last revision shows, or that of an older one did, by the revision it covers, at
 * the end those that cover none. Throws PdfError.
 */
export function surveySignatures(views: RevisionViews): FoundSignature[] {
  const { document } = views;
  const found = new Map<number, FoundSignature>();
  const fields = signatureFields(document);
  for (const field of fields) {
    const value = document.resolve(field.value);
    const dictionary = value instanceof PdfDictionary ? readSignatureDictionary(document, field) : null;
    if (dictionary === null) continue;
    const signature = new SignatureReading(views, document, field, dictionary).read();
    const earlier = found.get(signature.holder);
    found.set(signature.holder, earlier === undefined ? signature : sharedByFields(earlier));
  }
  const dropped = addDropped(views, found);
  for (const { value, reference } of fields) {
    // Where a signature was written over, that one is named.
    const isKnown = dropped.some(({ field }) => field === reference?.number);
    const object = document.resolve(value);
    if (object === null || object instanceof PdfDictionary || isKnown) continue;
    throw invalidStructure('a signature that is not a dictionary');
  }
  const outside = readOutside(views, [...found.values(), ...dropped]);
  const order = ({ revision }: FoundSignature): number => (revision < 0 ? views.document.revisions.length : revision);
  const signatures = [...found.values(), ...dropped, ...outside].sort((a, b) => order(a) - order(b));
  return signatures.map((signature, index) => checkNeighbour(signature, signatures[index - 1]));
}

/** Those that the last form does not show; for one that it shows in another way this is noted in `found`. */
function addDropped(views: RevisionViews, found: Map<number, FoundSignature>): FoundSignature[] {
  const dropped: FoundSignature[] = [];
  for (const { view, field, dictionary, droppedBy } of findDropped({
    document: views.document,
    at: (index) => views.at(index),
  })) {
    const { number } = dictionary.holder;
    const shown = found.get(number);
    const isSame = shown !== undefined && (shown.revision < 0 || isAtSamePlace(views.document, view, number));
    if (isSame) found.set(number, { ...shown, fieldName: field.fullName, droppedBy: shown.droppedBy ?? droppedBy });
    else {
      const signature = new SignatureReading(views, view, field, dictionary).read();
      dropped.push(withFault({ ...signature, droppedBy }, DROPPED));
    }
  }
  return dropped;
}

/** Those that pages show and no form lists. */
function readOutside(views: RevisionViews, known: readonly FoundSignature[]): FoundSignature[] {
  const covered = new Set(known.map(({ revision }) => revision));
  const all = { document: views.document, at: (index: number) => views.at(index) };
  return findOutsideForm(all, (index) => covered.has(index)).map(({ view, field, dictionary, droppedBy }) => {
    const signature = { ...new SignatureReading(views, view, field, dictionary).read(), droppedBy };
    return droppedBy === null ? signature : withFault(signature, DROPPED);
  });
}

const DROPPED = indeterminate(
  'PDF_SIGNATURE_DROPPED',
  'A later revision dropped the signature: the form of the document does not show it any more.',
);

function isAtSamePlace(one: PdfDocument, other: PdfDocument, number: number): boolean {
  const [here, there] = [one, other].map((view) => view.find(number)?.location);
  return here?.kind === 'file' && there?.kind === 'file' && here.offset === there.offset;
}

function withFault(signature: FoundSignature, fault: Fault): FoundSignature {
  return { ...signature, faults: [...signature.faults, fault] };
}

function sharedByFields(signature: FoundSignature): FoundSignature {
  const detail = 'More than one form field shows this signature.';
  return withFault(signature, indeterminate('PDF_SIGNATURE_FIELD_INVALID', detail));
}

/** Two signatures over one revision would each have to cover the other's contents. */
function checkNeighbour(signature: FoundSignature, previous: FoundSignature | undefined): FoundSignature {
  if (previous === undefined || signature.revision < 0 || previous.revision !== signature.revision) return signature;
  return withFault(signature, invalid('PDF_BYTERANGE_INVALID', 'Two signatures claim to cover the same bytes.'));
}

/** One signature field that has a value. */
class SignatureReading {
  readonly #views: RevisionViews;
  readonly #document: PdfDocument;
  readonly #field: FormField;
  readonly #signature: SignatureDictionary;

  /** `document`: the view that shows the field. */
  constructor(views: RevisionViews, document: PdfDocument, field: FormField, signature: SignatureDictionary) {
    this.#views = views;
    this.#document = document;
    this.#field = field;
    this.#signature = signature;
  }

  read(): FoundSignature {
    const field = this.#field;
    const signature = this.#signature;
    const { dictionary } = signature;
    const subFilter = this.#document.get(dictionary, 'SubFilter');
    const identity = {
      fieldName: field.fullName,
      holder: signature.holder.number,
      field: field.reference?.number ?? -1,
      isTimestamp: isNamed(subFilter, 'ETSI.RFC3161'),
      subFilter: subFilter instanceof PdfName ? subFilter.value : '',
      certificates: certificatesIn(this.#document, dictionary),
      hasModificationDate: dictionary.get('M') !== null,
      modificationDate: dateOf(this.#document.get(dictionary, 'M')),
      droppedBy: null,
    };
    const coverage = readCoverage(this.#document, signature);
    if ('reason' in coverage) {
      const faults = this.#wasReplaced() ? [REPLACED, coverage] : [coverage];
      return { ...identity, ...UNCOVERED, faults };
    }
    const { covered, contents, revision } = coverage;
    const signed = this.#asSigned(revision.index);
    if ('reason' in signed) return { ...identity, ...UNCOVERED, faults: [signed] };
    const { permissions, isOutsideForm } = signed;
    // Nobody has broken malformed rules for that: what comes later is judged by those that can be read.
    const faults = [...(permissions.isMalformed ? [MALFORMED] : []), ...(isOutsideForm ? [OUTSIDE_FORM] : [])];
    return { ...identity, contents, covered, revision: revision.index, permissions, isOutsideForm, faults };
  }

  /** The signed revision must know the same field with the same dictionary at the same place. */
  #asSigned(index: number): { permissions: SignaturePermissions; isOutsideForm: boolean } | Fault {
    const view = this.#views.at(index);
    const { number } = this.#signature.holder;
    const isSame = (candidate: FormField): boolean =>
      holderOf(candidate) === number && isSameField(candidate, this.#field);
    const listed = signatureFields(view).find(isSame);
    const signedField = listed ?? fieldsOutsideForm(view).find(isSame);
    if (signedField === undefined) {
      const detail = 'The revision that the signature covers does not contain this signature field.';
      return invalid('PDF_SIGNATURE_FIELD_INVALID', detail);
    }
    if (!isAtSamePlace(view, this.#document, number)) return REPLACED;
    const permissions = readSignaturePermissions(view, signedField.dictionary, this.#signature.dictionary);
    return { permissions, isOutsideForm: listed === undefined };
  }

  /** Whether more than one revision wrote the object that holds the signature. */
  #wasReplaced(): boolean {
    const { number } = this.#signature.holder;
    const { revisions } = this.#document;
    const isListed = ({ entries }: XrefSection): boolean => entries.find(number)?.kind === 'file';
    return revisions.filter(({ sections }) => sections.some(isListed)).length > 1;
  }
}

function isSameField(one: FormField, other: FormField): boolean {
  return one.fullName === other.fullName && one.reference?.number === other.reference?.number;
}

/** Number of the object that holds the signature dictionary of a field. */
function holderOf({ value, valueOwner }: FormField): number | undefined {
  return value instanceof PdfReference ? value.number : valueOwner?.number;
}

function dateOf(value: PdfObject): Date | null {
  return value instanceof PdfString ? parseDate(decodeTextString(value.bytes)) : null;
}
