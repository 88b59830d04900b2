import type { TrustedList } from '../../codecs/trusted-list/trusted-list.ts';
import { ListFault } from './list-fault.ts';

/** Clocks of operators need not agree with that of the station, and some sign a list that begins in a few hours. */
const EARLY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Clauses 5.3.14, 5.3.15 of TS 119 612. Throws ListFault for a list that is not in force at that time. */
export function requireInForce({ issuedAt, nextUpdate }: Pick<TrustedList, 'issuedAt' | 'nextUpdate'>, at: Date): void {
  if (issuedAt.getTime() > at.getTime() + EARLY_MILLISECONDS) {
    throw new ListFault('LIST_NOT_YET_ISSUED', `It begins at ${issuedAt.toISOString()}.`);
  }
  if (nextUpdate === null) throw new ListFault('LIST_CLOSED', 'It was closed by its operator.');
  if (nextUpdate < at) throw new ListFault('LIST_EXPIRED', `A newer one was due at ${nextUpdate.toISOString()}.`);
}
