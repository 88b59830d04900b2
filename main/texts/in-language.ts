/**
 * The texts in the first of these languages that there are, by its primary subtag (RFC 5646 2.2.1); `english` where there
 * is none.
 */
export function inLanguage<Texts>(
  languages: readonly string[],
  texts: Readonly<{ en: Texts; de: Texts; fr: Texts; es: Texts }>,
): Texts {
  const known: ReadonlyMap<string, Texts> = new Map(Object.entries(texts));
  const found = languages.flatMap((tag) => known.get(tag.split('-', 1)[0]?.toLowerCase() ?? '') ?? []);
  return found[0] ?? texts.en;
}
