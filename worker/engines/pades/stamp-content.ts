import { LOCAL_ZONE, type StampTemplate } from '../../../service/contract/vocabulary/stamp.ts';
import type { StampContent } from '../../../service/codecs/pdf/stamp/signature-stamp.ts';
import { offsetOfZone } from '../../../service/codecs/pdf/stamp/stamp-time.ts';
import { parseCertificate } from '../../../service/codecs/x509/certificate.ts';

/** How much of a masked number can be read, from its end. */
const READABLE = 3;

/**
 * What a template makes of a signer (DER certificate) and a moment, for the drawing of a stamp. Without a template name,
 * time, note and image are shown, the time as the clock on the wall of the station has it. Throws Asn1Error.
 */
export function stampContentOf(
  template: StampTemplate | null,
  certificate: Uint8Array,
  at: Date,
): Pick<StampContent, 'at' | 'utcOffsetMinutes' | 'identityNumber' | 'parts' | 'dateFormat'> {
  const local = -at.getTimezoneOffset();
  if (template === null) return { at, utcOffsetMinutes: local };
  const { parts, dateFormat, timeZone } = template;
  const number = parts.includes('identityNumber') ? identityNumber(certificate) : null;
  return {
    at,
    utcOffsetMinutes: timeZone === LOCAL_ZONE ? local : offsetOfZone(timeZone, at),
    identityNumber: number !== null && template.identityNumber === 'masked' ? masked(number) : number,
    parts,
    dateFormat,
  };
}

/** serialNumber of the subject (RFC 3739, EN 319 412-1 clause 5.1.3), as `PNOHR-12345678901`; null without one. */
function identityNumber(certificate: Uint8Array): string | null {
  return parseCertificate(certificate).subject.attribute('serialNumber');
}

/** Kind and country stay, as `PNOHR-••••••••901`; of a short number nothing can be read. */
export function masked(number: string): string {
  const [, kind = '', rest = ''] = /^([A-Z]{3}[A-Z]{2}-)?(.*)$/su.exec(number) ?? [];
  const letters = Array.from(rest);
  const shown = letters.length > 2 * READABLE ? letters.slice(-READABLE) : [];
  return `${kind}${'•'.repeat(letters.length - shown.length)}${shown.join('')}`;
}
