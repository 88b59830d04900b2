import type { PinFacts } from '../../service/providers/token-host/protocol.ts';
import { isEnteredAtReader, type GuardedToken } from './guarded-token.ts';

/** CK_UNAVAILABLE_INFORMATION, in the two sizes of CK_ULONG, and anything else that is no length. */
const MAX_CREDIBLE_LENGTH = 1024;

/** What is said of the PIN while no token is there. */
export const NO_TOKEN: PinFacts = {
  ...{ tokenLabel: null, length: null, tries: 'unknown' },
  ...{ isHeld: false, isOnReader: false, isPerDocument: null },
};

interface TokenFacts extends Pick<GuardedToken, 'flags'> {
  readonly label: string;
  readonly pinLength?: { readonly min: number; readonly max: number } | undefined;
}

/** What a token says of its PIN without a login, with what is known of it besides. A length that cannot be is left out. */
export function pinFactsOf(token: TokenFacts, known: Pick<PinFacts, 'tries' | 'isHeld' | 'isPerDocument'>): PinFacts {
  const { min, max } = token.pinLength ?? { min: 0, max: 0 };
  const isKnown = max > 0 && max >= min && max <= MAX_CREDIBLE_LENGTH;
  return {
    ...known,
    tokenLabel: token.label,
    length: isKnown ? { min, max } : null,
    isOnReader: isEnteredAtReader(token),
  };
}
