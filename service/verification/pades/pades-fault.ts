import type { VerificationStatus } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';

/** Something that keeps a signature, or the document, from being VALID. */
export interface PadesFault {
  readonly status: Exclude<VerificationStatus, 'VALID'>;
  readonly reason: ReasonCode;
  /** One sentence for a person, without document text except field names. */
  readonly detail: string;
}

export function invalid(reason: ReasonCode, detail: string): PadesFault {
  return { status: 'INVALID', reason, detail };
}

export function indeterminate(reason: ReasonCode, detail: string): PadesFault {
  return { status: 'INDETERMINATE', reason, detail };
}

const MAX_READABLE_CHARACTERS = 80;

/** Names from the document as they may stand in a sentence: nothing invisible, nothing that turns text around. */
export function readable(text: string): string {
  const visible = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}"]/gu, '?');
  return visible.length > MAX_READABLE_CHARACTERS ? `${visible.slice(0, MAX_READABLE_CHARACTERS)}…` : visible;
}
