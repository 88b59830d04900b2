import type { DocumentChange } from '../../contract/http/verification.ts';
import { describeDropping, type ChangeKind, type RevisionChange } from './revision-changes.ts';
import type { FoundSignature } from './signature-survey.ts';

const KINDS: Readonly<Record<ChangeKind, DocumentChange['kind']>> = {
  archive: 'ValidationData',
  bookkeeping: 'DocumentData',
  signature: 'Signature',
  covering: 'CoveringSignature',
  formFill: 'FormFilling',
  annotation: 'Annotation',
  field: 'Annotation',
  beside: 'DocumentData',
  dropped: 'DroppedSignature',
  unclear: 'Unexplained',
  forbidden: 'Forbidden',
};

/** The changes of one revision for the report; `signatures` by the revision that they cover. */
export function describeChanges(
  signatures: readonly FoundSignature[],
  revision: number,
  changes: readonly RevisionChange[],
): DocumentChange[] {
  const covering = signatures.find((signature) => signature.revision >= revision);
  return changes.map(({ kind, detail, place }) => ({
    kind: KINDS[kind],
    detail,
    revision: revision + 1,
    page: place?.page ?? null,
    rectangle: place?.rectangle ? [...place.rectangle] : null,
    signature: covering?.fieldName ?? null,
  }));
}

/** Signatures that revisions up to `last` dropped, for whoever compares later ones only. */
export function describeDropped(signatures: readonly FoundSignature[], last = Infinity): DocumentChange[] {
  return signatures.flatMap(({ droppedBy, fieldName }) =>
    droppedBy === null || droppedBy > last ? [] : describeChanges(signatures, droppedBy, [describeDropping(fieldName)]),
  );
}

const MAX_CHANGES = 200;

/** A report stays readable; that something is left out is said. */
export function limitChanges(changes: readonly DocumentChange[]): DocumentChange[] {
  const last = changes[MAX_CHANGES - 1];
  if (changes.length <= MAX_CHANGES || last === undefined) return [...changes];
  const left = changes.length - MAX_CHANGES + 1;
  const rest = { ...last, page: null, rectangle: null, detail: `${left} further changes are not listed` };
  return [...changes.slice(0, MAX_CHANGES - 1), { ...rest, kind: 'Unexplained' }];
}
