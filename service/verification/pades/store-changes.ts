import { createHash } from 'node:crypto';
import { PdfError } from '../../codecs/pdf/pdf-error.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { PdfStream, type PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { isShapedLike, type EvidenceKind } from './evidence-shape.ts';
import type { RevisionStep } from './revision-changes.ts';
import { readSecurityStore, type SecurityStore } from './security-store.ts';

type Evidence = readonly [number: number, { readonly reference: PdfReference; readonly kind: EvidenceKind }];

/**
 * The document security store (EN 319 142-1 clause 5.4.2) before and after, as a whole: its dictionaries and arrays may be
 * replaced and grow, but nothing that the document was made of may come in. Programs that renew a document put fresh
 * responses and lists in the place of old ones; the old ones are read all the same (readStoreEvidence). Evidence that
 * goes while none of its kind comes is doubtful.
 */
export function judgeSecurityStore(step: RevisionStep): void {
  const older = readSecurityStore(step.before);
  const newer = readSecurityStore(step.after);
  const added = [...newer.evidence].filter(([number, { kind }]) => older.evidence.get(number)?.kind !== kind);
  const gone = [...older.evidence].filter(([number, { kind }]) => newer.evidence.get(number)?.kind !== kind);
  if (isForeign(step, older, newer, added)) {
    step.forbid('the store of validation data names other parts of the document');
    return;
  }
  const isRepetition = gone.length === 0 || isRepeated(step, gone, added);
  const known = new Set(older.oddities);
  const odd = newer.oddities.find((oddity) => !known.has(oddity));
  if (odd !== undefined) step.doubt(`the store of validation data has ${odd}`);
  else if (added.some((evidence) => !holdsWhatItMust(step, evidence))) {
    step.doubt('the store of validation data holds something else');
  } else if (isRepetition) step.note('archive', 'validation data was added');
  else if (isRenewed(gone, added)) step.note('archive', 'validation data was replaced by other');
  else step.doubt('validation data was removed');
}

/** The same bytes under other numbers, as programs write them that make the whole store anew. */
function isRepeated(step: RevisionStep, gone: readonly Evidence[], added: readonly Evidence[]): boolean {
  const known = new Set(added.map((evidence) => digestOf(step.after, evidence)));
  return gone.every((evidence) => known.has(digestOf(step.before, evidence)));
}

/** Of each kind that something went of, something came. */
function isRenewed(gone: readonly Evidence[], added: readonly Evidence[]): boolean {
  const come = new Set(added.map(([, { kind }]) => kind));
  return gone.every(([, { kind }]) => come.has(kind));
}

function digestOf(document: PdfDocument, [, { reference, kind }]: Evidence): string {
  const value = document.resolve(reference);
  if (!(value instanceof PdfStream)) return `${kind} none`;
  return `${kind} ${createHash('sha256').update(document.rawStream(value)).digest('hex')}`;
}

/** Evidence is a stream; a part of the store that existed before must have been one already. */
function isForeign(
  step: RevisionStep,
  older: SecurityStore,
  newer: SecurityStore,
  added: readonly Evidence[],
): boolean {
  const isOld = (number: number): boolean => {
    const location = step.placeBefore(number);
    return location !== undefined && location.kind !== 'free' && !older.containers.has(number);
  };
  if ([...newer.containers].some(isOld)) return true;
  return added.some(([, { reference }]) => {
    const value = step.after.resolve(reference);
    return value !== null && !(value instanceof PdfStream);
  });
}

function holdsWhatItMust(step: RevisionStep, [, { reference, kind }]: Evidence): boolean {
  const stream = step.after.resolve(reference);
  if (!(stream instanceof PdfStream)) return stream === null;
  try {
    return isShapedLike(kind, step.after.decodeStream(stream));
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'PDF_LIMIT_EXCEEDED') return false;
    throw error;
  }
}
