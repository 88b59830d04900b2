import type { Told } from '../../service/contract/vocabulary/sentence.ts';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { TokenEntry } from '../../service/providers/token-host/protocol.ts';

/** What is known before a login about whether this is the token that the PIN is meant for. */
export interface LoginQuestion {
  readonly entry: Pick<TokenEntry, 'type' | 'name' | 'tokenLabel' | 'slotId' | 'serial'>;
  /** SHA-1 or SHA-256 thumbprint of the certificate that is to sign; null: any, or none yet. */
  readonly wanted: string | null;
  /** Somebody waits for a signature; otherwise it is a list. */
  readonly isForSignature: boolean;
  /** Certificates that show without a login, issuers left out: their thumbprints. */
  readonly shown: readonly { readonly sha1: string; readonly sha256: string }[];
  /** This very token showed the wanted certificate before. */
  readonly hasShownWanted: boolean;
  /** This token accepted this PIN when it last saw it. */
  readonly hasAccepted: boolean;
  /** The PIN opened another token before. */
  readonly isMeantForAnother: boolean;
}

/** `look`: what shows without a login has to do. */
export type LoginDecision = 'login' | 'look' | StationError;

/**
 * Whether the PIN may go to the token that is in the reader: it may be a colleague's. A wanted certificate that shows
 * without a login decides; a token that shows none is known by its configured serial number or label, or by having
 * accepted this PIN before. A slot number names a partition of an HSM, but any card in a reader; and many cards of one maker bear
 * one label: where the PIN has opened another token, the label alone says nothing any more. A wanted certificate that the
 * token had and has no more was replaced: nobody can put it in, and waiting for it would be in vain.
 */
export function decideLogin(question: LoginQuestion): LoginDecision {
  const { entry, wanted, shown, hasAccepted, hasShownWanted } = question;
  if (entry.serial !== null) return 'login';
  const isNamed = isNamedBy(question);
  if (wanted === null) return isNamed || hasAccepted ? 'login' : decideUnnamed(question);
  if (shown.some(({ sha1, sha256 }) => sha1 === wanted || sha256 === wanted)) return 'login';
  if (shown.length > 0) return withoutWanted(hasShownWanted);
  if (isNamed || hasAccepted) return 'login';
  return otherCard(tell(entry.tokenLabel === null ? 'CARD_UNNAMED' : 'CARD_OTHER_THAN_OPENED', { name: entry.name }));
}

function isNamedBy({ entry, isMeantForAnother }: LoginQuestion): boolean {
  if (entry.type === 'Hsm') return entry.tokenLabel !== null || entry.slotId !== null;
  return entry.tokenLabel !== null && !isMeantForAnother;
}

/** No certificate is named, and no token: the PIN goes to the first token that comes, and to no other afterwards. */
function decideUnnamed({ entry, isForSignature, isMeantForAnother }: LoginQuestion): LoginDecision {
  if (isMeantForAnother) return otherCard(tell('CARD_OTHER_THAN_OPENED', { name: entry.name }));
  return isForSignature ? 'login' : 'look';
}

function otherCard(message: Told): StationError {
  return new StationError('SIGNING_PROVIDER_UNAVAILABLE', message, {
    kind: 'transient',
    waitReason: 'OTHER_CARD_PRESENT',
  });
}

/**
 * What of a token that is logged in to keeps it from signing with a certificate that it does not have. Null where no other
 * one can be meant: a serial number names one token, and only readers have cards changed in them.
 */
export function absenceOf({ type, serial }: LoginQuestion['entry'], hasShownWanted: boolean): StationError | null {
  return type === 'SmartCard' && serial === null ? withoutWanted(hasShownWanted) : null;
}

function withoutWanted(hasShownIt: boolean): StationError {
  return hasShownIt ? replaced() : otherCard(tell('CARD_OTHER_CERTIFICATE'));
}

function replaced(): StationError {
  return new StationError('SIGNING_CERTIFICATE_NOT_FOUND', tell('CARD_CERTIFICATE_REPLACED'), { kind: 'permanent' });
}
