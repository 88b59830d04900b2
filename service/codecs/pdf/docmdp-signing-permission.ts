import type { FormField } from './form-fields.ts';
import type { PdfDocument } from './pdf-document.ts';
import { PdfError } from './pdf-error.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfName, PdfString, type PdfObject } from './pdf-objects.ts';
import { decodeTextString } from './text-strings.ts';

/**
 * What earlier signatures leave to a new one: DocMDP (ISO 32000-2 clause 12.8.2.2), FieldMDP (12.8.2.4) and the /Lock
 * of signed fields (12.7.5.5). The strictest rule of all counts. The constructor and `consider`, which must see every
 * field, throw PdfError PDF_SIGNING_FORBIDDEN when no new signature is allowed.
 */
export class SigningPermission {
  /** Field names, or their ancestors, that a new field must not have because a signature locks them. */
  readonly lockedNames = new Set<string>();
  readonly #document: PdfDocument;
  readonly #existing: string | null;
  #isSigned = false;

  /** `existing`: full name of the field to be signed; null for one that is yet to be made. */
  constructor(document: PdfDocument, existing: string | null) {
    this.#document = document;
    this.#existing = existing;
    const permissions = document.dictionary(document.catalog, 'Perms');
    const certification = permissions === null ? null : document.dictionary(permissions, 'DocMDP');
    if (certification === null) return;
    this.#isSigned = true;
    this.#checkReferences(certification);
  }

  get hasSignatures(): boolean {
    return this.#isSigned;
  }

  consider(field: FormField): void {
    if (field.fieldType !== 'Sig' || field.isWidgetOnly) return;
    const signature = this.#document.resolve(field.value);
    if (!(signature instanceof PdfDictionary)) return;
    this.#isSigned = true;
    this.#checkReferences(signature);
    this.#checkLock(field);
  }

  #checkReferences(signature: PdfDictionary): void {
    const references = this.#document.get(signature, 'Reference');
    if (!isPdfArray(references)) return;
    for (const item of references) {
      const reference = this.#document.resolve(item);
      if (!(reference instanceof PdfDictionary)) continue;
      const method = this.#document.get(reference, 'TransformMethod');
      const parameters = this.#document.dictionary(reference, 'TransformParams');
      if (isNamed(method, 'DocMDP')) checkAccess(parameters === null ? 2 : this.#document.get(parameters, 'P'));
      if (isNamed(method, 'FieldMDP') && parameters !== null) this.#checkAction(parameters);
    }
  }

  #checkLock(field: FormField): void {
    const lock = this.#document.dictionary(field.dictionary, 'Lock');
    if (lock === null) return;
    checkAccess(this.#document.get(lock, 'P'));
    this.#checkAction(lock);
  }

  #checkAction(rule: PdfDictionary): void {
    const action = this.#document.get(rule, 'Action');
    if (!(action instanceof PdfName)) return;
    const names = this.#namesOf(rule);
    const isNamedHere = this.#existing !== null && names.some((name) => isSameOrBelow(this.#existing ?? '', name));
    const isLocked = action.value === 'Include' ? isNamedHere : action.value !== 'Exclude' || !isNamedHere;
    // A field that does not exist yet can't be among the exceptions.
    if (isLocked) throw new PdfError('PDF_SIGNING_FORBIDDEN', 'an earlier signature locks the field');
    if (action.value === 'Include') for (const name of names) this.lockedNames.add(name);
  }

  #namesOf(rule: PdfDictionary): string[] {
    const names = this.#document.get(rule, 'Fields');
    if (!isPdfArray(names)) return [];
    return names
      .map((item) => this.#document.resolve(item))
      .filter((name) => name instanceof PdfString)
      .map(({ bytes }) => decodeTextString(bytes));
  }
}

/** A rule about a field is one about those below it as well (clause 12.7.5.5). */
function isSameOrBelow(fullName: string, name: string): boolean {
  return fullName === name || fullName.startsWith(`${name}.`);
}

/** P 1: no changes at all; 2 and 3 allow signing, and 2 is the default (table 257). Anything else is read as 1. */
function checkAccess(access: PdfObject): void {
  if (access === null || access === 2 || access === 3) return;
  throw new PdfError('PDF_SIGNING_FORBIDDEN', 'an earlier signature permits no changes to the document');
}
