import type { PdfDocument } from './pdf-document.ts';
import { invalidStructure, PdfError } from './pdf-error.ts';
import {
  dictionaryOf,
  PdfName,
  PdfReference,
  type ObjectCipher,
  type PdfDictionary,
  type PdfObject,
} from './pdf-objects.ts';
import { serializeDictionary, serializeObject } from './serialize-object.ts';
import { MAX_OBJECTS } from './xref-entries.ts';

/** The ten digits of a table entry, ISO 32000-2 clause 7.5.4. */
const MAX_TABLE_OFFSET = 9_999_999_999;
const MAX_GENERATION = 65_535;
/** Entries that describe one section only and must not be carried over, tables 5, 15 and 17. */
const SECTION_KEYS = ['Size', 'Prev', 'XRefStm', 'Type', 'W', 'Index', 'Length', 'Filter', 'DecodeParms', 'DL'];

interface PendingObject {
  readonly reference: PdfReference;
  readonly body: Uint8Array;
}

/** What an update appends to its document, and where the bodies of its objects begin in it (by object number). */
export interface BuiltUpdate {
  readonly bytes: Uint8Array;
  readonly bodyStarts: ReadonlyMap<number, number>;
}

/**
 * Collects new and changed objects and writes them as one incremental update (clause 7.5.6) with the same kind of
 * cross-reference section as the document's last one. The document's own bytes stay as they are. In an encrypted
 * document whatever it is given in clear is written encrypted; trailer and cross-reference streams never are.
 */
export class IncrementalUpdate {
  readonly document: PdfDocument;
  readonly #objects = new Map<number, PendingObject>();
  #nextNumber: number;

  /**
   * Throws PdfError: PDF_STRUCTURE_INVALID when foreign bytes stand before the last `startxref`. Nobody could tell
   * afterwards where the document ended and the update begins.
   */
  constructor(document: PdfDocument) {
    if (document.revisions.at(-1)?.isDelimited === false) {
      throw invalidStructure('foreign bytes between the last cross-reference section and startxref');
    }
    this.document = document;
    this.#nextNumber = document.endNumber;
  }

  /** The reference a new object will have; its value must follow with `replace`. */
  reserve(): PdfReference {
    if (this.#nextNumber >= MAX_OBJECTS) throw new PdfError('PDF_LIMIT_EXCEEDED', 'too many objects');
    return new PdfReference(this.#nextNumber++, 0);
  }

  add(object: PdfObject): PdfReference {
    const reference = this.reserve();
    this.replace(reference, object);
    return reference;
  }

  /** Whether the update gives the object a value so far. */
  has(reference: PdfReference): boolean {
    return this.#objects.has(reference.number);
  }

  /** How the strings and the stream of an object must be encrypted; null in a document that is not. */
  cipherOf(reference: PdfReference): ObjectCipher | null {
    return this.document.encryption?.cipherOf(reference) ?? null;
  }

  /** Adds a stream with this data, its filters already applied; `dictionary` must name them. */
  addStream(dictionary: PdfDictionary, data: Uint8Array): PdfReference {
    const reference = this.reserve();
    const cipher = this.cipherOf(reference);
    const resolve = (object: PdfObject): PdfObject => this.document.resolve(object);
    const written = cipher === null ? data : cipher.encryptStream(data, dictionary, resolve);
    const head = `${serializeDictionary(dictionary.with({ Length: written.length }), cipher)}\nstream\n`;
    this.replaceBody(reference, Buffer.concat([latin1(head), written, latin1('\nendstream')]));
    return reference;
  }

  /**
   * Gives an existing or reserved object a new value. Throws PdfError: PDF_STRUCTURE_INVALID when it has another: the
   * document uses one object for two things (its catalog as a page), and one of the two changes would be lost.
   */
  replace(reference: PdfReference, object: PdfObject): void {
    this.replaceBody(reference, latin1(serializeObject(object, this.cipherOf(reference))));
  }

  /** Like `replace`, with the bytes between `obj` and `endobj`, which are written as they are. */
  replaceBody(reference: PdfReference, body: Uint8Array): void {
    const known = this.#objects.get(reference.number)?.body;
    if (known !== undefined && Buffer.compare(known, body) !== 0) {
      throw invalidStructure('one object stands for two things');
    }
    if (reference.generation > MAX_GENERATION) throw invalidStructure('generation number too large');
    this.#objects.set(reference.number, { reference, body });
  }

  /** Like `replace`, by whoever gave the object the value that it has so far. */
  revise(reference: PdfReference, object: PdfObject): void {
    this.#objects.delete(reference.number);
    this.replace(reference, object);
  }

  /** Throws PdfError: PDF_FILE_TOO_LARGE when an offset does not fit into a classic table. */
  build(): BuiltUpdate {
    const { document } = this;
    const chunks: Uint8Array[] = [];
    const offsets = new Map<number, number>();
    const bodyStarts = new Map<number, number>();
    // Without a line end before it, the first object would continue the line of the last `%%EOF`.
    const lastByte = document.bytes.exactly(document.size - 1, 1)[0];
    let length = push(chunks, 0, lastByte === 0x0a || lastByte === 0x0d ? '' : '\n');
    const pending = [...this.#objects.values()].sort((a, b) => a.reference.number - b.reference.number);
    for (const { reference, body } of pending) {
      offsets.set(reference.number, document.size + length);
      length = push(chunks, length, `${reference.number} ${reference.generation} obj\n`);
      bodyStarts.set(reference.number, length);
      chunks.push(body);
      length = push(chunks, length + body.length, '\nendobj\n');
    }
    const references = pending.map(({ reference }) => reference);
    this.#pushSection(chunks, references, offsets, document.size + length);
    return { bytes: Buffer.concat(chunks), bodyStarts };
  }

  #pushSection(
    chunks: Uint8Array[],
    references: readonly PdfReference[],
    offsets: ReadonlyMap<number, number>,
    start: number,
  ): void {
    const newest = this.document.revisions.at(-1);
    const kind = newest?.sections[0]?.kind ?? 'table';
    const removed = Object.fromEntries(SECTION_KEYS.map((key) => [key, null]));
    const kept = this.document.trailer.with(removed);
    if (kind === 'table') {
      if (start > MAX_TABLE_OFFSET) {
        throw new PdfError('PDF_FILE_TOO_LARGE', 'the file is too large for its cross-reference table');
      }
      const trailer = kept.with({ Size: this.#nextNumber, Prev: newest?.startxref ?? null });
      push(chunks, 0, `${table(references, offsets)}trailer\n${serializeDictionary(trailer)}\n`);
    } else {
      const own = this.reserve();
      const all = [...references, own];
      // Some readers know no fields wider than four bytes, so a wider one is used only where it must be.
      const width = start > 0xffffffff ? 6 : 4;
      const data = streamEntries(all, new Map(offsets).set(own.number, start), width);
      const dictionary = dictionaryOf({
        Type: new PdfName('XRef'),
        Size: this.#nextNumber,
        W: [1, width, 2],
        Index: runs(all).flatMap((run) => [run[0]?.number ?? 0, run.length]),
        Length: data.length,
        Prev: newest?.startxref ?? null,
      });
      const head = `${own.number} 0 obj\n${serializeDictionary(dictionary.with(Object.fromEntries(kept.entries)))}\nstream\n`;
      push(chunks, 0, head);
      chunks.push(data);
      push(chunks, 0, '\nendstream\nendobj\n');
    }
    push(chunks, 0, `startxref\n${start}\n%%EOF\n`);
  }
}

function latin1(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

function push(chunks: Uint8Array[], length: number, text: string): number {
  if (text !== '') chunks.push(latin1(text));
  return length + text.length;
}

/** References grouped into runs of consecutive numbers. */
function runs(references: readonly PdfReference[]): PdfReference[][] {
  const result: PdfReference[][] = [];
  for (const reference of references) {
    const run = result.at(-1);
    if (run !== undefined && run.at(-1)?.number === reference.number - 1) run.push(reference);
    else result.push([reference]);
  }
  return result;
}

/** Clause 7.5.4: entries of exactly 20 bytes. */
function table(references: readonly PdfReference[], offsets: ReadonlyMap<number, number>): string {
  let text = 'xref\n';
  for (const run of runs(references)) {
    text += `${run[0]?.number ?? 0} ${run.length}\n`;
    for (const { number, generation } of run) {
      const offset = String(offsets.get(number) ?? 0).padStart(10, '0');
      text += `${offset} ${String(generation).padStart(5, '0')} n \n`;
    }
  }
  return text;
}

/** Clause 7.5.8.3: kind, offset of `width` bytes, generation of 2 bytes. */
function streamEntries(
  references: readonly PdfReference[],
  offsets: ReadonlyMap<number, number>,
  width: number,
): Uint8Array {
  const row = 3 + width;
  const data = Buffer.alloc(references.length * row);
  references.forEach(({ number, generation }, index) => {
    data.writeUInt8(1, index * row);
    data.writeUIntBE(offsets.get(number) ?? 0, index * row + 1, width);
    data.writeUInt16BE(generation, index * row + 1 + width);
  });
  return data;
}
