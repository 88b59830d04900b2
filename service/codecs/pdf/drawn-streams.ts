import { ContentAudit } from './content-audit.ts';
import type { PdfDocument } from './pdf-document.ts';
import { findOddEntry, type DrawnKind } from './drawing-entries.ts';
import { hasPlainParameters } from './filter-parameters.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfName, PdfReference, PdfStream, type PdfObject } from './pdf-objects.ts';
import { MAX_FILTERS } from './stream-filters.ts';

/**
 * Filters of the standard (ISO 32000-2 table 6) that are not made for pictures, with the short names that only inline images
 * may use and all readers know.
 */
const FILTERS = new Set(
  'ASCIIHexDecode ASCII85Decode LZWDecode FlateDecode RunLengthDecode AHx A85 LZW Fl RL'.split(' '),
);
/** Those of pictures, which a broken document may show instead of a drawing. */
const PICTURE_FILTERS = new Set('CCITTFaxDecode JBIG2Decode DCTDecode JPXDecode CCF DCT'.split(' '));
/** Resources in which nothing is drawn, but which may name a key twice. */
const READ_ONLY_KINDS = ['ColorSpace', 'Properties'];
/** Short for DecodeParms in inline images; some readers take it for that in other streams, too. */
const SHORT_PARAMETERS = 'DP';
const UNKNOWN_FILTERS = 'a drawing names filters that not all readers know';

/** In words, that readers take an entry of something drawn for different things. */
export function oddEntry(key: string): string {
  return `an entry ${key} of what a page is drawn with is not taken alike by all readers`;
}

/**
 * The streams that pages and annotations are drawn with: contents, drawings, patterns, masks and glyphs, each looked at
 * once however often it is shown.
 */
export class DrawnStreams {
  readonly #document: PdfDocument;
  readonly #streams = new Set<number>();
  /** By what they were met as: what is a color space for one page may be drawn by the next. */
  readonly #objects = new Set<string>();
  readonly #audit: ContentAudit;

  constructor(document: PdfDocument) {
    this.#document = document;
    this.#audit = new ContentAudit(document);
  }

  /** What readers read differently in a drawing and in what it is drawn with; null when nothing. Throws PdfError. */
  findDifference(stream: PdfStream): string | null {
    const cause = this.#isKnown(stream) ? null : this.#inStream(stream, null);
    // What a picture holds is a matter of decoders.
    if (cause !== null || this.#isPicture(stream)) return cause;
    // What is one of several contents of a page is read alone here.
    const fault = this.#audit.faultOf([stream]);
    if (fault === null) return null;
    return fault === 'data'
      ? 'a drawing holds data that cannot be decoded'
      : 'a drawing is made of what not all readers read alike';
  }

  /** The same in the contents of a page, counted from 1: streams that are read one after the other. Throws PdfError. */
  findInContents(streams: readonly PdfStream[], page: number): string | null {
    for (const stream of streams) {
      const cause = this.#isKnown(stream) ? null : this.#inStream(stream, page);
      if (cause !== null) return cause;
    }
    const fault = this.#audit.faultOf(streams);
    if (fault === null) return null;
    return fault === 'data'
      ? `the contents of page ${page} hold data that cannot be decoded`
      : `the contents of page ${page} are made of what not all readers read alike`;
  }

  #inStream(stream: PdfStream, page: number | null): string | null {
    this.#document.shared.countStep();
    return (
      this.#ownDifference(stream, page) ?? this.findInResources(this.#document.get(stream.dictionary, 'Resources'))
    );
  }

  #isPicture({ dictionary }: PdfStream): boolean {
    return isNamed(this.#document.get(dictionary, 'Subtype'), 'Image');
  }

  /** What decodes it is a matter of readers; the data that they decode are not. */
  #pictureCause(picture: PdfStream): string | null {
    const { dictionary } = picture;
    if (!this.#hasPlainParameters(dictionary) || !this.#hasPlainNames(picture)) return UNKNOWN_FILTERS;
    return this.#oddEntry('picture', dictionary);
  }

  /** What an entry says that readers take for different things; null for none. Throws PdfError. */
  #oddEntry(kind: DrawnKind, dictionary: PdfDictionary): string | null {
    const key = findOddEntry(this.#document, kind, dictionary);
    return key === null ? null : oddEntry(key);
  }

  /** Table 93 requires a box: MuPDF and PDFium show a form without one, and poppler and Ghostscript do not. */
  #formCause(form: PdfStream): string | null {
    const { dictionary } = form;
    const isForm = isNamed(this.#document.get(dictionary, 'Subtype'), 'Form');
    const hasBox = !isForm || this.#document.get(dictionary, 'BBox') !== null;
    if (!hasBox) return 'a drawing among the resources of a page has no box';
    return this.#oddEntry('drawing', dictionary) ?? this.findDifference(form);
  }

  #hasPlainParameters(dictionary: PdfDictionary): boolean {
    return hasPlainParameters(dictionary, (object) => this.#document.resolve(object));
  }

  #isKnown({ dataOffset }: PdfStream): boolean {
    const isKnown = this.#streams.has(dataOffset);
    this.#streams.add(dataOffset);
    return isKnown;
  }

  /** The same for all that resources (table 34) name. Throws PdfError. */
  findInResources(written: PdfObject): string | null {
    const resources = this.#once(written, 'Resources');
    if (!(resources instanceof PdfDictionary)) return null;
    for (const item of this.#values(resources, 'XObject')) {
      if (!(item instanceof PdfStream)) continue;
      const cause = this.#isPicture(item) ? this.#pictureCause(item) : this.#formCause(item);
      if (cause !== null) return cause;
    }
    for (const item of this.#values(resources, 'Pattern')) {
      const cause = this.#patternCause(item);
      if (cause !== null) return cause;
    }
    for (const item of this.#values(resources, 'Shading')) {
      const cause = this.#shadingCause(item);
      if (cause !== null) return cause;
    }
    for (const kind of READ_ONLY_KINDS) this.#readEach(resources, kind);
    return this.#findInStates(resources) ?? this.#findInFonts(resources);
  }

  /** One after the other: a hundred of them side by side can take two gigabytes. */
  #readEach(resources: PdfDictionary, kind: string): void {
    for (const item of this.#values(resources, kind)) if (item instanceof PdfStream) this.#document.shared.countStep();
  }

  #patternCause(item: PdfObject): string | null {
    if (item instanceof PdfStream) return this.#oddEntry('pattern', item.dictionary) ?? this.findDifference(item);
    if (!(item instanceof PdfDictionary)) return null;
    return this.#oddEntry('pattern', item) ?? this.#shadingCause(this.#document.get(item, 'Shading'));
  }

  #shadingCause(item: PdfObject): string | null {
    const dictionary = item instanceof PdfStream ? item.dictionary : item;
    return dictionary instanceof PdfDictionary ? this.#oddEntry('shading', dictionary) : null;
  }

  #findInStates(resources: PdfDictionary): string | null {
    for (const state of this.#values(resources, 'ExtGState')) {
      const cause = state instanceof PdfDictionary ? this.#stateCause(state) : null;
      if (cause !== null) return cause;
    }
    return null;
  }

  /** Its soft mask (clause 11.6.5.2) and its font (table 57) among them. */
  #stateCause(state: PdfDictionary): string | null {
    const mask = this.#document.dictionary(state, 'SMask');
    const group = mask === null ? null : this.#document.get(mask, 'G');
    const setting = this.#document.get(state, 'Font');
    const [font = null] = isPdfArray(setting) ? setting : [];
    return (
      this.#oddEntry('state', state) ??
      (mask === null ? null : this.#oddEntry('mask', mask)) ??
      (group instanceof PdfStream ? this.findDifference(group) : null) ??
      this.#fontCause(this.#once(font, 'Font[]'))
    );
  }

  #findInFonts(resources: PdfDictionary): string | null {
    for (const font of this.#values(resources, 'Font')) {
      const cause = this.#fontCause(font);
      if (cause !== null) return cause;
    }
    return null;
  }

  /** Its glyphs, too, where these are drawings (clause 9.6.4). */
  #fontCause(font: PdfObject): string | null {
    if (!(font instanceof PdfDictionary)) return null;
    const odd = this.#oddEntry('font', font);
    if (odd !== null) return odd;
    for (const glyph of this.#values(font, 'CharProcs')) {
      const cause = glyph instanceof PdfStream ? this.findDifference(glyph) : null;
      if (cause !== null) return cause;
    }
    return this.findInResources(font.get('Resources'));
  }

  /** Each value of a dictionary, those that are objects of their own once: reading them is what finds repeated keys. */
  *#values(owner: PdfDictionary, key: string): Generator<PdfObject> {
    const items = this.#once(owner.get(key), key);
    if (!(items instanceof PdfDictionary)) return;
    for (const written of items.entries.values()) yield this.#once(written, `${key}[]`);
  }

  /** The object, null where it was met before under its own number as the same. */
  #once(written: PdfObject, as: string): PdfObject {
    if (!(written instanceof PdfReference)) return written;
    const met = `${as} ${written.number}`;
    if (this.#objects.has(met)) return null;
    this.#objects.add(met);
    return this.#document.resolve(written);
  }

  #ownDifference(stream: PdfStream, page: number | null): string | null {
    if (!this.#document.hasTrueLength(stream)) {
      return page === null
        ? 'a drawing does not have the length that it claims'
        : `the contents of page ${page} do not have the length that they claim`;
    }
    if (this.#hasPlainFilters(stream)) return null;
    return page === null ? UNKNOWN_FILTERS : `the contents of page ${page} name filters that not all readers know`;
  }

  /** Whether what undoes the filters is written as the standard has it (table 5), and lies in the file itself. */
  #hasPlainFilters(stream: PdfStream): boolean {
    const { dictionary } = stream;
    if (dictionary.get('F') !== null || dictionary.get(SHORT_PARAMETERS) !== null) return false;
    return this.#hasPlainParameters(dictionary) && this.#hasPlainNames(stream);
  }

  #hasPlainNames(stream: PdfStream): boolean {
    const { dictionary } = stream;
    const filters = this.#document.get(dictionary, 'Filter');
    const list = isPdfArray(filters) ? filters : filters === null ? [] : [filters];
    if (list.length > MAX_FILTERS) return false;
    return list.every((item, index) => {
      const name = this.#document.resolve(item);
      return name instanceof PdfName && this.#isPlainFilter(name.value, index, stream);
    });
  }

  /** Ghostscript shows nothing of a stream that names a crypt filter in a document that is not encrypted. */
  #isPlainFilter(name: string, index: number, stream: PdfStream): boolean {
    if (FILTERS.has(name)) return true;
    if (name === 'Crypt') return index === 0 && this.#document.trailer.get('Encrypt') !== null;
    return PICTURE_FILTERS.has(name) && this.#isPicture(stream);
  }
}
