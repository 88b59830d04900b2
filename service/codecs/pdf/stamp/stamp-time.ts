/** `2026-03-04 06:06:07 UTC+01:00`. The offset is of the clock on the wall, east of Greenwich positive. */
export function formatStampTime(at: Date, utcOffsetMinutes: number, format = 'yyyy-MM-dd HH:mm:ss'): string {
  const [date = '', time = ''] = new Date(at.getTime() + utcOffsetMinutes * 60_000)
    .toISOString()
    .slice(0, 19)
    .split('T');
  const [yyyy = '', month = '', dd = ''] = date.split('-');
  const [hours = '', minutes = '', seconds = ''] = time.split(':');
  const fields: Readonly<Record<string, string>> = { yyyy, MM: month, dd, HH: hours, mm: minutes, ss: seconds };
  const written = format.replaceAll(/yyyy|MM|dd|HH|mm|ss/g, (field) => fields[field] ?? field);
  // A day alone is said without a zone, as people write it.
  return format.includes('HH') ? `${written} UTC${distanceOf(utcOffsetMinutes)}` : written;
}

function distanceOf(utcOffsetMinutes: number): string {
  const sign = utcOffsetMinutes < 0 ? '\u2212' : '+';
  const distance = Math.abs(utcOffsetMinutes);
  const hours = String(Math.floor(distance / 60)).padStart(2, '0');
  return `${sign}${hours}:${String(distance % 60).padStart(2, '0')}`;
}

/** Minutes by which a zone (an IANA name) is ahead of UTC at a moment. Throws RangeError for a name nobody knows. */
export function offsetOfZone(timeZone: string, at: Date): number {
  const fields = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
  const options = Object.fromEntries(fields.map((field) => [field, 'numeric']));
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone, hourCycle: 'h23', calendar: 'gregory' });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = fields.map((field) => parts.get(field));
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return Math.round((wall - Math.floor(at.getTime() / 1000) * 1000) / 60_000);
}
