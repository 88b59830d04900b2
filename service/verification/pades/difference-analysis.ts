import { walkTellingFields } from '../../codecs/pdf/form-fields.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { walkPages } from '../../codecs/pdf/page-tree.ts';
import { isNamed, PdfReference, PdfStream, type PdfDictionary, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import type { ObjectLocation } from '../../codecs/pdf/xref-entries.ts';
import { judgePlacement } from './covered-places.ts';
import { judgeAddedSignature } from './signature-widgets.ts';
import { areNullsWrittenOtherwise, isSameButForWriting, isSameValue } from './object-equality.ts';
import { isWrittenOddly } from './odd-writing.ts';
import { ObjectRoles } from './object-roles.ts';
import { UsageIndex } from './reference-usages.ts';
import {
  describeDropping,
  RevisionStep,
  type AddedSignature,
  type ChangedObject,
  type RevisionChange,
} from './revision-changes.ts';
import type { PaintedAreas } from '../../codecs/pdf/page-content/painted-areas.ts';
import type { RevisionViews } from './signature-survey.ts';

/**
 * Compares every revision after `firstSigned` with the one before it, object by object, against a white list: what no
 * rule explains is forbidden. `addedBy` gives the judged signatures that cover a revision, `droppedBy` those
 * that it dropped.
 * The result has one list of changes per later revision, oldest first. Throws PdfError.
 */
export function analyseDifferences(
  views: RevisionViews,
  firstSigned: number,
  addedBy: (revision: number) => readonly AddedSignature[],
  droppedBy: (revision: number) => readonly AddedSignature[],
): RevisionChange[][] {
  const { revisions, endNumber } = views.document;
  const later = revisions.slice(firstSigned + 1);
  if (later.length === 0) return [];
  const watched = new Set<number>();
  for (const revision of later) for (const [number] of listed(revision)) watched.add(number);
  const base = views.at(firstSigned);
  for (const number of appearanceLists(base)) watched.add(number);
  const usages = new UsageIndex(watched, endNumber);
  usages.addDocument(base);
  const pages = new Map<number, number>();
  for (const page of walkPages(base)) pages.set(page.reference.number, page.index);
  const roots = new Set<number>();
  const painted = new Map<number, PaintedAreas>();
  const added = later.map(({ index }) => addedBy(index));
  return later.map((revision, index) => {
    const before = views.at(revision.index - 1);
    const after = views.at(revision.index);
    for (const { trailer } of [before, after]) roots.add(rootOf(trailer));
    const signatures = added[index] ?? [];
    const laterSignatures = added.slice(index + 1).flat();
    const dropped = droppedBy(revision.index);
    const step = new RevisionStep({ before, after, usages, pages, signatures, laterSignatures, dropped, painted });
    judgeRevision(step, new ObjectRoles(step, roots), listed(revision));
    return step.changes;
  });
}

/** Lists of a field's drawings that are objects of their own: what changes in them changes the field, unless they serve elsewhere. */
function* appearanceLists(document: PdfDocument): Generator<number> {
  for (const { dictionary } of walkTellingFields(document)) {
    const list = dictionary.get('AP');
    if (list instanceof PdfReference) yield list.number;
  }
}

function rootOf(trailer: PdfDictionary): number {
  const root = trailer.get('Root');
  return root instanceof PdfReference ? root.number : -1;
}

function* listed(revision: PdfDocument['revisions'][number]): Generator<readonly [number, ObjectLocation]> {
  for (const section of revision.sections) yield* section.entries;
}

const MAX_FORBIDDEN_CHANGES = 20;

function judgeRevision(
  step: RevisionStep,
  roles: ObjectRoles,
  entries: Iterable<readonly [number, ObjectLocation]>,
): void {
  for (const signature of step.signatures) judgeAddedSignature(step, signature);
  for (const { fieldName } of step.dropped) step.changes.push(describeDropping(fieldName));
  roles.judgeTrailer();
  const changed: [number, PdfObject][] = [];
  const added: number[] = [];
  for (const [number, location] of entries) {
    // The verdict stands; describing thousands of changes would take long.
    if (step.forbiddenCount >= MAX_FORBIDDEN_CHANGES) break;
    const known = step.placeBefore(number);
    const value = judgeEntry(step, roles, number, location);
    if (value === null || isContainer(value)) continue;
    if (known === undefined || known.kind === 'free') added.push(number);
    else changed.push([number, value]);
  }
  step.usages.addObjects(step.after, changed);
  step.usages.addDocument(step.after);
  judgeUnused(step, added);
  if (step.forbiddenCount === 0) for (const placement of step.placements) judgePlacement(step, placement);
}

/** Programs that sign, fill in or add validation data leave objects behind that nothing uses; on their own they serve nothing. */
function judgeUnused(step: RevisionStep, added: readonly number[]): void {
  const unused = added.find((number) => !step.usages.hasVisited(number));
  if (unused === undefined) return;
  const detail = `object ${unused} was added, which nothing uses`;
  const isLeftOver = step.changes.some(({ kind }) => kind === 'archive' || kind === 'signature' || kind === 'formFill');
  if (isLeftOver) step.note('bookkeeping', detail);
  else step.doubt(detail);
}

/** The new value of a listed object, null when it is gone or the same as before. */
function judgeEntry(step: RevisionStep, roles: ObjectRoles, number: number, location: ObjectLocation): PdfObject {
  const known = step.placeBefore(number);
  const wasUsed = known !== undefined && known.kind !== 'free';
  if (location.kind === 'free') {
    if (wasUsed) step.forbid(`object ${number} was removed`);
    return null;
  }
  const generation = generationOf(location);
  const after = step.after.resolve(new PdfReference(number, generation));
  if (wasUsed && generationOf(known) !== generation) {
    step.forbid(`object ${number} was written again under another generation`);
    return after;
  }
  const before = wasUsed ? step.before.resolve(new PdfReference(number, generation)) : null;
  if (before === null) {
    judgeSupplied(step, number);
    return after;
  }
  if (areNullsWrittenOtherwise(before, after)) doubtWriting(step, number);
  const isSame = isUnchanged(step, before, after, [known, location]);
  if (isSame || (areTables(before, after) && step.usages.of(number).length === 0)) return null;
  judgeChanged(step, roles, { number, before, after });
  return after;
}

function doubtWriting(step: RevisionStep, number: number): void {
  step.doubt(`object ${number} was written once more in a way that some programs read differently`);
}

function judgeChanged(step: RevisionStep, roles: ObjectRoles, changed: ChangedObject): void {
  const { number, before, after } = changed;
  if (isSameButForWriting(step.before, before, step.after, after)) {
    doubtWriting(step, number);
  } else roles.judgeObject(changed);
}

/** Nothing may refer to a number that the update fills: the signed document would change by it. */
function judgeSupplied(step: RevisionStep, number: number): void {
  if (step.usages.of(number).length > 0) step.forbid(`object ${number}, missing when it was signed, was supplied`);
}

/** `places`: where the object was and is. */
function isUnchanged(
  step: RevisionStep,
  before: PdfObject,
  after: PdfObject,
  places: readonly (ObjectLocation | undefined)[],
): boolean {
  const isSame = isSameValue(step.before, before, step.after, after);
  return isSame && !places.some((place) => isWrittenOddly(step.after, after, place));
}

function generationOf(location: ObjectLocation): number {
  return location.kind === 'file' ? location.generation : 0;
}

/**
 * A cross-reference stream over another one: each is read where it lies, whatever its number is. Where something names that
 * number it is that, too: more than entries may stand in its data, which a page can show.
 */
function areTables(...objects: readonly PdfObject[]): boolean {
  return objects.every((object) => object instanceof PdfStream && isNamed(object.dictionary.get('Type'), 'XRef'));
}

/** Cross-reference and object streams carry the update; what they carry is judged by itself. */
function isContainer(object: PdfObject): boolean {
  if (!(object instanceof PdfStream)) return false;
  const type = object.dictionary.get('Type');
  return isNamed(type, 'XRef') || isNamed(type, 'ObjStm');
}
