import { interactiveForm } from '../../codecs/pdf/form-fields.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { isNamed, PdfDictionary, PdfStream, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { decodeName } from '../../codecs/pdf/token-reader.ts';
import type { RevisionStep } from './revision-changes.ts';
import { appearanceStreams, isBlankText } from './widget-appearance.ts';

/** What the drawings of a form may have in bytes together: a form of a thousand fields has a tenth of that. */
const MAX_CONTENT_BYTES = 4 * 1024 * 1024;
const MAX_DRAWINGS = 20_000;
const MAX_DEPTH = 8;
/** So many bytes of a drawing are counted as one step: an operation has about as many. */
const STEP_BYTES = 16;
/** A name (ISO 32000-2 clause 7.3.5) wherever it stands: readers disagree about where comments and images end. */
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/g;
/** Colour spaces that operators choose without naming them (clause 8.6.5.6). */
const UNNAMED_SPACES = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK'];

/** The categories of resources that have an entry, by its name: two may have one of the same name. */
type CategoriesByName = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Whether the form's default resources got what a drawing of an existing field named in vain: some viewers look there for
 * what is not among its own resources. Null where there is too much to look at. Throws PdfError.
 */
export function suppliesDrawings(step: RevisionStep): boolean | null {
  const older = formResources(step.before);
  const came = entriesOf(step.after, (category, name) => {
    const known = older === null ? null : step.before.get(older, category);
    return !(known instanceof PdfDictionary) || known.get(name) === null;
  });
  return came.size === 0 ? false : someDrawing(step, (drawing) => lacksAny(step.before, drawing, came));
}

/**
 * Whether a drawing of an existing field is drawn with drawings of the form's default resources, or has no resources of
 * its own. Null where there is too much to look at. Throws PdfError.
 */
export function borrowsDrawings(step: RevisionStep): boolean | null {
  const isDrawing = (category: string): boolean => category === 'XObject';
  const named = [step.before, step.after].map((document) => entriesOf(document, isDrawing));
  return someDrawing(
    step,
    (drawing) =>
      (!(drawing.resources instanceof PdfDictionary) && !isBlankText(drawing.text)) ||
      named.some((entries) => lacksAny(step.before, drawing, entries)),
  );
}

function formResources(document: PdfDocument): PdfDictionary | null {
  const form = interactiveForm(document);
  return form === null ? null : document.dictionary(form, 'DR');
}

/** The default resources of the form that are meant. */
function entriesOf(document: PdfDocument, isMeant: (category: string, name: string) => boolean): CategoriesByName {
  const found = new Map<string, Set<string>>();
  for (const [category, written] of formResources(document)?.entries ?? []) {
    const entries = document.resolve(written);
    for (const name of entries instanceof PdfDictionary ? entries.entries.keys() : []) {
      document.shared.countStep();
      if (isMeant(category, name)) found.set(name, (found.get(name) ?? new Set<string>()).add(category));
    }
  }
  return found;
}

interface Drawing {
  readonly text: string;
  /** Its own; null for none. */
  readonly resources: PdfObject;
}

/** Whether the drawing names one of the entries, and its own resources do not have it. */
function lacksAny(document: PdfDocument, { text, resources }: Drawing, entries: CategoriesByName): boolean {
  const isLacking = (name: string): boolean =>
    [...(entries.get(name) ?? [])].some((category) => !hasResource(document, resources, category, name));
  for (const [, written = ''] of text.matchAll(NAME)) if (isLacking(decodeName(written))) return true;
  return !(resources instanceof PdfDictionary) && !isBlankText(text) && UNNAMED_SPACES.some(isLacking);
}

/** Of a key written twice readers disagree about which value counts. */
function hasResource(document: PdfDocument, resources: PdfObject, category: string, name: string): boolean {
  if (!(resources instanceof PdfDictionary) || resources.hasDuplicateKeys) return false;
  const entries = document.dictionary(resources, category);
  return entries !== null && !entries.hasDuplicateKeys && document.get(entries, name) !== null;
}

/** Whether it is so of a drawing of a field before the change; null where there is too much to look at. */
function someDrawing(step: RevisionStep, isSo: (drawing: Drawing) => boolean): boolean | null {
  const walk = new DrawingWalk(step.before);
  for (const { dictionary } of step.widgets()) {
    for (const stream of appearanceStreams(step.before, dictionary)) walk.add(stream);
  }
  for (const drawing of walk.drawings()) if (isSo(drawing)) return true;
  return walk.isCutShort ? null : false;
}

interface Waiting {
  readonly stream: PdfStream;
  readonly resources: PdfObject;
  readonly depth: number;
}

/** Drawings, and those that they are drawn with by resources of their own. */
class DrawingWalk {
  /** Whether there were more than can be looked at. */
  isCutShort = false;
  readonly #document: PdfDocument;
  readonly #waiting: Waiting[] = [];
  readonly #seen = new Set<number>();
  #bytes = 0;
  #count = 0;

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  /** A drawing whose resources are written in it. */
  add(stream: PdfStream, depth = 0): void {
    if (this.#seen.has(stream.dataOffset)) return;
    this.#seen.add(stream.dataOffset);
    this.#push({ stream, resources: this.#document.get(stream.dictionary, 'Resources'), depth });
  }

  /** Throws PdfError. */
  *drawings(): Generator<Drawing> {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const { stream, resources, depth } = next;
      const content = this.#document.decodeStream(stream);
      this.#bytes += content.length;
      if (this.#bytes > MAX_CONTENT_BYTES) {
        this.isCutShort = true;
        return;
      }
      for (let at = 0; at < content.length; at += STEP_BYTES) this.#document.shared.countStep();
      yield { text: Buffer.from(content.buffer, content.byteOffset, content.length).toString('latin1'), resources };
      if (resources instanceof PdfDictionary) this.#addParts(resources, depth + 1);
    }
  }

  #push(drawing: Waiting): void {
    this.#count++;
    if (drawing.depth > MAX_DEPTH || this.#count > MAX_DRAWINGS) this.isCutShort = true;
    else this.#waiting.push(drawing);
  }

  /** Drawings and patterns, masks (clause 11.6.5.2) and glyphs, which have the resources of their font (9.6.4). */
  #addParts(resources: PdfDictionary, depth: number): void {
    const document = this.#document;
    for (const entry of [...this.#entries(resources, 'XObject'), ...this.#entries(resources, 'Pattern')]) {
      if (entry instanceof PdfStream && !isNamed(document.get(entry.dictionary, 'Subtype'), 'Image'))
        this.add(entry, depth);
    }
    for (const state of this.#entries(resources, 'ExtGState')) {
      const mask = state instanceof PdfDictionary ? document.dictionary(state, 'SMask') : null;
      const group = mask === null ? null : document.get(mask, 'G');
      if (group instanceof PdfStream) this.add(group, depth);
    }
    for (const font of this.#entries(resources, 'Font')) {
      if (!(font instanceof PdfDictionary)) continue;
      const own = document.get(font, 'Resources');
      for (const glyph of this.#entries(font, 'CharProcs')) {
        if (glyph instanceof PdfStream) this.#push({ stream: glyph, resources: own, depth });
      }
    }
  }

  *#entries(owner: PdfDictionary, key: string): Generator<PdfObject> {
    for (const written of this.#document.dictionary(owner, key)?.entries.values() ?? []) {
      this.#document.shared.countStep();
      yield this.#document.resolve(written);
    }
  }
}
