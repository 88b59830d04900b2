import { interactiveForm } from '../../codecs/pdf/form-fields.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { isPdfArray, PdfReference, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { signatureDictionaries } from './signature-places.ts';
import { describeObject } from './object-description.ts';
import { TRAILER, type Usage } from './reference-usages.ts';
import type { RevisionStep } from './revision-changes.ts';

/**
 * Where any name can be a key, so that whatever hangs there may be drawn under the name of an entry that is allowed to
 * change: resources (ISO 32000-2 table 34), glyphs, colorants, appearances.
 */
const RESOURCE_KEYS = new Set(
  'Resources DR XObject Font ExtGState ColorSpace Pattern Shading Properties CharProcs Colorants AP'.split(' '),
);
/** The same for the states of an appearance and for what else draws or names, where the object itself is meant. */
const DRAWING_KEYS = new Set('N R D SMask Mask Group Contents ClassMap RoleMap'.split(' '));

/** Places that only point at a field or an annotation: structure, actions, replies, rules of signatures. */
const POINTERS_TO_FIELDS = new Set(['Obj', 'T', 'Fields', 'CO', 'AN', 'TA', 'IRT', 'Popup', 'Parent', 'Kids', 'Data']);

export type JudgedRole = 'catalog' | 'page' | 'field';

/** Tells what the places mean that an object is used at. A change is allowed only where every place allows it. */
export class UsageRoles {
  readonly #step: RevisionStep;
  readonly #roots: ReadonlySet<number>;
  #formNumbers: Set<number> | undefined;
  #signatureData: Set<string> | undefined;

  constructor(step: RevisionStep, roots: ReadonlySet<number>) {
    this.#step = step;
    this.#roots = roots;
  }

  isRoot(number: number): boolean {
    return this.#roots.has(number);
  }

  /** Whether the object is used, and nowhere else than expected. */
  isOnly(number: number, isExpected: (usage: Usage) => boolean): boolean {
    const usages = this.#step.usages.of(number);
    return usages.length > 0 && usages.every(isExpected);
  }

  isRootEntry({ parent, path }: Usage, key: string): boolean {
    return this.#roots.has(parent) && path.length === 1 && path[0] === key;
  }

  /** Whether it is the form (`keys` empty) or that entry of it. */
  isFormEntry({ parent, path }: Usage, keys: readonly string[]): boolean {
    const isMatch = (rest: readonly string[]): boolean => rest.join('/') === keys.join('/');
    if (this.#roots.has(parent) && path[0] === 'AcroForm') return isMatch(path.slice(1));
    return keys.length > 0 && this.#forms().has(parent) && isMatch(path);
  }

  /** Whether it is the fonts, or another category, of the form's default resources. */
  isFormResource(usage: Usage): boolean {
    const key = usage.path.at(-1) ?? '';
    if (this.isFormEntry(usage, ['DR', key])) return true;
    const resources = interactiveForm(this.#step.before)?.get('DR') ?? null;
    return resources instanceof PdfReference && resources.number === usage.parent && usage.path.length === 1;
  }

  /** Index of the page whose /Annots is meant; null when it is another place. */
  pageListing({ parent, path }: Usage): number | null {
    return path.length === 1 && path[0] === 'Annots' ? (this.#step.pages.get(parent) ?? null) : null;
  }

  /** Says where the object is used besides; false when the change must not be looked at any further. */
  allow(number: number, role: JudgedRole): boolean {
    for (const usage of this.#step.usages.of(number)) {
      if (this.#isAllowed(usage, role)) continue;
      if (isDrawn(usage) || role === 'catalog') {
        const before = this.#step.valueOf('before', number);
        this.#step.forbid(
          role === 'catalog'
            ? 'the document catalog, which is used as something else too, was replaced'
            : describeObject(this.#step, { number, before, after: null }),
        );
        return false;
      }
      this.#step.doubt(`object ${number}, which is also used as something else, was changed`);
    }
    return true;
  }

  #isAllowed(usage: Usage, role: JudgedRole): boolean {
    if (role === 'catalog') return isRootOfTrailer(usage) || this.#isSignatureData(usage);
    // Destinations, structure and annotations point at pages from everywhere.
    if (role === 'page') return !RESOURCE_KEYS.has(usage.path.at(-1) ?? '');
    return this.#isFieldPlace(usage);
  }

  #isFieldPlace(usage: Usage): boolean {
    const { parent, path } = usage;
    const { places } = this.#step;
    if (isDrawn(usage)) return false;
    if (this.pageListing(usage) !== null || this.isFormEntry(usage, ['Fields'])) return true;
    if (path.length > 0) return POINTERS_TO_FIELDS.has(path.at(-1) ?? '');
    return places.annotationLists.has(parent) || places.fieldList === parent || this.#isListOfPointers(parent);
  }

  /** An array that is an object of its own: only known lists, and kids of fields. */
  #isListOfPointers(number: number): boolean {
    for (const { dictionary } of this.#step.fields().values()) {
      const kids = dictionary.get('Kids');
      if (kids instanceof PdfReference && kids.number === number) return true;
    }
    return false;
  }

  #forms(): ReadonlySet<number> {
    if (this.#formNumbers !== undefined) return this.#formNumbers;
    this.#formNumbers = new Set();
    for (const document of [this.#step.before, this.#step.after]) {
      const form = document.catalog.get('AcroForm');
      if (form instanceof PdfReference && interactiveForm(document) !== null) this.#formNumbers.add(form.number);
    }
    return this.#formNumbers;
  }

  /** ISO 32000-2 table 256: /Data of a signature reference names what the rules are about, usually the catalog. */
  #isSignatureData({ parent, path }: Usage): boolean {
    this.#signatureData ??= signatureDataPlaces(this.#step.after);
    return this.#signatureData.has(placeKey(parent, path));
  }
}

function isDrawn({ path }: Usage): boolean {
  return path.some((key) => RESOURCE_KEYS.has(key)) || DRAWING_KEYS.has(path.at(-1) ?? '');
}

function isRootOfTrailer({ parent, path }: Usage): boolean {
  return parent === TRAILER && path.length === 1 && path[0] === 'Root';
}

function placeKey(parent: number, path: readonly string[]): string {
  return `${parent} ${path.join('/')}`;
}

/** Where the signatures of the document write /Data. */
function signatureDataPlaces(document: PdfDocument): Set<string> {
  const places = new Set<string>();
  const follow = (written: PdfObject, place: { parent: number; path: readonly string[] }): typeof place =>
    written instanceof PdfReference ? { parent: written.number, path: [] } : place;
  for (const { number, dictionary, path } of signatureDictionaries(document)) {
    const list = dictionary.get('Reference');
    const listPlace = follow(list, { parent: number, path: [...path, 'Reference'] });
    const items = document.resolve(list);
    for (const item of isPdfArray(items) ? items : []) {
      const { parent, path: itemPath } = follow(item, listPlace);
      places.add(placeKey(parent, [...itemPath, 'Data']));
    }
  }
  return places;
}
