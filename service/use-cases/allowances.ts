/** Whose documents a person lets pass. */
interface Owner {
  readonly tenantId: string;
  readonly actor: string;
}

/** How long a caller may go on without being asked, in memory only: whatever restarts the station ends it. */
export interface Allowances {
  /** In place of an earlier one of the same caller. */
  open(owner: Owner, documents: number, until: Date): void;
  /** Uses one up: until when that document may be signed; null where the person has to be asked. */
  take(owner: Owner): Date | null;
}

/** Those of one station; another one that shares its database asks. */
export function createAllowances(clock: () => Date): Allowances {
  const open = new Map<string, { left: number; readonly until: Date }>();
  const keyOf = ({ tenantId, actor }: Owner): string => `${tenantId}\n${actor}`;
  return {
    open: (owner, documents, until) => void open.set(keyOf(owner), { left: documents, until }),
    take(owner) {
      const allowance = open.get(keyOf(owner));
      if (allowance === undefined) return null;
      const isOver = allowance.left < 1 || clock() >= allowance.until;
      allowance.left -= 1;
      if (isOver) open.delete(keyOf(owner));
      return isOver ? null : allowance.until;
    },
  };
}
