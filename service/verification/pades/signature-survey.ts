import { interactiveForm, signatureFields, type FormField } from '../../codecs/pdf/form-fields.ts';
import { openRevision, type PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { isNamed, PdfDictionary, PdfName, PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import type { PdfRevision } from '../../codecs/pdf/pdf-revisions.ts';
import { readSignatureDictionary, type SignatureDictionary } from '../../codecs/pdf/signature-dictionary.ts';
import { hasRepeatedKeys } from './object-equality.ts';
import { indeterminate, invalid, type PadesFault } from './pades-fault.ts';
import { readSignaturePermissions, type SignaturePermissions } from './signature-permissions.ts';

/** What a byte range covers: bytes 0 to `gapStart` and `gapEnd` to `end`. */
export interface CoveredBytes {
  readonly gapStart: number;
  readonly gapEnd: number;
  readonly end: number;
}

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
  /** CMS or timestamp token with its zero padding; null when it could not be identified. */
  readonly contents: Uint8Array | null;
  /** Null when the byte range is not acceptable. */
  readonly covered: CoveredBytes | null;
  /** Index of the revision it covers; -1 when none. */
  readonly revision: number;
  readonly permissions: SignaturePermissions;
  /** Whether /M gives the time the signer claims. */
  readonly hasModificationDate: boolean;
  readonly faults: readonly PadesFault[];
}

const NO_PERMISSIONS: SignaturePermissions = {
  certificationLevel: null,
  lockLevel: null,
  fieldLocks: [],
  isMalformed: false,
};

/** Opens revisions once, however many signatures ask. */
export class RevisionViews {
  readonly document: PdfDocument;
  private readonly views = new Map<number, PdfDocument>();

  constructor(document: PdfDocument) {
    this.document = document;
  }

  /** The document as of a revision. Throws PdfError. */
  at(index: number): PdfDocument {
    if (index === this.document.revisions.length - 1) return this.document;
    const known = this.views.get(index);
    if (known !== undefined) return known;
    const view = openRevision(this.document, index);
    this.views.set(index, view);
    return view;
  }
}

/**
 * Every signature reachable from the form of the last revision, by the revision it covers. Signatures only an older
 * revision knew show up as changes of that revision. Throws PdfError.
 */
export function surveySignatures(views: RevisionViews): FoundSignature[] {
  const { document } = views;
  const form = interactiveForm(document);
  const formFaults =
    hasRepeatedKeys(document.catalog) || (form !== null && hasRepeatedKeys(form)) || hasRepeatedKeys(document.trailer)
      ? [invalid('PDF_STRUCTURE_INVALID', 'The document catalog or the form names a key twice.')]
      : [];
  const found = new Map<number, FoundSignature>();
  for (const field of signatureFields(document)) {
    if (document.resolve(field.value) === null) continue;
    const signature = new SignatureReading(views, field).read();
    const earlier = found.get(signature.holder);
    found.set(signature.holder, earlier === undefined ? withFaults(signature, formFaults) : sharedByFields(earlier));
  }
  const signatures = [...found.values()].sort((a, b) => a.revision - b.revision);
  return signatures.map((signature, index) => checkNeighbour(signature, signatures[index - 1]));
}

function withFaults(signature: FoundSignature, faults: readonly PadesFault[]): FoundSignature {
  return faults.length === 0 ? signature : { ...signature, faults: [...signature.faults, ...faults] };
}

function sharedByFields(signature: FoundSignature): FoundSignature {
  const detail = 'More than one form field shows this signature.';
  return withFaults(signature, [indeterminate('PDF_SIGNATURE_FIELD_INVALID', detail)]);
}

/** Two signatures over one revision would each have to cover the other's contents. */
function checkNeighbour(signature: FoundSignature, previous: FoundSignature | undefined): FoundSignature {
  if (previous === undefined || signature.revision < 0 || previous.revision !== signature.revision) return signature;
  return withFaults(signature, [invalid('PDF_BYTERANGE_INVALID', 'Two signatures claim to cover the same bytes.')]);
}

class SignatureReading {
  private readonly views: RevisionViews;
  private readonly field: FormField;
  private readonly faults: PadesFault[] = [];

  constructor(views: RevisionViews, field: FormField) {
    this.views = views;
    this.field = field;
  }

  read(): FoundSignature {
    const { document } = this.views;
    const latest = readSignatureDictionary(document, this.field);
    const dictionary = latest?.dictionary ?? new PdfDictionary(new Map());
    const covered = latest === null ? null : this.coveredBytes(latest);
    const revision = covered === null ? null : this.coveredRevision(covered);
    const signed = revision === null || latest === null ? null : this.asSigned(revision.index, latest);
    const subFilter = document.get(dictionary, 'SubFilter');
    return {
      fieldName: this.field.fullName,
      holder: latest?.holder.number ?? -1,
      field: this.field.reference?.number ?? -1,
      isTimestamp: isNamed(subFilter, 'ETSI.RFC3161'),
      subFilter: subFilter instanceof PdfName ? subFilter.value : '',
      contents: signed === null ? null : (latest?.contents?.bytes ?? null),
      covered: signed === null ? null : covered,
      revision: signed === null ? -1 : (revision?.index ?? -1),
      permissions: signed ?? NO_PERMISSIONS,
      hasModificationDate: dictionary.get('M') !== null,
      faults: this.faults,
    };
  }

  private fail(fault: PadesFault): null {
    this.faults.push(fault);
    return null;
  }

  /** ISO 32000-2 table 255: two ranges around exactly the hexadecimal string of /Contents, from the first byte on. */
  private coveredBytes(signature: SignatureDictionary): CoveredBytes | null {
    const { byteRange, contents, dictionary } = signature;
    if (hasRepeatedKeys(dictionary)) {
      return this.fail(invalid('PDF_STRUCTURE_INVALID', 'The signature dictionary names a key twice.'));
    }
    if (contents === null || !this.isPlainHex(contents)) {
      return this.fail(invalid('PDF_CONTENTS_INVALID', 'The signature has no contents written in hexadecimal digits.'));
    }
    const [start, gapStart, gapEnd, length] = byteRange ?? [];
    const isShaped = byteRange?.length === 4 && start === 0;
    if (!isShaped || gapStart === undefined || gapEnd === undefined || length === undefined) {
      const detail = 'The byte range is not two ranges of direct numbers that begin at the first byte.';
      return this.fail(invalid('PDF_BYTERANGE_INVALID', detail));
    }
    if (gapStart !== contents.start || gapEnd !== contents.end) {
      const detail = 'The byte range leaves out more, less or other bytes than the contents of the signature.';
      return this.fail(invalid('PDF_BYTERANGE_INVALID', detail));
    }
    return { gapStart, gapEnd, end: gapEnd + length };
  }

  private isPlainHex(contents: NonNullable<SignatureDictionary['contents']>): boolean {
    // Two digits a byte and the delimiters: no white space that could hide anything.
    return contents.bytes.length > 0 && contents.end - contents.start === contents.bytes.length * 2 + 2;
  }

  private coveredRevision(covered: CoveredBytes): PdfRevision | null {
    const { revisions, source } = this.views.document;
    const isEnd = ({ markerEnd, end }: PdfRevision): boolean =>
      markerEnd !== null && end !== null && covered.end >= markerEnd && covered.end <= end;
    const isAll = covered.end === source.size;
    const revision = revisions.find(isEnd) ?? (isAll ? revisions.at(-1) : undefined);
    if (revision === undefined) {
      const detail = 'The byte range does not end where a revision of the document ends.';
      return this.fail(invalid('PDF_BYTERANGE_INVALID', detail));
    }
    if (revision.start === null || covered.gapStart < revision.start) {
      const detail = 'The signature is not part of the revision that it covers.';
      return this.fail(invalid('PDF_BYTERANGE_INVALID', detail));
    }
    return revision;
  }

  /** The signed revision must know the same field with the same dictionary at the same place. */
  private asSigned(index: number, latest: SignatureDictionary): SignaturePermissions | null {
    const signedView = this.views.at(index);
    const signedFields = signatureFields(signedView).filter((field) => holderOf(field) === latest.holder.number);
    const signedField = signedFields[0];
    if (signedField === undefined || signedField.fullName !== this.field.fullName) {
      const detail = 'The revision that the signature covers does not contain this signature field.';
      return this.fail(invalid('PDF_SIGNATURE_FIELD_INVALID', detail));
    }
    if (!this.isSamePlace(signedView, latest.holder)) {
      const detail = 'The signature dictionary was replaced after signing.';
      return this.fail(invalid('PDF_SIGNATURE_DICTIONARY_CHANGED', detail));
    }
    const permissions = readSignaturePermissions(signedView, signedField.dictionary, latest.dictionary);
    if (permissions.isMalformed) {
      this.faults.push(invalid('PDF_DOCMDP_VIOLATED', 'The rules of the signature for later changes are malformed.'));
    }
    return permissions;
  }

  private isSamePlace(signedView: PdfDocument, holder: PdfReference): boolean {
    const before = signedView.find(holder.number)?.location;
    const now = this.views.document.find(holder.number)?.location;
    return before?.kind === 'file' && now?.kind === 'file' && before.offset === now.offset;
  }
}

/** Number of the object that holds the signature dictionary of a field. */
function holderOf({ value, valueOwner }: FormField): number | undefined {
  return value instanceof PdfReference ? value.number : valueOwner?.number;
}
