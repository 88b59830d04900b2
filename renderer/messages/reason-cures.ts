import type { ReasonCode } from '../../service/contract/vocabulary/reason-codes.ts';
import { laterText } from './messages.ts';
import type { LaterTexts } from './page-texts.ts';

/** What to do about an open verdict: each cure once, and never none; in the language of the page, or that of `texts`. */
export function curesOf(
  codes: readonly ReasonCode[],
  texts: Pick<LaterTexts, 'cures' | 'fallbackCure'> = laterText,
): readonly string[] {
  const known: Readonly<Partial<Record<ReasonCode, string>>> = texts.cures;
  const cures = [...new Set(codes.flatMap((code) => known[code] ?? []))];
  return cures.length === 0 ? [texts.fallbackCure] : cures;
}
