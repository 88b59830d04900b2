import type { IncrementalUpdate } from '../incremental-update.ts';
import type { PdfPage } from '../page-tree.ts';
import type { PdfDocument } from '../pdf-document.ts';
import { invalidStructure, PdfError } from '../pdf-error.ts';
import {
  dictionaryOf,
  isNamed,
  isPdfArray,
  PdfDictionary,
  PdfName,
  PdfReference,
  PdfString,
  type PdfObject,
} from '../pdf-objects.ts';
import { decodeTextString, encodeTextString } from '../text-strings.ts';
import { addToParentTree, freeParentKey } from './parent-tree.ts';
import { StructureChanges } from './structure-changes.ts';

/** The namespaces that know Document and Form, ISO 32000-2 clause 14.8.6. */
const STANDARD_NAMESPACES = ['http://iso.org/pdf/ssn', 'http://iso.org/pdf2/ssn'];
const MAX_ROLES = 16;

export interface FormElementOptions {
  readonly page: PdfPage;
  readonly widget: PdfReference;
  /** What somebody is told who does not see the widget; becomes /Alt. */
  readonly description: string;
}

/**
 * Gives a widget its place in the logical structure of a tagged document, where screen readers look for it: a Form
 * element (ISO 32000-2 clause 14.8.4.8.2, ISO 14289-1 clause 7.18.4) that refers to it, after everything else. Gives
 * the widget's /StructParent; null when the document is not tagged or its structure tree is not sound: then nothing
 * was changed. Must be the last to change the update, apart from `page` and `widget` themselves.
 */
export function addFormElement(update: IncrementalUpdate, options: FormElementOptions): number | null {
  try {
    const root = update.document.catalog.get('StructTreeRoot');
    if (!isMarked(update.document) || !(root instanceof PdfReference)) return null;
    return addElement(new StructureChanges(update, [options.page.reference, options.widget]), root, options);
  } catch (error) {
    if (error instanceof PdfError) return null;
    throw error;
  }
}

/** Whether the document says that its structure can be relied on; nothing else about it is looked at. */
export function isTagged(document: PdfDocument): boolean {
  try {
    return isMarked(document);
  } catch (error) {
    if (error instanceof PdfError) return false;
    throw error;
  }
}

/** Clause 14.7.1. */
function isMarked(document: PdfDocument): boolean {
  const information = document.dictionary(document.catalog, 'MarkInfo');
  return information !== null && document.get(information, 'Marked') === true;
}

function addElement(changes: StructureChanges, reference: PdfReference, options: FormElementOptions): number {
  const { document } = changes;
  const root = structureDictionary(document.resolve(reference), 'StructTreeRoot');
  requirePlainForm(document, root);
  const key = freeParentKey(document, root);
  const whole = documentElement(document, root);
  const element = changes.add(formElement(whole?.reference ?? reference, options, namespaceOf(document, whole)));
  const tree = addToParentTree(changes, root, key, element);
  const extended = changes.append(whole?.dictionary ?? root, 'K', [element]);
  if (whole !== null && extended !== null) changes.replace(whole.reference, extended);
  const kids = whole === null ? extended : null;
  if (kids !== null || Object.keys(tree).length > 0) changes.replace(reference, (kids ?? root).with(tree));
  changes.commit();
  return key;
}

function formElement(
  parent: PdfReference,
  { page, widget, description }: FormElementOptions,
  namespace: Readonly<Record<string, PdfObject>>,
): PdfDictionary {
  return dictionaryOf({
    Type: new PdfName('StructElem'),
    S: new PdfName('Form'),
    P: parent,
    ...namespace,
    Pg: page.reference,
    K: dictionaryOf({ Type: new PdfName('OBJR'), Obj: widget, Pg: page.reference }),
    Alt: new PdfString(encodeTextString(description)),
  });
}

/** Throws PdfError: PDF_STRUCTURE_INVALID when the document gives Form another meaning. */
function requirePlainForm(document: PdfDocument, root: PdfDictionary): void {
  const role = nextRole(document, root, 'Form') ?? 'Form';
  if (role !== 'Form') throw invalidStructure('the role map says that a Form is something else');
}

/** Throws PdfError: PDF_STRUCTURE_INVALID unless it is such a dictionary and says everything once. */
function structureDictionary(object: PdfObject, type: string): PdfDictionary {
  const isSound =
    object instanceof PdfDictionary &&
    !object.hasDuplicateKeys &&
    (object.get('Type') === null || isNamed(object.get('Type'), type));
  if (!isSound) throw invalidStructure('malformed structure tree');
  return object;
}

interface ParentElement {
  readonly reference: PdfReference;
  readonly dictionary: PdfDictionary;
}

/** The Document element when it alone stands below the root; only an indirect one can be a parent. */
function documentElement(document: PdfDocument, root: PdfDictionary): ParentElement | null {
  const written = root.get('K');
  const list = document.resolve(written);
  const kids = isPdfArray(list) ? list : [written];
  const [reference = null] = kids;
  if (kids.length !== 1 || !(reference instanceof PdfReference)) return null;
  const dictionary = structureDictionary(document.resolve(reference), 'StructElem');
  return isDocument(document, root, document.get(dictionary, 'S')) ? { reference, dictionary } : null;
}

function isDocument(document: PdfDocument, root: PdfDictionary, type: PdfObject): boolean {
  let role = type instanceof PdfName ? type.value : null;
  for (let count = 0; count < MAX_ROLES && role !== null && role !== 'Document'; count++) {
    role = nextRole(document, root, role);
  }
  return role === 'Document';
}

/** What the role map (clause 14.7.3) says a type of element is. */
function nextRole(document: PdfDocument, root: PdfDictionary, type: string): string | null {
  const roles = document.dictionary(root, 'RoleMap');
  const role = roles === null ? null : document.get(roles, type);
  return role instanceof PdfName ? role.value : null;
}

/** Form is meant as Document is, in the structure types of PDF 1.7 or of PDF 2.0 (clause 14.8.6). */
function namespaceOf(document: PdfDocument, whole: ParentElement | null): Readonly<Record<string, PdfObject>> {
  const written = whole?.dictionary.get('NS') ?? null;
  const namespace = document.resolve(written);
  const name = namespace instanceof PdfDictionary ? document.get(namespace, 'NS') : null;
  const isStandard = name instanceof PdfString && STANDARD_NAMESPACES.includes(decodeTextString(name.bytes));
  return isStandard && written instanceof PdfReference ? { NS: written } : {};
}
