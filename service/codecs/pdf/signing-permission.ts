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
  private readonly document: PdfDocument;
  private isSigned = false;

  constructor(document: PdfDocument) {
    this.document = document;
    const permissions = document.dictionary(document.catalog, 'Perms');
    const certification = permissions === null ? null : document.dictionary(permissions, 'DocMDP');
    if (certification === null) return;
    this.isSigned = true;
    checkReferences(document, certification, this.lockedNames);
  }

  get hasSignatures(): boolean {
    return this.isSigned;
  }

  consider(field: FormField): void {
    if (field.fieldType !== 'Sig' || field.isWidgetOnly) return;
    const signature = this.document.resolve(field.value);
    if (!(signature instanceof PdfDictionary)) return;
    this.isSigned = true;
    checkReferences(this.document, signature, this.lockedNames);
    checkLock(this.document, field, this.lockedNames);
  }
}

function checkReferences(document: PdfDocument, signature: PdfDictionary, lockedNames: Set<string>): void {
  const references = document.get(signature, 'Reference');
  if (!isPdfArray(references)) return;
  for (const item of references) {
    const reference = document.resolve(item);
    if (!(reference instanceof PdfDictionary)) continue;
    const method = document.get(reference, 'TransformMethod');
    const parameters = document.dictionary(reference, 'TransformParams');
    if (isNamed(method, 'DocMDP')) checkAccess(parameters === null ? 2 : document.get(parameters, 'P'));
    if (isNamed(method, 'FieldMDP') && parameters !== null) checkAction(document, parameters, lockedNames);
  }
}

function checkLock(document: PdfDocument, field: FormField, lockedNames: Set<string>): void {
  const lock = document.dictionary(field.dictionary, 'Lock');
  if (lock === null) return;
  checkAccess(document.get(lock, 'P'));
  checkAction(document, lock, lockedNames);
}

/** P 1: no changes at all; 2 and 3 allow signing, and 2 is the default (table 257). Anything else is read as 1. */
function checkAccess(access: PdfObject): void {
  if (access === null || access === 2 || access === 3) return;
  throw new PdfError('PDF_SIGNING_FORBIDDEN', 'an earlier signature permits no changes to the document');
}

function checkAction(document: PdfDocument, rule: PdfDictionary, lockedNames: Set<string>): void {
  const action = document.get(rule, 'Action');
  if (!isNamed(action, 'Include')) {
    // All, and Exclude as well: a field that does not exist yet can't be among the exceptions.
    if (action instanceof PdfName) throw new PdfError('PDF_SIGNING_FORBIDDEN', 'an earlier signature locks all fields');
    return;
  }
  const names = document.get(rule, 'Fields');
  if (!isPdfArray(names)) return;
  for (const item of names) {
    const name = document.resolve(item);
    if (name instanceof PdfString) lockedNames.add(decodeTextString(name.bytes));
  }
}
