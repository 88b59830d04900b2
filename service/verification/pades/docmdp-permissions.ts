import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import {
  isNamed,
  isPdfArray,
  PdfDictionary,
  PdfName,
  PdfString,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import { decodeTextString } from '../../codecs/pdf/text-strings.ts';

/** Which fields a signature locks: FieldMDP (ISO 32000-2 clause 12.8.2.4) or /Lock (12.7.5.5). */
export interface FieldLock {
  readonly action: 'All' | 'Include' | 'Exclude';
  readonly names: ReadonlySet<string>;
}

/** What a signature says about later changes. */
export interface SignaturePermissions {
  /** P of DocMDP (table 257): 1 nothing, 2 form filling and signing, 3 also annotations; null for an approval. */
  readonly certificationLevel: 1 | 2 | 3 | null;
  /** P of /Lock, which restricts as DocMDP does. */
  readonly lockLevel: 1 | 2 | 3 | null;
  readonly fieldLocks: readonly FieldLock[];
  /** There is a rule that cannot be read. It forbids nothing, and what it might forbid keeps the signature from being VALID. */
  readonly isMalformed: boolean;
}

/** Reads the rules of one signature as it was signed. `field` is its field dictionary. Throws PdfError. */
export function readSignaturePermissions(
  document: PdfDocument,
  field: PdfDictionary,
  signature: PdfDictionary,
): SignaturePermissions {
  const rules = new RuleReader(document);
  const references = document.get(signature, 'Reference');
  if (isPdfArray(references)) for (const item of references) rules.addReference(document.resolve(item));
  else if (references !== null) rules.isMalformed = true;
  rules.addLock(document.get(field, 'Lock'));
  const { certificationLevel, lockLevel, fieldLocks, isMalformed } = rules;
  return { certificationLevel, lockLevel, fieldLocks, isMalformed };
}

class RuleReader {
  certificationLevel: 1 | 2 | 3 | null = null;
  lockLevel: 1 | 2 | 3 | null = null;
  isMalformed = false;
  readonly fieldLocks: FieldLock[] = [];
  readonly #document: PdfDocument;

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  addReference(reference: PdfObject): void {
    if (!(reference instanceof PdfDictionary)) {
      this.isMalformed = true;
      return;
    }
    const method = this.#document.get(reference, 'TransformMethod');
    const parameters = this.#document.dictionary(reference, 'TransformParams');
    if (isNamed(method, 'DocMDP')) {
      if (this.certificationLevel !== null) this.isMalformed = true;
      this.certificationLevel = this.#level(parameters === null ? null : this.#document.get(parameters, 'P'), 2);
    }
    if (isNamed(method, 'FieldMDP')) {
      if (parameters === null) this.isMalformed = true;
      else this.#addFieldLock(parameters);
    }
  }

  addLock(lock: PdfObject): void {
    if (lock === null) return;
    if (!(lock instanceof PdfDictionary)) {
      this.isMalformed = true;
      return;
    }
    const level = this.#document.get(lock, 'P');
    if (level !== null) this.lockLevel = this.#level(level, 1);
    this.#addFieldLock(lock);
  }

  #level(value: PdfObject, absent: 1 | 2): 1 | 2 | 3 | null {
    if (value === null) return absent;
    if (value === 1 || value === 2 || value === 3) return value;
    this.isMalformed = true;
    return null;
  }

  #addFieldLock(rule: PdfDictionary): void {
    const action = this.#document.get(rule, 'Action');
    const fields = this.#document.get(rule, 'Fields');
    const names = new Set<string>();
    for (const item of isPdfArray(fields) ? fields : []) {
      const name = this.#document.resolve(item);
      if (name instanceof PdfString) names.add(decodeTextString(name.bytes));
      else this.isMalformed = true;
    }
    const word = action instanceof PdfName ? action.value : '';
    if (word === 'All' || word === 'Include' || word === 'Exclude') this.fieldLocks.push({ action: word, names });
    else this.isMalformed = true;
  }
}

/**
 * Whether the lock covers a field: by its full name or that of an ancestor; or by that of a field below, which inherits
 * what is written in this one (clause 12.7.4.1).
 */
export function isLocked(lock: FieldLock, fullName: string | null): boolean {
  if (lock.action === 'All') return true;
  if (fullName === null) return lock.action === 'Exclude';
  const names = [...lock.names];
  const isListed = names.some((name) => fullName === name || fullName.startsWith(`${name}.`));
  if (lock.action === 'Exclude') return !isListed;
  return isListed || names.some((name) => name.startsWith(`${fullName}.`));
}
