import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { PdfReference, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import type { UsageIndex } from './reference-usages.ts';

/**
 * What a later revision did, by what must have been allowed for it:
 * `archive` validation data, document timestamps, metadata (EN 319 142-1 clause 5.4: whatever DocMDP says);
 * `signature` another intact signature; `formFill` and `annotation` as DocMDP P 2 and 3; `forbidden` anything else.
 */
export type ChangeKind = 'archive' | 'signature' | 'formFill' | 'annotation' | 'forbidden';

export interface RevisionChange {
  readonly kind: ChangeKind;
  /** A clause for a person, for instance `page 2: contents replaced`. */
  readonly detail: string;
  /** Full name of the field that was filled in or signed. */
  readonly fieldName: string | null;
  /** Says more than PDF_CHANGED_AFTER_SIGNING where given. */
  readonly reason?: ReasonCode;
}

/** A signature that the revision being judged added, as far as it has been judged. */
export interface AddedSignature {
  readonly fieldName: string;
  /** Object number of its field. */
  readonly field: number;
  /** Object number that holds its dictionary. */
  readonly holder: number;
  readonly isTimestamp: boolean;
  /** Value, byte range and structure are right; trust is another matter. */
  readonly isIntact: boolean;
}

/** An object the revision wrote over an older one. */
export interface ChangedObject {
  readonly number: number;
  readonly before: PdfObject;
  readonly after: PdfObject;
}

/** Everything a rule needs to judge one revision against the one before it. */
export class RevisionStep {
  readonly before: PdfDocument;
  readonly after: PdfDocument;
  readonly usages: UsageIndex;
  /** Page index by object number. */
  readonly pages: ReadonlyMap<number, number>;
  readonly signatures: readonly AddedSignature[];
  readonly changes: RevisionChange[] = [];
  forbiddenCount = 0;

  constructor(parts: Pick<RevisionStep, 'before' | 'after' | 'usages' | 'pages' | 'signatures'>) {
    this.before = parts.before;
    this.after = parts.after;
    this.usages = parts.usages;
    this.pages = parts.pages;
    this.signatures = parts.signatures;
  }

  note(kind: ChangeKind, detail: string, fieldName: string | null = null): void {
    this.changes.push({ kind, detail, fieldName });
  }

  forbid(detail: string, reason?: ReasonCode): void {
    this.forbiddenCount++;
    this.changes.push({ kind: 'forbidden', detail, fieldName: null, ...(reason === undefined ? {} : { reason }) });
  }

  /** The intact signature of this revision whose field is `reference`. */
  signatureOf(reference: PdfObject): AddedSignature | undefined {
    if (!(reference instanceof PdfReference)) return undefined;
    return this.signatures.find(({ field, isIntact }) => isIntact && field === reference.number);
  }
}
