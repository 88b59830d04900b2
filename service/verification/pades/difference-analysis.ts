import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { walkPages } from '../../codecs/pdf/page-tree.ts';
import { isNamed, PdfReference, PdfStream, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import type { ObjectLocation } from '../../codecs/pdf/xref-entries.ts';
import { judgeAddedSignature } from './form-changes.ts';
import { isSameValue } from './object-equality.ts';
import { ObjectRoles } from './object-roles.ts';
import { UsageIndex } from './reference-usages.ts';
import { RevisionStep, type AddedSignature, type RevisionChange } from './revision-changes.ts';
import type { RevisionViews } from './signature-survey.ts';

/**
 * Compares every revision after `firstSigned` with the one before it, object by object, against a white list: what no
 * rule explains is forbidden. `addedBy` gives the judged signatures that cover a revision.
 * The result has one list of changes per later revision, oldest first. Throws PdfError.
 */
export function analyseDifferences(
  views: RevisionViews,
  firstSigned: number,
  addedBy: (revision: number) => readonly AddedSignature[],
): RevisionChange[][] {
  const { revisions, endNumber } = views.document;
  const later = revisions.slice(firstSigned + 1);
  if (later.length === 0) return [];
  const watched = new Set<number>();
  for (const revision of later) for (const [number] of listed(revision)) watched.add(number);
  const base = views.at(firstSigned);
  const usages = new UsageIndex(watched, endNumber);
  usages.addDocument(base);
  const pages = new Map<number, number>();
  for (const page of walkPages(base)) pages.set(page.reference.number, page.index);
  return later.map((revision) => {
    const before = views.at(revision.index - 1);
    const after = views.at(revision.index);
    const step = new RevisionStep({ before, after, usages, pages, signatures: addedBy(revision.index) });
    judgeRevision(step, listed(revision));
    return step.changes;
  });
}

function* listed(revision: PdfDocument['revisions'][number]): Generator<readonly [number, ObjectLocation]> {
  for (const section of revision.sections) yield* section.entries;
}

const MAX_FORBIDDEN_CHANGES = 20;

function judgeRevision(step: RevisionStep, entries: Iterable<readonly [number, ObjectLocation]>): void {
  const roles = new ObjectRoles(step);
  for (const signature of step.signatures) judgeAddedSignature(step, signature);
  roles.judgeTrailer();
  const written: [number, PdfObject][] = [];
  for (const [number, location] of entries) {
    // The verdict stands; describing thousands of changes would take long.
    if (step.forbiddenCount >= MAX_FORBIDDEN_CHANGES) break;
    const value = judgeEntry(step, roles, number, location);
    if (value !== null && !isContainer(value)) written.push([number, value]);
  }
  step.usages.addObjects(step.after, written);
  step.usages.addDocument(step.after);
}

/** The new value of a listed object, null when it is gone or the same as before. */
function judgeEntry(step: RevisionStep, roles: ObjectRoles, number: number, location: ObjectLocation): PdfObject {
  const known = step.before.find(number)?.location;
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
    // Nothing may refer to a number that the update fills: the signed document would change by it.
    if (step.usages.of(number).length > 0) step.forbid(`object ${number}, missing when it was signed, was supplied`);
    return after;
  }
  if (isSameValue(step.before, before, step.after, after)) return null;
  roles.judgeObject({ number, before, after });
  return after;
}

function generationOf(location: ObjectLocation): number {
  return location.kind === 'file' ? location.generation : 0;
}

/** Cross-reference and object streams carry the update; what they carry is judged by itself. */
function isContainer(object: PdfObject): boolean {
  if (!(object instanceof PdfStream)) return false;
  const type = object.dictionary.get('Type');
  return isNamed(type, 'XRef') || isNamed(type, 'ObjStm');
}
