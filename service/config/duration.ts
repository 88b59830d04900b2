const UNIT_MILLISECONDS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of a duration as the settings write it: `90s`, `30m`, `24h`, `7d`. */
export function durationMilliseconds(text: string): number {
  const unit = text.at(-1) as keyof typeof UNIT_MILLISECONDS; // The schema has checked the text.
  return Number(text.slice(0, -1)) * UNIT_MILLISECONDS[unit];
}
