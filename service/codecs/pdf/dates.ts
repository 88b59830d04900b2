/** A date in universal time, ISO 32000-2 clause 7.9.4. */
export function formatDate(at: Date): string {
  return `D:${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;
}

const DATE = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:Z|([+-])(\d{2})'?(\d{2})?'?)?/;

/**
 * The moment a date text names; fields left out have their smallest value, a missing zone is taken for universal time.
 * Null for anything that is no date of clause 7.9.4.
 */
export function parseDate(text: string): Date | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((field: string | undefined) => (field === undefined ? undefined : Number(field)));
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  // Date.UTC carries over what is too large; a real date comes out as it went in.
  const isReal = new Date(wall).toISOString().startsWith(iso(year, month, day));
  const isTime = hour < 24 && minute < 60 && second < 60;
  return isReal && isTime ? new Date(wall - zoneMinutes(match.slice(7, 10)) * 60_000) : null;
}

/** Minutes ahead of universal time. */
function zoneMinutes([sign, hours, minutes]: readonly (string | undefined)[]): number {
  const offset = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -offset : offset;
}

function iso(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
