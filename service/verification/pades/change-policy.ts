import type { RevisionChange } from './revision-changes.ts';
import { indeterminate, invalid, type PadesFault } from './pades-fault.ts';
import { isLocked, type SignaturePermissions } from './signature-permissions.ts';

/** The rules that all signatures made before a revision put on it together. */
export interface ChangeRules {
  /** The strictest DocMDP of the certifications; null when nobody certified. */
  readonly certificationLevel: 1 | 2 | 3 | null;
  /** The strictest of DocMDP and /Lock; 3 when nobody restricts. */
  readonly level: 1 | 2 | 3;
  readonly isLocked: (fieldName: string) => boolean;
}

export function combineRules(earlier: readonly SignaturePermissions[]): ChangeRules {
  const certifications = earlier.flatMap(({ certificationLevel: level }) => (level === null ? [] : [level]));
  const locks = earlier.flatMap(({ lockLevel: level }) => (level === null ? [] : [level]));
  const fieldLocks = earlier.flatMap((permissions) => permissions.fieldLocks);
  return {
    certificationLevel: certifications.length === 0 ? null : strictest(certifications),
    level: strictest([...certifications, ...locks]),
    isLocked: (fieldName) => fieldLocks.some((lock) => isLocked(lock, fieldName)),
  };
}

function strictest(levels: readonly (1 | 2 | 3)[]): 1 | 2 | 3 {
  return levels.reduce((lowest, level) => (level < lowest ? level : lowest), 3);
}

/**
 * What a change means under the rules of the signatures before it. Only archive data and further signatures leave a
 * document VALID: form filling and annotations change what a reader sees, so that even where a certification allows
 * them the report cannot say that the document is as signed. Null: nothing to object.
 */
export function judgeChange(change: RevisionChange, rules: ChangeRules): PadesFault | null {
  const { kind, fieldName } = change;
  const detail = `Changed after signing: ${change.detail}.`;
  if (kind === 'archive') return null;
  if (kind === 'forbidden') return invalid(change.reason ?? 'PDF_CHANGED_AFTER_SIGNING', detail);
  if (fieldName !== null && rules.isLocked(fieldName)) return invalid('PDF_FIELDMDP_VIOLATED', detail);
  const isPermitted = rules.level >= (kind === 'annotation' ? 3 : 2);
  if (kind === 'signature') return isPermitted ? null : invalid('PDF_DOCMDP_VIOLATED', detail);
  if (rules.certificationLevel === null) return invalid('PDF_CHANGED_AFTER_SIGNING', detail);
  return isPermitted ? indeterminate('PDF_PERMITTED_CHANGE', detail) : invalid('PDF_DOCMDP_VIOLATED', detail);
}
