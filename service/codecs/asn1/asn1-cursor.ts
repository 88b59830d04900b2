import { Asn1Error } from './asn1-error.ts';

interface Readable {
  readonly tag: number;
  readonly end: number;
  expect(tag: number): unknown;
}

/** Walks the elements of one constructed value from first to last; each is read when it is reached. */
export class Asn1Cursor<Element extends Readable> {
  #offset: number;
  readonly #end: number;
  readonly #read: (start: number, limit: number) => Element;
  #peeked: Element | null = null;

  constructor(start: number, end: number, read: (start: number, limit: number) => Element) {
    this.#offset = start;
    this.#end = end;
    this.#read = read;
  }

  get isDone(): boolean {
    return this.#offset >= this.#end;
  }

  /** Where the next element starts, in the source. */
  get offset(): number {
    return this.#offset;
  }

  /** The next element; ASN1_STRUCTURE_INVALID if there is none, ASN1_TAG_UNEXPECTED if it has another tag. */
  next(tag?: number): Element {
    const element = this.#peek();
    if (element === null) throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'An element is missing', this.#end);
    if (tag !== undefined) element.expect(tag);
    this.#offset = element.end;
    this.#peeked = null;
    return element;
  }

  /** The next element if it has one of these tags. */
  optional(...tags: readonly number[]): Element | null {
    const element = this.#peek();
    return element !== null && tags.includes(element.tag) ? this.next() : null;
  }

  /** Insists that nothing is left. */
  finish(): void {
    if (!this.isDone) throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'An unexpected element follows', this.#offset);
  }

  #peek(): Element | null {
    if (this.isDone) return null;
    this.#peeked ??= this.#read(this.#offset, this.#end);
    return this.#peeked;
  }
}
