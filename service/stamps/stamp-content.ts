import { LOCAL_ZONE, type StampTemplate } from '../contract/vocabulary/stamp.ts';
import type { StampContent } from '../codecs/pdf/stamp/signature-stamp.ts';
import { offsetOfZone } from '../codecs/pdf/stamp/stamp-time.ts';

/** How much of a masked number can be read, from its end. */
const READABLE = 3;

/**
 * What a template makes of a signer's identity number (serialNumber of the subject, RFC 3739, as `PNOHR-12345678901`) and a
 * moment, for the drawing of a stamp. Without a template name, time, note and image are shown, the time as the clock on
 * the wall of the station has it.
 */
export function stampContentOf(
  template: StampTemplate | null,
  number: string | null,
  at: Date,
): Pick<StampContent, 'at' | 'utcOffsetMinutes' | 'identityNumber' | 'parts' | 'dateFormat'> {
  const local = -at.getTimezoneOffset();
  if (template === null) return { at, utcOffsetMinutes: local };
  const { parts, dateFormat, timeZone } = template;
  return {
    at,
    utcOffsetMinutes: timeZone === LOCAL_ZONE ? local : offsetOfZone(timeZone, at),
    identityNumber: number !== null && template.identityNumber === 'masked' ? masked(number) : number,
    parts,
    dateFormat,
  };
}

/** Kind and country stay, as `PNOHR-••••••••901`; of a short number nothing can be read. */
export function masked(number: string): string {
  const [, kind = '', rest = ''] = /^([A-Z]{3}[A-Z]{2}-)?(.*)$/su.exec(number) ?? [];
  const letters = Array.from(rest);
  const shown = letters.length > 2 * READABLE ? letters.slice(-READABLE) : [];
  return `${kind}${'•'.repeat(letters.length - shown.length)}${shown.join('')}`;
}
