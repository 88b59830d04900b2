import { NATIONAL_LIST } from '../../codecs/trusted-list/trusted-list.ts';
import type { ListOfLists } from './judge-list-of-lists.ts';
import { ListFault } from './list-fault.ts';
import { requireInForce } from './list-time.ts';
import { thumbprintOf, type OpenedList } from './open-list.ts';

/** SHA-256 of the certificates by which each country's list may be signed, by its territory. */
export function entitledSigners({ pointers }: Pick<ListOfLists, 'pointers'>): Readonly<Record<string, string[]>> {
  const byTerritory = Map.groupBy(
    pointers.filter(({ type }) => type === NATIONAL_LIST),
    ({ territory }) => territory,
  );
  return Object.fromEntries(
    [...byTerritory].map(([territory, own]) => [
      territory,
      own.flatMap(({ certificates }) => certificates.map(thumbprintOf)),
    ]),
  );
}

/**
 * Judges a national list by what the list of the lists says of its country: who may sign it. `territory`: the country
 * that it was asked for; null where it came as a file. Throws ListFault.
 */
export function judgeNationalList(
  list: OpenedList,
  lists: Pick<ListOfLists, 'pointers'>,
  territory: string | null,
  at: Date,
): void {
  if (!/^[A-Z]{2}$/.test(list.territory)) throw new ListFault('LIST_TERRITORY_UNKNOWN', 'Its country is none.');
  if (list.type !== NATIONAL_LIST) throw new ListFault('LIST_SCHEME_UNKNOWN', 'It is no list of a country.');
  if (territory !== null && list.territory !== territory) {
    throw new ListFault('LIST_TERRITORY_WRONG', `It is of another country than ${territory}.`);
  }
  const entitled = entitledSigners(lists)[list.territory];
  if (entitled === undefined) {
    throw new ListFault('LIST_TERRITORY_UNKNOWN', 'The list of the lists does not know its country.');
  }
  if (!entitled.includes(thumbprintOf(list.signer.der))) {
    throw new ListFault('LIST_SIGNER_UNKNOWN', 'It is signed by somebody who may not sign it.');
  }
  if (list.issuedAt > list.signer.notAfter) {
    throw new ListFault('LIST_SIGNER_UNKNOWN', 'It is signed with a certificate that had ended before.');
  }
  requireInForce(list, at);
}
