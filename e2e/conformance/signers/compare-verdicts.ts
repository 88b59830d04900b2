import type { DssAnswer, DssFinding } from '../judges/dss-judge.ts';

/** What DSS says of a document after a signer was added, beside what it said before. */
export interface SignerComparison {
  /** Of the earlier signatures: each verdict that is not there any more, and each that is new. */
  readonly changed: readonly string[];
  /** What keeps the added signature from TOTAL_PASSED; null for nothing. */
  readonly added: string | null;
}

/** Compares by what is said, not by place: a container's signatures are listed in the order of their files. */
export function compareVerdicts(before: DssAnswer, after: DssAnswer, signedBy: string): SignerComparison {
  if (after.document === null) return { changed: [], added: after.problem ?? 'DSS could not read it' };
  const isOurs = (finding: DssFinding): boolean => finding.signedBy === signedBy;
  const ours = after.document.signatures.filter(isOurs);
  const earlier = (before.document?.signatures ?? []).map(describeFinding);
  const kept = after.document.signatures.filter((finding) => !isOurs(finding)).map(describeFinding);
  const [own] = ours;
  const isPassed = own?.indication === 'TOTAL_PASSED' && ours.length === 1;
  const what = own === undefined ? 'not found' : `${ours.length} found, the first: ${describeFinding(own)}`;
  return {
    changed: [
      ...without(earlier, kept).map((text) => `no more: ${text}`),
      ...without(kept, earlier).map((text) => `new: ${text}`),
    ],
    added: isPassed ? null : what,
  };
}

function describeFinding({ indication, subIndication, signatureFormat, signedBy, errors }: DssFinding): string {
  const verdict = subIndication === null ? indication : `${indication}/${subIndication}`;
  return `${signedBy ?? 'nobody'} ${signatureFormat} ${verdict} ${errors.join(' ')}`.trim();
}

/** Items of the first list that the second lacks; each counts once. */
function without(items: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return items.filter((item) => {
    const at = rest.indexOf(item);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
