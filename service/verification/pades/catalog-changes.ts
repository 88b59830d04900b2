import { isPdfArray, PdfDictionary, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { judgeExtensions, judgeMetadata, judgeNamedInformation, judgeVersion } from './archive-changes.ts';
import { judgeBeside } from './beside-pages.ts';
import { judgeForm } from './form-changes.ts';
import { changedKeys, isSameObject } from './object-equality.ts';
import { readable } from '../readable.ts';
import type { RevisionStep } from './revision-changes.ts';

/** Keys of a cross-reference section that say how it is written, not what the document is (tables 5, 15, 17). */
const SECTION_KEYS = new Set('Size Prev XRefStm Type W Index Length Filter DecodeParms DL'.split(' '));

/**
 * The trailer (ISO 32000-2 table 15). Its own entries name nothing that is shown, so that programs may write or drop
 * what is theirs; encryption stays as it is, and with it the identifier that its keys are made of (7.6.4.3.2).
 */
export function judgeTrailer(step: RevisionStep): void {
  const { trailer: before } = step.before;
  const { trailer: after } = step.after;
  for (const key of changedKeys(before, after)) {
    if (SECTION_KEYS.has(key) || key === 'Root') continue;
    if (key === 'Info') judgeNamedInformation(step, before.get(key), after.get(key));
    else if (key === 'ID') judgeIdentifier(step, before.get(key), after.get(key));
    else if (key === 'Encrypt') step.forbid('the encryption changed');
    else step.note('bookkeeping', `the trailer's ${readable(key)} changed`);
  }
}

function judgeIdentifier(step: RevisionStep, before: PdfObject, after: PdfObject): void {
  const isKept =
    before === null || (isPdfArray(before) && isPdfArray(after) && isSameObject(before[0] ?? null, after[0] ?? null));
  if (isKept) return;
  if (step.after.trailer.get('Encrypt') !== null)
    step.forbid("the identifier changed, which the document's keys depend on");
  else step.note('bookkeeping', "the document's identifier changed");
}

/** Entries of the catalog (table 29) that decide what readers show, do or may do. */
const DECISIVE = new Set(
  (
    'Type Pages PageLabels Names Dests ViewerPreferences PageLayout PageMode Outlines Threads OpenAction AA URI Lang ' +
    'StructTreeRoot MarkInfo OutputIntents OCProperties Perms Legal Requirements Collection NeedsRendering AF DPartRoot ' +
    'SpiderInfo'
  ).split(' '),
);

/** The catalog (clause 7.7.2), under the same or another object number. `judgeStore` judges its /DSS. */
export function judgeCatalog(step: RevisionStep, before: PdfObject, after: PdfObject, judgeStore: () => void): void {
  if (!(before instanceof PdfDictionary) || !(after instanceof PdfDictionary)) {
    step.forbid('the document catalog was replaced');
    return;
  }
  for (const key of changedKeys(before, after)) {
    const values = [before.get(key), after.get(key)] as const;
    if (key === 'AcroForm') judgeForm(step, ...values);
    else if (key === 'DSS') judgeStore();
    else if (key === 'Extensions') judgeExtensions(step, ...values);
    else if (key === 'Version') judgeVersion(step, ...values);
    else if (key === 'Metadata') judgeMetadata(step, ...values);
    else judgeOther(step, key, ...values);
  }
}

/** Entries that no rule of its own is about. */
function judgeOther(step: RevisionStep, key: string, before: PdfObject, after: PdfObject): void {
  if (key === 'StructTreeRoot' && isBare(step, before)) step.doubt('the document got a structure');
  else if (key === 'Perms' && isNewCertification(step, before, after)) step.doubt('a certification was named');
  else if (judgeBeside(step, key, before, after)) return;
  else if (DECISIVE.has(key)) step.forbid(`the document's ${readable(key)} changed`);
  else step.doubt(`the document's ${readable(key)} changed`);
}

/**
 * What was only ever approved is certified now. Clause 12.8.2.2 forbids that to the signature that does it, which is told
 * so; the entry shows nothing, and OpenPDF makes it by mistake, of a level that there is not.
 */
function isNewCertification(step: RevisionStep, before: PdfObject, after: PdfObject): boolean {
  const permissions = step.after.resolve(after);
  if (before !== null || !(permissions instanceof PdfDictionary)) return false;
  return [...permissions.entries.keys()].join() === 'DocMDP';
}

/** A structure without elements (clause 14.7.2) says nothing that another one could contradict. */
function isBare(step: RevisionStep, written: PdfObject): boolean {
  const root = step.before.resolve(written);
  return root instanceof PdfDictionary && step.before.get(root, 'K') === null;
}
