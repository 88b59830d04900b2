/** The object types of ISO 32000-2 clause 7.3. Numbers are JavaScript numbers, arrays are arrays. */
export type PdfObject =
  null | boolean | number | PdfName | PdfString | PdfReference | PdfDictionary | PdfStream | readonly PdfObject[];

export class PdfName {
  /** One character per byte, `#xx` already decoded, without the slash. */
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

/** How the strings and the stream of one indirect object are encrypted, ISO 32000-2 clause 7.6. Throws PdfError. */
export interface ObjectCipher {
  readonly decryptString: (data: Uint8Array) => Uint8Array;
  readonly encryptString: (data: Uint8Array) => Uint8Array;
  /** Entries of the stream's dictionary choose the method; `resolve` follows references. */
  readonly decryptStream: StreamCipher;
  readonly encryptStream: StreamCipher;
}

type StreamCipher = (
  data: Uint8Array,
  dictionary: PdfDictionary,
  resolve: (object: PdfObject) => PdfObject,
) => Uint8Array;

export class PdfString {
  #known: Uint8Array;
  #cipher: ObjectCipher | null;
  /** Also written in clear where other strings are encrypted. */
  readonly isClear: boolean;
  /** What stands between the parentheses, where readers disagree about what it means; null where they do not. */
  readonly literal: Uint8Array | null;

  /** `bytes` are encrypted when there is a cipher. */
  constructor(
    bytes: Uint8Array,
    cipher: ObjectCipher | null = null,
    isClear = false,
    literal: Uint8Array | null = null,
  ) {
    this.#known = bytes;
    this.#cipher = cipher;
    this.isClear = isClear;
    this.literal = literal;
  }

  /** Decrypted when first asked for: most strings of a document never are. Throws PdfError when that is impossible. */
  get bytes(): Uint8Array {
    if (this.#cipher !== null) {
      this.#known = this.#cipher.decryptString(this.#known);
      this.#cipher = null;
    }
    return this.#known;
  }

  /** The string with its bytes as they stand in the file; only before anyone asked for `bytes`. */
  get asClear(): PdfString {
    return new PdfString(this.#known, null, true);
  }
}

export class PdfReference {
  readonly number: number;
  readonly generation: number;

  constructor(number: number, generation: number) {
    this.number = number;
    this.generation = generation;
  }
}

const NO_KEYS: readonly string[] = [];

export class PdfDictionary {
  /** In file order; of a key written twice the last value. */
  readonly entries: ReadonlyMap<string, PdfObject>;
  /** Readers disagree about which value of a repeated key counts, so a verifier must distrust such a dictionary. */
  readonly hasDuplicateKeys: boolean;
  readonly #signedOrReal: readonly string[];
  readonly #odd: readonly string[];

  /**
   * `signedOrReal` names the keys whose numbers are written with a sign or a fraction, `odd` those of a number or string
   * that some readers read as another one.
   */
  constructor(
    entries: ReadonlyMap<string, PdfObject>,
    hasDuplicateKeys = false,
    signedOrReal: readonly string[] = NO_KEYS,
    odd: readonly string[] = NO_KEYS,
  ) {
    this.entries = entries;
    this.hasDuplicateKeys = hasDuplicateKeys;
    this.#signedOrReal = signedOrReal;
    this.#odd = odd;
  }

  /**
   * False when a number of this entry is written with a sign or a fraction (`9525.0`): some readers take it for the
   * integer that it is, others take it for none and repair the file.
   */
  hasPlainIntegers(key: string): boolean {
    return !this.#signedOrReal.includes(key);
  }

  /** Whether this entry is an integer written as `2.0`, or a string with carriage returns: readers differ in what it is. */
  isOdd(key: string): boolean {
    return this.#odd.includes(key);
  }

  /** The value as written (maybe a reference); null when absent, as clause 7.3.7 makes the two equal. */
  get(key: string): PdfObject {
    return this.entries.get(key) ?? null;
  }

  /** A copy with some entries set; null removes one. */
  with(changes: Readonly<Record<string, PdfObject>>): PdfDictionary {
    const entries = new Map(this.entries);
    for (const [key, value] of Object.entries(changes)) {
      if (value === null) entries.delete(key);
      else entries.set(key, value);
    }
    const odd = this.#odd.filter((key) => !Object.hasOwn(changes, key));
    return new PdfDictionary(entries, false, NO_KEYS, odd);
  }
}

/** A stream in the file: its data is read only when asked for. */
export class PdfStream {
  readonly dictionary: PdfDictionary;
  /** Position of the first data byte in the source. */
  readonly dataOffset: number;
  /** Null when the data is not encrypted. */
  readonly cipher: ObjectCipher | null;

  constructor(dictionary: PdfDictionary, dataOffset: number, cipher: ObjectCipher | null) {
    this.dictionary = dictionary;
    this.dataOffset = dataOffset;
    this.cipher = cipher;
  }
}

export function dictionaryOf(entries: Readonly<Record<string, PdfObject>>): PdfDictionary {
  return new PdfDictionary(new Map(Object.entries(entries)));
}

const oddItems = new WeakMap<readonly PdfObject[], ReadonlySet<number>>();

/** Says which items of an array are numbers or strings that some readers read as others. */
export function markOddItems(array: readonly PdfObject[], indexes: ReadonlySet<number>): void {
  oddItems.set(array, indexes);
}

/** As `isOdd` of a dictionary, for an item of an array. */
export function isOddItem(array: readonly PdfObject[], index: number): boolean {
  return oddItems.get(array)?.has(index) === true;
}

export function isPdfArray(object: PdfObject): object is readonly PdfObject[] {
  return Array.isArray(object);
}

export function isNamed(object: PdfObject, value: string): boolean {
  return object instanceof PdfName && object.value === value;
}

/** A non-negative integer that is exact as a JavaScript number. */
export function isCount(object: PdfObject): object is number {
  return typeof object === 'number' && Number.isSafeInteger(object) && object >= 0;
}
