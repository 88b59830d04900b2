import type { PdfDocument } from './pdf-document.ts';
import { invalidStructure, PdfError } from './pdf-error.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfName, PdfReference, PdfString, type PdfObject } from './pdf-objects.ts';
import { decodeTextString } from './text-strings.ts';

const MAX_DEPTH = 100;

/** A node of the field tree: a field, or a widget without a name of its own that belongs to its parent field. */
export interface FormField {
  /** Null for a field written directly into /Fields or /Kids. */
  readonly reference: PdfReference | null;
  readonly dictionary: PdfDictionary;
  /** /T; null for an unnamed node. */
  readonly partialName: string | null;
  /** Partial names from the root joined by full stops (clause 12.7.4.2); empty when no node has a name. */
  readonly fullName: string;
  /** /FT, own or inherited: Btn, Tx, Ch, Sig. */
  readonly fieldType: string | null;
  /** /V, own or inherited, as written. */
  readonly value: PdfObject;
  /** The reference of the node /V was found in; null when that node is direct or there is no value. */
  readonly valueOwner: PdfReference | null;
  /** True when it only shows its parent field. */
  readonly isWidgetOnly: boolean;
  readonly hasKids: boolean;
}

/** The interactive form dictionary, clause 12.7.3; null when there is none. */
export function interactiveForm(document: PdfDocument): PdfDictionary | null {
  return document.dictionary(document.catalog, 'AcroForm');
}

/**
 * Every node of the field tree, parents first, in document order. A node that is listed twice is given once.
 * Throws PdfError, also when a node is its own ancestor.
 */
export function* walkFormFields(document: PdfDocument): Generator<FormField> {
  yield* new FieldWalk(document).walk(listedFields(document));
}

/**
 * As walkFormFields, without the fields that are known to be plain (see PlainFields), of which only the object number is
 * told, to `pass`. For who looks for signatures, lists of drawings or names like those of this program.
 */
export function* walkTellingFields(
  document: PdfDocument,
  pass: (number: number) => void = () => undefined,
): Generator<FormField> {
  yield* new FieldWalk(document, pass).walk(listedFields(document));
}

function listedFields(document: PdfDocument): readonly PdfObject[] {
  const form = interactiveForm(document);
  const fields = form === null ? null : document.get(form, 'Fields');
  if (fields === null) return [];
  if (!isPdfArray(fields)) throw invalidStructure('malformed form fields');
  return fields;
}

/** What describes a node that needs no other object to be described: the same in every revision that has it below the same field. */
interface Description {
  readonly field: FormField;
  readonly parent: FormField | null;
  readonly kids: PdfObject;
}

/**
 * By the dictionary as it was read, which all revisions share that have it: a document with hundreds of signatures has
 * its form walked as of each of them, and each time most of its fields are as they were.
 */
const DESCRIPTIONS = new WeakMap<PdfDictionary, Description>();
/** Entries that a description is made of, besides the value, which is kept as it is written. */
const DESCRIBING = ['T', 'FT', 'Subtype', 'Kids'] as const;

/** Fields that are listed beside each other, and which of them is next. */
interface Level {
  readonly nodes: readonly PdfObject[];
  readonly parent: FormField | null;
  next: number;
}

/** Stands for the number of a field that is no object of its own. */
const DIRECT = -1;

function numberOf(node: PdfObject | undefined): number {
  return node instanceof PdfReference ? node.number : DIRECT;
}

class FieldWalk {
  readonly #document: PdfDocument;
  readonly #visited = new Set<number>();
  readonly #path = new Set<number>();
  readonly #pass: ((number: number) => void) | null;

  /** `pass` is told of the fields that are known to be plain, which are left out then. */
  constructor(document: PdfDocument, pass: ((number: number) => void) | null = null) {
    this.#document = document;
    this.#pass = pass;
  }

  /** With a stack of its own: generators in each other hand every field up through all of them. */
  *walk(roots: readonly PdfObject[]): Generator<FormField> {
    const levels: Level[] = [{ nodes: roots, parent: null, next: 0 }];
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      const node = level.nodes[level.next++];
      if (node === undefined) {
        levels.pop();
        this.#path.delete(numberOf(level.parent?.reference));
        continue;
      }
      const described = this.#isNew(numberOf(node)) ? this.#visit(node, level.parent) : undefined;
      if (described === undefined) continue;
      const { field, kids } = described;
      yield field;
      if (!isPdfArray(kids)) continue;
      if (levels.length >= MAX_DEPTH) throw new PdfError('PDF_LIMIT_EXCEEDED', 'form field tree too deep');
      this.#path.add(numberOf(field.reference));
      levels.push({ nodes: kids, parent: field, next: 0 });
    }
  }

  #isNew(number: number): boolean {
    if (number === DIRECT) return true;
    if (this.#path.has(number)) throw invalidStructure('a form field that is its own ancestor');
    if (this.#visited.has(number)) return false;
    this.#visited.add(number);
    return true;
  }

  #visit(node: PdfObject, parent: FormField | null): Description | undefined {
    const { shared } = this.#document;
    shared.countStep();
    if (this.#pass !== null && node instanceof PdfReference && shared.plainFields.has(this.#document, node)) {
      this.#pass(node.number);
      return undefined;
    }
    const dictionary = this.#document.resolve(node);
    // Dangling references in /Fields occur in sound documents after fields were deleted.
    if (!(dictionary instanceof PdfDictionary)) return undefined;
    const reference = node instanceof PdfReference ? node : null;
    if (reference !== null) shared.plainFields.note(this.#document, reference, dictionary);
    return this.#known(dictionary, reference, parent) ?? this.#read(dictionary, reference, parent);
  }

  #known(dictionary: PdfDictionary, reference: PdfReference | null, parent: FormField | null): Description | undefined {
    const known = DESCRIPTIONS.get(dictionary);
    const isSame = known?.parent === parent && known.field.reference?.number === reference?.number;
    return isSame ? known : undefined;
  }

  #read(dictionary: PdfDictionary, reference: PdfReference | null, parent: FormField | null): Description {
    const kids = this.#document.get(dictionary, 'Kids');
    const field = this.#describe(dictionary, reference, parent, isPdfArray(kids));
    const description = { field, parent, kids };
    const isOwn = !DESCRIBING.some((key) => dictionary.get(key) instanceof PdfReference);
    if (isOwn && this.#document.shared.isOftenRead) DESCRIPTIONS.set(dictionary, description);
    return description;
  }

  #describe(
    dictionary: PdfDictionary,
    reference: PdfReference | null,
    parent: FormField | null,
    hasKids: boolean,
  ): FormField {
    const name = this.#document.get(dictionary, 'T');
    const partialName = name instanceof PdfString ? decodeTextString(name.bytes) : null;
    const type = this.#document.get(dictionary, 'FT');
    const isWidget = isNamed(this.#document.get(dictionary, 'Subtype'), 'Widget');
    return {
      reference,
      dictionary,
      partialName,
      fullName: joinNames(parent?.fullName ?? '', partialName ?? ''),
      fieldType: type instanceof PdfName ? type.value : (parent?.fieldType ?? null),
      ...valueOf(dictionary, reference, parent),
      isWidgetOnly: partialName === null && parent !== null && isWidget && !hasKids,
      hasKids,
    };
  }
}

function joinNames(parent: string, own: string): string {
  return parent === '' || own === '' ? parent + own : `${parent}.${own}`;
}

function valueOf(
  dictionary: PdfDictionary,
  reference: PdfReference | null,
  parent: FormField | null,
): Pick<FormField, 'value' | 'valueOwner'> {
  const value = dictionary.get('V');
  if (value === null) return { value: parent?.value ?? null, valueOwner: parent?.valueOwner ?? null };
  return { value, valueOwner: reference };
}

const SIGNATURES = new WeakMap<PdfDocument, readonly FormField[]>();

/** The fields (not mere widgets) of type Sig, signed or not. Looked for once in a view, which does not change. */
export function signatureFields(document: PdfDocument): readonly FormField[] {
  const known = SIGNATURES.get(document);
  if (known !== undefined) return known;
  const result: FormField[] = [];
  for (const field of walkTellingFields(document)) {
    if (field.fieldType === 'Sig' && !field.isWidgetOnly) result.push(field);
  }
  SIGNATURES.set(document, result);
  return result;
}
