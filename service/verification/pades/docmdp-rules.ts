import { type Fault, indeterminate, invalid } from '../fault.ts';
import type { ChangeKind, RevisionChange } from './revision-changes.ts';
import { isLocked, type SignaturePermissions } from './docmdp-permissions.ts';

/** The rules that all signatures made before a revision put on it together. */
export interface ChangeRules {
  /** The strictest DocMDP of the certifications; null when nobody certified. */
  readonly certificationLevel: 1 | 2 | 3 | null;
  /** The strictest of DocMDP and /Lock; 3 when nobody restricts. */
  readonly level: 1 | 2 | 3;
  /** Null: a field whose name nobody can read. */
  readonly isLocked: (fieldName: string | null) => boolean;
  /** A signature that is VALID by itself covers what the revision did. */
  readonly isCoveredLater: boolean;
}

export function combineRules(earlier: readonly SignaturePermissions[], isCoveredLater: boolean): ChangeRules {
  const certifications = earlier.flatMap(({ certificationLevel: level }) => (level === null ? [] : [level]));
  const locks = earlier.flatMap(({ lockLevel: level }) => (level === null ? [] : [level]));
  const fieldLocks = earlier.flatMap((permissions) => permissions.fieldLocks);
  return {
    certificationLevel: certifications.length === 0 ? null : strictest(certifications),
    level: strictest([...certifications, ...locks]),
    isLocked: (fieldName) => fieldLocks.some((lock) => isLocked(lock, fieldName)),
    isCoveredLater,
  };
}

function strictest(levels: readonly (1 | 2 | 3)[]): 1 | 2 | 3 {
  return levels.reduce((lowest, level) => (level < lowest ? level : lowest), 3);
}

type RuledKind = Exclude<ChangeKind, 'archive' | 'bookkeeping' | 'forbidden' | 'unclear' | 'covering'>;
type RuledChange = RevisionChange & { readonly kind: RuledKind };

/**
 * What a change means under the rules of the signatures before it (ISO 32000-2 table 257). Archive data, further
 * signatures and what shows nothing leave a document VALID. What changes the looks without anybody's permission or
 * prohibition, or cannot be judged, leaves it open; what a rule forbids breaks it. Null: nothing to object.
 */
export function judgeChange(change: RevisionChange, rules: ChangeRules): Fault | null {
  const detail = `Changed after signing: ${change.detail}.`;
  switch (change.kind) {
    case 'archive':
    case 'bookkeeping':
      return null;
    case 'forbidden':
      return invalid(change.reason ?? 'PDF_CHANGED_AFTER_SIGNING', detail);
    case 'unclear':
      return indeterminate('PDF_CHANGE_UNEXPLAINED', detail);
    case 'covering':
      return indeterminate('PDF_CONTENT_COVERED', detail);
    default:
      return judgeRuled({ ...change, kind: change.kind }, rules, detail);
  }
}

/** What depends on what the signatures allow. */
function judgeRuled(change: RuledChange, rules: ChangeRules, detail: string): Fault | null {
  switch (change.kind) {
    case 'dropped':
      return judgeDropping(change, rules, detail);
    case 'signature':
      return violation(change, rules, 2);
    case 'formFill':
      return violation(change, rules, 2) ?? judgeFilling(change, rules, detail);
    case 'field':
      return judgeNewField(change, rules, detail);
    case 'beside':
      return isCertified(rules) ? invalid('PDF_DOCMDP_VIOLATED', detail) : judgeUnforbidden(rules, detail);
    case 'annotation':
      return judgeAnnotation(change, rules, detail);
  }
}

/** Table 257 lets nobody take a signature out of a certified document. By itself a signer may take back his own. */
function judgeDropping(change: RevisionChange, rules: ChangeRules, detail: string): Fault {
  if (isCertified(rules)) return invalid('PDF_DOCMDP_VIOLATED', detail);
  return violation(change, rules, 3) ?? indeterminate('PDF_SIGNATURE_DROPPED', detail);
}

/** Somebody certified, or locked the document as a certification does. */
function isCertified({ certificationLevel, level }: ChangeRules): boolean {
  return certificationLevel !== null || level < 3;
}

function judgeAnnotation(change: RevisionChange, rules: ChangeRules, detail: string): Fault {
  return violation(change, rules, 3) ?? judgeUnforbidden(rules, detail);
}

/**
 * Table 257: filling forms, signing and annotating are the only changes that a certification ever permits. A lock of all
 * fields, or of this name, is broken by a field that was not there, as by one that is filled in.
 */
function judgeNewField(change: RevisionChange, rules: ChangeRules, detail: string): Fault {
  if (isCertified(rules)) return invalid('PDF_DOCMDP_VIOLATED', detail);
  if (rules.isLocked(change.fieldName)) return invalid('PDF_FIELDMDP_VIOLATED', detail);
  return judgeUnforbidden(rules, detail);
}

/** What a lock of fields or a permission level below `needed` forbids. */
function violation(change: RevisionChange, rules: ChangeRules, needed: 2 | 3): Fault | null {
  const detail = `Changed after signing: ${change.detail}.`;
  const { fieldName } = change;
  if (fieldName !== null && rules.isLocked(fieldName)) return invalid('PDF_FIELDMDP_VIOLATED', detail);
  return rules.level >= needed ? null : invalid('PDF_DOCMDP_VIOLATED', detail);
}

/** Filled as the certification allows, showing nothing but the value, and signed for by somebody. */
function judgeFilling(change: RevisionChange, rules: ChangeRules, detail: string): Fault | null {
  const isGood = rules.certificationLevel !== null && rules.isCoveredLater && change.isFaithful === true;
  return isGood ? null : judgeUnforbidden(rules, detail);
}

function judgeUnforbidden(rules: ChangeRules, detail: string): Fault {
  return indeterminate(rules.certificationLevel === null ? 'PDF_UNREGULATED_CHANGE' : 'PDF_PERMITTED_CHANGE', detail);
}
