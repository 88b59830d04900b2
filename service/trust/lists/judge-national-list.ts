import { NATIONAL_LIST } from '../../codecs/trusted-list/trusted-list.ts';
import type { ListOfLists } from './judge-list-of-lists.ts';
import { ListFault } from './list-fault.ts';
import { requireInForce } from './list-time.ts';
import { thumbprintOf, type OpenedList } from './open-list.ts';

/**
 * Judges a national list by what the list of the lists says of its country: who may sign it. `territory`: the country
 * that it was asked for; null where it came as a file. Throws ListFault.
 */
export function judgeNationalList(
  list: OpenedList,
  { pointers }: Pick<ListOfLists, 'pointers'>,
  territory: string | null,
  at: Date,
): void {
  if (!/^[A-Z]{2}$/.test(list.territory)) throw new ListFault('LIST_TERRITORY_UNKNOWN', 'Its country is none.');
  if (list.type !== NATIONAL_LIST) throw new ListFault('LIST_SCHEME_UNKNOWN', 'It is no list of a country.');
  if (territory !== null && list.territory !== territory) {
    throw new ListFault('LIST_TERRITORY_WRONG', `It is of another country than ${territory}.`);
  }
  const own = pointers.filter((pointer) => pointer.type === NATIONAL_LIST && pointer.territory === list.territory);
  if (own.length === 0) {
    throw new ListFault('LIST_TERRITORY_UNKNOWN', 'The list of the lists does not know its country.');
  }
  const signers = new Set(own.flatMap(({ certificates }) => certificates.map(thumbprintOf)));
  if (!signers.has(thumbprintOf(list.signer.der))) {
    throw new ListFault('LIST_SIGNER_UNKNOWN', 'It is signed by somebody who may not sign it.');
  }
  if (list.issuedAt > list.signer.notAfter) {
    throw new ListFault('LIST_SIGNER_UNKNOWN', 'It is signed with a certificate that had ended before.');
  }
  requireInForce(list, at);
}
