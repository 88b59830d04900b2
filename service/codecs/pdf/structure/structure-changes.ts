import type { IncrementalUpdate } from '../incremental-update.ts';
import type { PdfDocument } from '../pdf-document.ts';
import { invalidStructure } from '../pdf-error.ts';
import { isPdfArray, PdfReference, type PdfDictionary, type PdfObject } from '../pdf-objects.ts';
import { serializeObject } from '../serialize-object.ts';

/**
 * Changes to a structure tree that become part of an update all together or not at all. An object is changed for one
 * purpose only: whoever made the document may have used one object for two, and then nothing can be changed safely.
 */
export class StructureChanges {
  readonly #update: IncrementalUpdate;
  readonly #taken = new Set<number>();
  readonly #pending: (readonly [PdfReference, PdfObject])[] = [];

  /** `foreign`: objects that belong to other parts of the document. */
  constructor(update: IncrementalUpdate, foreign: readonly PdfReference[]) {
    this.#update = update;
    for (const { number } of foreign) this.#taken.add(number);
  }

  get document(): PdfDocument {
    return this.#update.document;
  }

  add(object: PdfObject): PdfReference {
    const reference = this.#update.reserve();
    this.#pending.push([reference, object]);
    return reference;
  }

  /** Throws PdfError: PDF_STRUCTURE_INVALID when something else changes the object already. */
  replace(reference: PdfReference, object: PdfObject): void {
    if (this.#taken.has(reference.number) || this.#update.has(reference)) {
      throw invalidStructure(`object ${reference.number} is part of the structure tree and of something else`);
    }
    this.#taken.add(reference.number);
    this.#pending.push([reference, object]);
  }

  /**
   * Appends to the list that an entry holds: none, a single item or an array. Gives the changed dictionary, null when
   * only an indirect array had to change. Throws PdfError.
   */
  append(dictionary: PdfDictionary, key: string, items: readonly PdfObject[]): PdfDictionary | null {
    const written = dictionary.get(key);
    const value = this.document.resolve(written);
    if (written instanceof PdfReference && isPdfArray(value)) {
      this.replace(written, [...value, ...items]);
      return null;
    }
    const known = isPdfArray(value) ? value : value === null ? [] : [written];
    return dictionary.with({ [key]: [...known, ...items] });
  }

  /** Throws PdfError before anything is written: a string of an encrypted document may not be readable. */
  commit(): void {
    const bodies = this.#pending.map(([reference, object]) => {
      return [reference, Buffer.from(serializeObject(object, this.#update.cipherOf(reference)), 'latin1')] as const;
    });
    for (const [reference, body] of bodies) this.#update.replaceBody(reference, body);
  }
}
