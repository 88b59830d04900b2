import { LIST_OF_LISTS, type ListPointer } from '../../codecs/trusted-list/trusted-list.ts';
import { ListFault } from './list-fault.ts';
import { requireInForce } from './list-time.ts';
import { UNION } from './lists-protocol.ts';
import { thumbprintOf, type OpenedList } from './open-list.ts';

const MAX_PIVOTS = 50;
const PIVOT = /^https?:\/\/.*\.xml$/i;

export interface ListOfListsQuestion {
  readonly list: OpenedList;
  /** SHA-256 of the certificates that the Official Journal names. */
  readonly journal: ReadonlySet<string>;
  /** The pivot that was published at this address; null where it is not at hand. Throws ListFault for a spoiled one. */
  readonly pivot: (location: string) => OpenedList | null;
  readonly at: Date;
}

/** What a list of the lists that is believed points to. */
export interface ListOfLists {
  readonly sequenceNumber: number;
  readonly pointers: readonly ListPointer[];
}

/**
 * Judges the list of the lists. Its signers change: each change is published in a pivot, a former list of the lists that
 * is signed by who could sign before and names who can from then on. From the certificates of the Official Journal the
 * pivots are followed, the oldest first, to those who may sign today (TS 119 615 4.1). Throws ListFault.
 */
export function judgeListOfLists({ list, journal, pivot, at }: ListOfListsQuestion): ListOfLists {
  requireScheme(list);
  let signers = journal;
  let last = 0;
  // A pivot names itself, too: as a list of the lists it was signed by who could sign before it.
  for (const location of pivotsOf(list)) {
    const found = pivot(location);
    const name = location.split('/').at(-1) ?? location;
    if (found === null) throw new ListFault('LIST_PIVOT_MISSING', `Its pivot ${name} is not at hand.`);
    requireScheme(found);
    requireSigner(found, signers, `Its pivot ${name}`);
    if (found.sequenceNumber <= last || found.sequenceNumber > list.sequenceNumber) {
      throw new ListFault('LIST_PIVOT_MISSING', `Its pivot ${name} is another list than was to be expected.`);
    }
    if (found.sequenceNumber === list.sequenceNumber) break;
    last = found.sequenceNumber;
    signers = signersOf(found);
  }
  requireSigner(list, signers, 'It');
  requireInForce(list, at);
  return { sequenceNumber: list.sequenceNumber, pointers: list.pointers };
}

/** The addresses of the pivots, the oldest first; other addresses beside them tell people about the list. */
export function pivotsOf({ informationUris }: Pick<OpenedList, 'informationUris'>): readonly string[] {
  const pivots = [...new Set(informationUris.filter((uri) => PIVOT.test(uri)))].reverse();
  if (pivots.length > MAX_PIVOTS) throw new ListFault('LIST_MALFORMED', 'It names too many pivots.');
  return pivots;
}

function requireScheme({ type, territory }: OpenedList): void {
  if (type !== LIST_OF_LISTS) throw new ListFault('LIST_SCHEME_UNKNOWN', 'It is no list of the lists.');
  if (territory !== UNION) throw new ListFault('LIST_TERRITORY_WRONG', 'It is not of the Union.');
}

/** Who may sign the list of the lists after this one: its own entry among its pointers. */
function signersOf({ pointers }: OpenedList): ReadonlySet<string> {
  const own = pointers.filter(({ type, territory }) => type === LIST_OF_LISTS && territory === UNION);
  return new Set(own.flatMap(({ certificates }) => certificates.map(thumbprintOf)));
}

function requireSigner({ signer, issuedAt }: OpenedList, signers: ReadonlySet<string>, what: string): void {
  if (!signers.has(thumbprintOf(signer.der))) {
    throw new ListFault('LIST_SIGNER_UNKNOWN', `${what} is signed by somebody who may not sign it.`);
  }
  if (issuedAt > signer.notAfter) {
    throw new ListFault('LIST_SIGNER_UNKNOWN', `${what} is signed with a certificate that had ended before.`);
  }
}
