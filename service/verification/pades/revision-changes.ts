import type { FormField } from '../../codecs/pdf/form-fields.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { isNamed, PdfReference, PdfStream, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import type { ObjectLocation } from '../../codecs/pdf/xref-entries.ts';
import type { PaintedAreas } from '../../codecs/pdf/page-content/painted-areas.ts';
import type { Rectangle } from '../../codecs/pdf/rectangle.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { DocumentPlaces, type KnownWidget } from './document-places.ts';
import { readable } from '../readable.ts';
import type { UsageIndex } from './reference-usages.ts';

/**
 * What a later revision did, by what must have been allowed for it:
 * `archive` validation data, document timestamps, metadata (EN 319 142-1 clause 5.4: whatever DocMDP says);
 * `bookkeeping` what shows nothing and alters nothing that was signed; `signature` another intact signature; `covering`
 * a signature that lies over what was there before; `formFill` and `annotation` as DocMDP P 2 and 3; `field`
 * a new form field, which no level of DocMDP allows and nothing but a certification or lock forbids; `beside` the same for
 * what no page shows: attached files, bookmarks, numbers of pages; `dropped` an earlier signature that the form shows no
 * more; `unclear` what no rule explains but no rule forbids; `forbidden` anything else.
 */
export type ChangeKind =
  | 'archive'
  | 'bookkeeping'
  | 'signature'
  | 'covering'
  | 'formFill'
  | 'annotation'
  | 'field'
  | 'beside'
  | 'dropped'
  | 'unclear'
  | 'forbidden';

/** Where on a page a change shows. */
export interface ChangePlace {
  /** Counted from 1. */
  readonly page: number;
  /** In the page's default user space; null when the whole page is meant. */
  readonly rectangle: Rectangle | null;
}

export interface RevisionChange {
  readonly kind: ChangeKind;
  /** A clause for a person, for instance `page 2: contents replaced`. */
  readonly detail: string;
  /** Full name of the field that was filled in, signed or added. */
  readonly fieldName: string | null;
  readonly place: ChangePlace | null;
  /** Says more than PDF_CHANGED_AFTER_SIGNING where given. */
  readonly reason?: ReasonCode;
  /** A filled field shows exactly its new value, by means that the document had before. */
  readonly isFaithful?: boolean;
  /** The first revision that had what is covered; signatures before it never saw it. */
  readonly coveredSince?: number;
}

/** What the revision did that shows a signature no more. */
export function describeDropping(fieldName: string): RevisionChange {
  const detail = `the signature "${readable(fieldName)}" was dropped`;
  return { kind: 'dropped', detail, fieldName, place: null };
}

/** A signature that the revision being judged added, as far as it has been judged. */
export interface AddedSignature {
  readonly fieldName: string;
  /** Object number of its field. */
  readonly field: number;
  /** Object number that holds its dictionary. */
  readonly holder: number;
  readonly isTimestamp: boolean;
  /** A page shows its field, and the form does not list it. */
  readonly isOutsideForm: boolean;
  /** Value, byte range and structure are right; trust is another matter. */
  readonly isIntact: boolean;
  /** It is of a kind that nobody here can judge, so that nothing is known to be wrong either. */
  readonly isUnknown: boolean;
  /** Index of the revision whose form shows it no more. */
  readonly droppedBy: number | null;
}

/** An object the revision wrote over an older one. */
export interface ChangedObject {
  readonly number: number;
  readonly before: PdfObject;
  readonly after: PdfObject;
}

/** A widget that a page shows since this revision. */
export interface Placement {
  /** Its object number. */
  readonly widget: number;
  /** Page index. */
  readonly page: number;
  /** The one that it shows, where it is known. */
  readonly signature?: AddedSignature;
}

/** Everything a rule needs to judge one revision against the one before it. */
export class RevisionStep {
  readonly before: PdfDocument;
  readonly after: PdfDocument;
  readonly usages: UsageIndex;
  /** Page index by object number. */
  readonly pages: ReadonlyMap<number, number>;
  readonly signatures: readonly AddedSignature[];
  /** Those that later revisions added, maybe in fields that this one made. */
  readonly laterSignatures: readonly AddedSignature[];
  /** Earlier ones that this revision dropped. */
  readonly dropped: readonly AddedSignature[];
  /** What hangs where in `before`. */
  readonly places: DocumentPlaces;
  /** What the contents of pages show, by page index; pages never change, so that it holds for all revisions. */
  readonly painted: Map<number, PaintedAreas>;
  readonly changes: RevisionChange[] = [];
  readonly placements: Placement[] = [];
  forbiddenCount = 0;

  constructor(
    parts: Pick<
      RevisionStep,
      'before' | 'after' | 'usages' | 'pages' | 'signatures' | 'laterSignatures' | 'dropped' | 'painted'
    >,
  ) {
    this.before = parts.before;
    this.after = parts.after;
    this.usages = parts.usages;
    this.pages = parts.pages;
    this.signatures = parts.signatures;
    this.laterSignatures = parts.laterSignatures;
    this.dropped = parts.dropped;
    this.painted = parts.painted;
    this.places = new DocumentPlaces(parts.before, parts.pages);
  }

  /** The fields before the change, by object number. Throws PdfError. */
  fields(): ReadonlyMap<number, FormField> {
    return this.places.fields;
  }

  /** Every widget before the change. Throws PdfError. */
  widgets(): readonly KnownWidget[] {
    return this.places.widgets();
  }

  /** Index of the page that listed an annotation before the change. Throws PdfError. */
  pageOf(number: number): number | null {
    return this.places.annotations.get(number) ?? null;
  }

  /**
   * Where an object was before the change; undefined for none. A cross-reference stream that nothing refers to is none:
   * many do not list themselves, and the next update uses their number again (PDFBox). Throws PdfError.
   */
  placeBefore(number: number): ObjectLocation | undefined {
    const location = this.before.find(number)?.location;
    if (location?.kind !== 'file' || this.usages.of(number).length > 0) return location;
    const isTable = this.before.shared.isTable(number, this.before.revisions.length - 1);
    const object = isTable ? this.before.resolve(new PdfReference(number, location.generation)) : null;
    return object instanceof PdfStream && isNamed(object.dictionary.get('Type'), 'XRef') ? undefined : location;
  }

  /** The object of that number in one of the two views, whatever its generation. Throws PdfError. */
  valueOf(view: 'before' | 'after', number: number): PdfObject {
    const location = view === 'before' ? this.placeBefore(number) : this.after.find(number)?.location;
    if (location === undefined) return null;
    return this[view].resolve(new PdfReference(number, location.kind === 'file' ? location.generation : 0));
  }

  /** Index of the oldest revision whose cross-reference section lists the object. */
  firstRevisionOf(number: number): number {
    return this.before.shared.firstInUse(number, this.before.revisions.length - 1);
  }

  note(kind: ChangeKind, detail: string, more: Partial<Omit<RevisionChange, 'kind' | 'detail'>> = {}): void {
    this.changes.push({ kind, detail, fieldName: null, place: null, ...more });
  }

  /** Adds to the change that says so where the signature of a field shows. */
  locate(fieldName: string, place: ChangePlace): void {
    const index = this.changes.findIndex((change) => change.kind === 'signature' && change.fieldName === fieldName);
    const change = this.changes[index];
    if (change !== undefined) this.changes[index] = { ...change, place };
  }

  /** Something that no rule explains, but that no rule forbids either. */
  doubt(detail: string): void {
    this.note('unclear', detail);
  }

  forbid(detail: string, reason?: ReasonCode): void {
    this.forbiddenCount++;
    this.note('forbidden', detail, reason === undefined ? {} : { reason });
  }

  /** The intact signature of this revision whose field is `reference`. */
  signatureOf(reference: PdfObject): AddedSignature | undefined {
    if (!(reference instanceof PdfReference)) return undefined;
    return this.signatures.find(({ field, isIntact }) => isIntact && field === reference.number);
  }

  /** Whether `reference` is an empty field that somebody signed in a later revision. */
  isSignedLater(reference: PdfObject): boolean {
    if (!(reference instanceof PdfReference)) return false;
    return this.laterSignatures.some(({ field, isIntact }) => isIntact && field === reference.number);
  }

  /** Whether `reference` is the field of a signature that this revision dropped. */
  isDropped(reference: PdfObject): boolean {
    return reference instanceof PdfReference && this.dropped.some(({ field }) => field === reference.number);
  }

  /** Whether `reference` is the field of a signature that nobody here can judge. */
  isUnknownSignature(reference: PdfObject): boolean {
    if (!(reference instanceof PdfReference)) return false;
    return this.signatures.some(({ field, isUnknown }) => isUnknown && field === reference.number);
  }
}
