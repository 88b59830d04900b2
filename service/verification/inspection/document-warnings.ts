import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { PdfError } from '../../codecs/pdf/pdf-error.ts';
import {
  isNamed,
  isPdfArray,
  PdfDictionary,
  PdfName,
  PdfReference,
  PdfStream,
  PdfString,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import type { DocumentWarning, WarningKind } from '../../contract/http/inspection.ts';
import { WorkExceededError } from '../work-budget.ts';
import { countOverlappingFields } from './overlapping-fields.ts';

/** Objects looked at; of a document with more of them only so much is known. */
const MAX_OBJECTS = 200_000;
/** Unused objects of these types could become what is seen; what generators leave behind is of other types. */
const SHOWN_TYPES = ['Catalog', 'Pages', 'Page', 'Annot', 'XObject', 'Font'];

/**
 * What in a PDF may make a person see something else than what is signed: actions, forms that other readers draw
 * differently, content that is not shown now. Nothing of it forbids a signature. Throws nothing for what is in the
 * document, nor for what it would cost; errors of its source go through.
 */
export function documentWarnings(document: PdfDocument): readonly DocumentWarning[] {
  const found: DocumentWarning[] = [];
  try {
    const search = new WarningSearch(document);
    try {
      search.run();
    } finally {
      // What was found before the document became unreadable is said as well.
      found.push(...search.found());
    }
  } catch (error) {
    found.push(notExamined(error));
  }
  return found;
}

/** For what cannot be read, or not within what the document may cost. Throws every other error. */
export function notExamined(error: unknown): DocumentWarning {
  if (!(error instanceof PdfError || error instanceof WorkExceededError)) throw error;
  return { kind: 'NotExamined', count: 1, detail: error.message };
}

class WarningSearch {
  readonly #document: PdfDocument;
  readonly #reached = new Set<number>();
  readonly #pending: PdfObject[];
  readonly #counts = new Map<WarningKind, number>();
  #isCutShort = false;

  constructor(document: PdfDocument) {
    this.#document = document;
    this.#pending = [document.trailer];
  }

  run(): void {
    for (let object = this.#pending.pop(); object !== undefined; object = this.#pending.pop()) this.#visit(object);
    const layers = hiddenLayers(this.#document);
    if (layers > 0) this.#counts.set('HiddenLayers', layers);
    const overlaps = countOverlappingFields(this.#document);
    if (overlaps > 0) this.#counts.set('OverlappingFields', overlaps);
    if (this.#isCutShort) throw new PdfError('PDF_LIMIT_EXCEEDED', `more than ${MAX_OBJECTS} objects`);
    this.#countUnused();
  }

  found(): readonly DocumentWarning[] {
    return [...this.#counts].map(([kind, count]) => ({ kind, count, detail: null }));
  }

  #visit(object: PdfObject): void {
    if (object instanceof PdfReference) this.#follow(object);
    else if (isPdfArray(object)) this.#later(object);
    else if (object instanceof PdfStream) this.#read(object.dictionary);
    else if (object instanceof PdfDictionary) this.#read(object);
  }

  #follow({ number, generation }: PdfReference): void {
    if (this.#reached.has(number)) return;
    if (this.#reached.size >= MAX_OBJECTS) {
      this.#isCutShort = true;
      return;
    }
    this.#reached.add(number);
    this.#pending.push(this.#document.resolve(new PdfReference(number, generation)));
  }

  #read(dictionary: PdfDictionary): void {
    const action = this.#document.get(dictionary, 'S');
    if (isNamed(action, 'JavaScript') || dictionary.get('JS') !== null) this.#note('JavaScript');
    if (isNamed(action, 'Launch')) this.#note('Launch');
    if (dictionary.get('XFA') !== null) this.#note('XFA');
    const file = dictionary.get('EF');
    if (file !== null && !(file instanceof PdfString)) this.#note('EmbeddedFiles');
    this.#later(dictionary.entries.values());
  }

  /** One by one: an array may be longer than a call has arguments. */
  #later(values: Iterable<PdfObject>): void {
    for (const value of values) if (mayLead(value)) this.#pending.push(value);
  }

  /** Pages and what is drawn on them that nothing refers to: another cross-reference section can bring it to light. */
  #countUnused(): void {
    const end = Math.min(this.#document.endNumber, MAX_OBJECTS);
    for (let number = 1; number < end; number++) {
      if (this.#reached.has(number)) continue;
      const location = this.#document.find(number)?.location;
      if (location === undefined || location.kind === 'free') continue;
      const generation = location.kind === 'file' ? location.generation : 0;
      const object = this.#document.resolve(new PdfReference(number, generation));
      const dictionary = object instanceof PdfStream ? object.dictionary : object;
      if (dictionary instanceof PdfDictionary && isShown(this.#document, dictionary)) this.#note('UnusedObjects');
    }
  }

  #note(kind: WarningKind): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }
}

const mayLead = (object: PdfObject): boolean =>
  typeof object === 'object' && object !== null && !(object instanceof PdfName) && !(object instanceof PdfString);

function isShown(document: PdfDocument, dictionary: PdfDictionary): boolean {
  const type = document.get(dictionary, 'Type');
  if (type instanceof PdfName) return SHOWN_TYPES.includes(type.value);
  const subtype = document.get(dictionary, 'Subtype');
  return isNamed(subtype, 'Form') || isNamed(subtype, 'Image');
}

/** Layers that are off until somebody turns them on, ISO 32000-2 clause 8.11.4.3. */
function hiddenLayers(document: PdfDocument): number {
  const properties = document.dictionary(document.catalog, 'OCProperties');
  const configuration = properties === null ? null : document.dictionary(properties, 'D');
  if (properties === null || configuration === null) return 0;
  const lengthOf = (dictionary: PdfDictionary, key: string): number => {
    const value = document.get(dictionary, key);
    return isPdfArray(value) ? value.length : 0;
  };
  if (!isNamed(document.get(configuration, 'BaseState'), 'OFF')) return lengthOf(configuration, 'OFF');
  return Math.max(0, lengthOf(properties, 'OCGs') - lengthOf(configuration, 'ON'));
}
