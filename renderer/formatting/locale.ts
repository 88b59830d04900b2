/** What numbers and times are written with. */
export interface Formatting {
  /** BCP 47. */
  readonly locale: string;
  readonly justNow: string;
  readonly soon: string;
  readonly bytes: (digits: string) => string;
  /** For 1,024 bytes and its powers. */
  readonly sizes: readonly string[];
}

/** In use; English until the page has its language. */
let inUse: Formatting = {
  locale: 'en-GB',
  justNow: 'just now',
  soon: 'in a moment',
  bytes: (digits) => `${digits} bytes`,
  sizes: ['KB', 'MB', 'GB', 'TB'],
};

/** Sets how numbers and times are written from now on. */
export function useFormatting(formatting: Formatting): void {
  inUse = formatting;
}

/** How numbers and times are written now. */
export const formatting = (): Formatting => inUse;

/** A number as the language writes it: `1,234`. */
export function formatNumber(
  number: number,
  options?: Intl.NumberFormatOptions,
  { locale }: Pick<Formatting, 'locale'> = inUse,
): string {
  return number.toLocaleString(locale, options);
}
