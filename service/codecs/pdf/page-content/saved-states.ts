/** What an operator does with the graphics state (ISO 32000-2 table 50), or by it. */
export type StateRole = 'saves' | 'restores' | 'paints' | 'other';

const ROLES: readonly (readonly [StateRole, string])[] = [
  ['saves', 'q'],
  ['restores', 'Q'],
  ['paints', 'S,s,f,F,f*,B,B*,b,b*,sh,Do,BI,Tj,TJ,\',"'],
];
const ROLE_BY_OPERATOR = new Map(
  ROLES.flatMap(([role, operators]) => operators.split(',').map((operator) => [operator, role] as const)),
);

export function stateRoleOf(operator: string): StateRole {
  return ROLE_BY_OPERATOR.get(operator) ?? 'other';
}

/**
 * Follows what is saved in contents. A `Q` without its `q` (clause 8.4.2 wants them in pairs) leads MuPDF and Ghostscript back
 * to how a page began, PDFium nowhere, and poppler shows nothing of what is painted after it.
 */
export class SavedStates {
  #depth = 0;

  /** Whether readers paint differently at the next operator. */
  isLostAt(role: StateRole): boolean {
    if (role === 'saves' && this.#depth >= 0) this.#depth++;
    else if (role === 'restores' && this.#depth >= 0) this.#depth--;
    return role === 'paints' && this.#depth < 0;
  }
}
