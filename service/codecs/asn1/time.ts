import { Asn1Error } from './asn1-error.ts';
import { TAG } from './tags.ts';

/** No time is longer. */
export const MAX_TIME_BYTES = 32;
const UTC_TIME = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
const GENERALIZED_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{0,8}[1-9]))?Z$/;

/**
 * UTCTime or GeneralizedTime in its DER form (X.690 11.7, 11.8): seconds present, Zulu, no trailing zeros in a
 * fraction. Two-digit years below 50 are 20xx (RFC 5280 4.1.2.5.1). Fractions are cut to milliseconds.
 * Throws ASN1_VALUE_INVALID, also for dates that do not exist.
 */
export function decodeTime(tag: number, content: Uint8Array): Date {
  const text = String.fromCharCode(...content.subarray(0, MAX_TIME_BYTES + 1));
  const match = (tag === TAG.utcTime ? UTC_TIME : GENERALIZED_TIME).exec(text);
  if (match === null || text.length > MAX_TIME_BYTES) throw invalid();
  const fields = match.slice(1, 7).map(Number);
  if (tag === TAG.utcTime) fields[0] = expandYear(fields[0] ?? 0);
  const milliseconds = Math.floor(Number(`0.${match[7] ?? '0'}`) * 1000);
  return realTime(fields, milliseconds);
}

function expandYear(twoDigits: number): number {
  return twoDigits + (twoDigits < 50 ? 2000 : 1900);
}

function realTime(fields: readonly number[], milliseconds: number): Date {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields;
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  const isRealDay = time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  if (!isRealDay || hour > 23 || minute > 59 || second > 59) throw invalid();
  time.setUTCHours(hour, minute, second, milliseconds);
  return time;
}

/** Content octets and tag of a time as RFC 5280 4.1.2.5 wants it: UTCTime to 2049, GeneralizedTime after; whole seconds. */
export function encodeTime(time: Date): { tag: number; content: Uint8Array } {
  const digits = generalizedDigits(time);
  const year = time.getUTCFullYear();
  const isUtcTime = year >= 1950 && year < 2050;
  const text = `${isUtcTime ? digits.slice(2) : digits}Z`;
  return { tag: isUtcTime ? TAG.utcTime : TAG.generalizedTime, content: Buffer.from(text, 'latin1') };
}

function generalizedDigits(time: Date): string {
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999 || time.getUTCFullYear() < 0) throw invalid();
  return time
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/[-:T]/g, '');
}

function invalid(): Asn1Error {
  return new Asn1Error('ASN1_VALUE_INVALID', 'Not a DER time');
}
