import { formatNumber, formatting, type Formatting } from './locale.ts';

interface Formats {
  readonly dateTime: Intl.DateTimeFormat;
  readonly date: Intl.DateTimeFormat;
  readonly relative: Intl.RelativeTimeFormat;
}

const made = new Map<string, Formats>();

/** Made once for a locale: making one costs more than using it. */
function formats({ locale }: Pick<Formatting, 'locale'> = formatting()): Formats {
  const known = made.get(locale);
  if (known !== undefined) return known;
  const fresh: Formats = {
    dateTime: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }),
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' }),
  };
  made.set(locale, fresh);
  return fresh;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Full local date and time of an ISO 8601 timestamp, with the zone; as the page writes it, or another locale. */
export function formatDateTime(iso: string, using?: Pick<Formatting, 'locale'>): string {
  return formats(using).dateTime.format(new Date(iso));
}

/** A sentence of the station with its ISO 8601 timestamps turned into local dates and times. */
export function withLocalTimes(sentence: string, using?: Pick<Formatting, 'locale'>): string {
  return sentence.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (iso) => formatDateTime(iso, using));
}

/** Local date of an ISO 8601 timestamp. */
export function formatDate(iso: string, using?: Pick<Formatting, 'locale'>): string {
  return formats(using).date.format(new Date(iso));
}

/** `just now`, `12 minutes ago`, `in 3 hours`; the plain date from a week on. */
export function formatRelative(iso: string, now: number): string {
  const distance = new Date(iso).getTime() - now;
  const size = Math.abs(distance);
  if (size < 45_000) return distance > 5_000 ? formatting().soon : formatting().justNow;
  if (size < HOUR) return formats().relative.format(Math.round(distance / MINUTE), 'minute');
  if (size < DAY) return formats().relative.format(Math.round(distance / HOUR), 'hour');
  if (size < 7 * DAY) return formats().relative.format(Math.round(distance / DAY), 'day');
  return formatDate(iso);
}

/** Duration for people: `64 ms`, `1.2 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${String(Math.round(milliseconds))} ms`;
  if (milliseconds < MINUTE) return `${formatNumber(milliseconds / 1000, { maximumFractionDigits: 1 })} s`;
  const [large, small, size, rest] =
    milliseconds < HOUR ? (['min', 's', MINUTE, 1000] as const) : (['h', 'min', HOUR, MINUTE] as const);
  const whole = Math.floor(milliseconds / size);
  const remainder = Math.floor((milliseconds % size) / rest);
  return remainder === 0 ? `${String(whole)} ${large}` : `${String(whole)} ${large} ${String(remainder)} ${small}`;
}

/** Whole days from `now` to the timestamp, negative when it is past. */
export function daysUntil(iso: string, now: number): number {
  return Math.floor((new Date(iso).getTime() - now) / DAY);
}
