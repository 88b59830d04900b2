import { interactiveForm } from './form-fields.ts';
import type { IncrementalUpdate } from './incremental-update.ts';
import { invalidStructure } from './pdf-error.ts';
import {
  dictionaryOf,
  isCount,
  isPdfArray,
  PdfDictionary,
  PdfName,
  PdfReference,
  type PdfObject,
} from './pdf-objects.ts';

/** SignaturesExist and AppendOnly, ISO 32000-2 table 225. */
const SIGNATURE_FLAGS = 3;

/** What the form and the catalog have to know of a new signature. */
export interface FormEntry {
  /** The field to be listed; null for one that is there already. */
  readonly widget: PdfReference | null;
  /** The signature dictionary, when it certifies the document. */
  readonly certification: PdfReference | null;
  readonly hasSignatures: boolean;
}

/**
 * Lists the field in the interactive form and names a certification in the catalog, changing as few objects as the
 * document's structure allows.
 */
export function addToForm(update: IncrementalUpdate, { widget, certification, hasSignatures }: FormEntry): void {
  const { document } = update;
  const root = document.trailer.get('Root');
  if (!(root instanceof PdfReference)) throw invalidStructure('no document catalog');
  const { catalog } = document;
  const written = catalog.get('AcroForm');
  const form = interactiveForm(document);
  const changes: Record<string, PdfObject> = {};
  if (form === null) {
    const fields = widget === null ? [] : [widget];
    changes['AcroForm'] = update.add(dictionaryOf({ Fields: fields, SigFlags: SIGNATURE_FLAGS }));
  } else {
    const changed = extendForm(update, form, widget);
    if (changed !== null && written instanceof PdfReference) update.replace(written, changed);
    else if (changed !== null) changes['AcroForm'] = changed;
  }
  if (!hasSignatures) addExtension(update, catalog, changes);
  if (certification !== null) addPermission(update, catalog, certification, changes);
  if (Object.keys(changes).length > 0) update.replace(root, catalog.with(changes));
}

/** The form with the field and the flags set; null when only an indirect /Fields array had to change. */
function extendForm(update: IncrementalUpdate, form: PdfDictionary, widget: PdfReference | null): PdfDictionary | null {
  const { document } = update;
  const changes: Record<string, PdfObject> = widget === null ? {} : listField(update, form, widget);
  const flags = document.get(form, 'SigFlags');
  const wanted = (isCount(flags) ? flags : 0) | SIGNATURE_FLAGS;
  if (flags !== wanted) changes['SigFlags'] = wanted;
  return Object.keys(changes).length === 0 ? null : form.with(changes);
}

function listField(update: IncrementalUpdate, form: PdfDictionary, widget: PdfReference): Record<string, PdfObject> {
  const { document } = update;
  const written = form.get('Fields');
  const fields = document.resolve(written) ?? [];
  if (!isPdfArray(fields)) throw invalidStructure('malformed form fields');
  const extended = [...fields, widget];
  // One array may be the fields of the form and the annotations of the page; from here on each has its own, since what
  // may change in a signed document depends on what it is.
  const isOwn = written instanceof PdfReference && document.resolve(written) !== null && !update.has(written);
  if (!isOwn) return { Fields: extended };
  update.replace(written, extended);
  return {};
}

/** ISO 32000-2 clause 12.8.6: only the signature that the catalog names certifies the document. */
function addPermission(
  update: IncrementalUpdate,
  catalog: PdfDictionary,
  certification: PdfReference,
  changes: Record<string, PdfObject>,
): void {
  const { document } = update;
  const written = catalog.get('Perms');
  const permissions = document.resolve(written) ?? dictionaryOf({});
  if (!(permissions instanceof PdfDictionary)) throw invalidStructure('malformed permissions of the catalog');
  const extended = permissions.with({ DocMDP: certification });
  if (written instanceof PdfReference && document.resolve(written) !== null) update.replace(written, extended);
  else changes['Perms'] = extended;
}

/**
 * EN 319 142-1 wants the ESIC extension of PDF 1.7 named when PAdES features are used; PDF 2.0 contains them. It is
 * added with the first signature only, so that later ones leave the catalog alone.
 */
function addExtension(update: IncrementalUpdate, catalog: PdfDictionary, changes: Record<string, PdfObject>): void {
  const { document } = update;
  const version = document.get(catalog, 'Version');
  if (document.headerVersion >= '2.0' || (version instanceof PdfName && version.value >= '2.0')) return;
  const written = catalog.get('Extensions');
  const extensions = document.resolve(written) ?? dictionaryOf({});
  if (!(extensions instanceof PdfDictionary) || extensions.get('ESIC') !== null) return;
  const extended = extensions.with({ ESIC: dictionaryOf({ BaseVersion: new PdfName('1.7'), ExtensionLevel: 2 }) });
  if (written instanceof PdfReference && document.resolve(written) !== null) update.replace(written, extended);
  else changes['Extensions'] = extended;
}
