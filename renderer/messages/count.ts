/** Further forms of a noun, for languages that have more than two. */
type FurtherForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** Numbers, and words that go with them, as a language has them. */
export interface Counter {
  /** A number alone: `1,234`. */
  readonly digits: (number: number) => string;
  /** The form that goes with the number, without it. */
  readonly form: (number: number, one: string, other: string, further?: FurtherForms) => string;
  /** How many of a thing, in words: `1 document`, `40 documents`. */
  readonly count: (number: number, one: string, other: string, further?: FurtherForms) => string;
}

/** Counts by the plural rules of Unicode (CLDR) for the language. */
export function counterOf(locale: string): Counter {
  const rules = new Intl.PluralRules(locale);
  const format = new Intl.NumberFormat(locale);
  const digits = (number: number): string => format.format(number);
  const form: Counter['form'] = (number, one, other, further = {}) => {
    const rule = rules.select(number);
    return further[rule] ?? (rule === 'one' ? one : other);
  };
  return { digits, form, count: (number, ...forms) => `${digits(number)} ${form(number, ...forms)}` };
}

/** How many documents of a batch are how far. */
export interface BatchCounts {
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly open: number;
}

/** "12 signed, 28 stopped": what is zero is left out. */
export function listOfCounts(counts: readonly (readonly [number: number, words: string])[]): string {
  return counts.flatMap(([number, words]) => (number > 0 ? [words] : [])).join(', ');
}
