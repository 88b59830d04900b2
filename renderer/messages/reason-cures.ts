import type { ReasonCode } from '../../service/contract/vocabulary/reason-codes.ts';
import { laterText } from './messages.ts';

/** What to do about an open verdict: each cure once, and never none. */
export function curesOf(codes: readonly ReasonCode[]): readonly string[] {
  const texts: Readonly<Partial<Record<ReasonCode, string>>> = laterText.cures;
  const cures = [...new Set(codes.flatMap((code) => texts[code] ?? []))];
  return cures.length === 0 ? [laterText.fallbackCure] : cures;
}
