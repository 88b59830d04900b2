/** Names of what stands in a phrase and may be a phrase itself, or several of them. */
const INNER: ReadonlySet<string> = new Set(['detail', 'cause', 'what', 'reason', 'who', 'token', 'call']);
const LISTS: Readonly<Partial<Record<string, string>>> = { list: '; ', commas: ', ' };
const NUMBERS: ReadonlySet<string> = new Set(['count', 'number', 'page', 'bits', 'least', 'most', 'days', 'position']);
const HOLE = /\{(\w+)\}/gu;
/** Phrases are short; what is longer is nothing that anybody worded. */
const MAX_LENGTH = 4000;

interface Pattern {
  readonly expression: RegExp;
  readonly names: readonly string[];
  readonly say: (values: Readonly<Record<string, string>>) => string;
}

/** English words with holes, and how another language says the same; `say` gets what stood in the holes. */
export interface Template {
  readonly english: string;
  readonly say: (values: Readonly<Record<string, string>>) => string;
}

/** A template whose other words have the same holes. */
export function templateOf(english: string, words: string): Template {
  return { english, say: (values) => words.replaceAll(HOLE, (hole, name: string) => values[name] ?? hole) };
}

/**
 * Finds sentences of the station by their English words, where no code goes with them, and says them in the language of the
 * templates. A sentence is one template, several after each other, or one after the name of a place and a colon.
 */
export class PhraseBook {
  readonly #exact = new Map<string, string>();
  readonly #patterns: readonly Pattern[];
  readonly #known = new Map<string, string | null>();

  constructor(templates: readonly Template[]) {
    const open = templates.filter(({ english, say }) => {
      const isOpen = english.search(HOLE) >= 0;
      if (!isOpen) this.#exact.set(english, say({}));
      return isOpen;
    });
    const fixed = ({ english }: Template): number => english.replaceAll(HOLE, '').length;
    this.#patterns = open.toSorted((one, other) => fixed(other) - fixed(one)).map(patternOf);
  }

  /** The sentence in the language of the book; null where it is not in it. */
  wordsOf(english: string): string | null {
    if (english.length > MAX_LENGTH) return null;
    const known = this.#known.get(english);
    if (known !== undefined) return known;
    const words =
      this.#exact.get(english) ??
      this.#placed(english, (rest) => (rest.endsWith('.') ? this.#exact.get(rest) : undefined)) ??
      this.#several(english) ??
      this.#matched(english) ??
      this.#placed(english, (rest) => this.#exact.get(rest) ?? this.#matched(rest));
    this.#known.set(english, words);
    return words;
  }

  #several(english: string): string | null {
    const sentences = english.split(/(?<=\.) (?=\p{Lu}|\d)/u);
    if (sentences.length === 1) return null;
    const words = sentences.map((sentence) => this.#exact.get(sentence) ?? this.#matched(sentence));
    return words.includes(null) ? null : words.join(' ');
  }

  #matched(english: string): string | null {
    for (const { expression, names, say } of this.#patterns) {
      const found = expression.exec(english);
      if (found !== null) {
        return say(Object.fromEntries(names.map((name, index) => [name, this.#inner(name, found[index + 1] ?? '')])));
      }
    }
    return null;
  }

  #inner(name: string, value: string): string {
    const between = LISTS[name];
    if (between === undefined) return INNER.has(name) ? (this.wordsOf(value) ?? value) : value;
    return value
      .split(between)
      .map((item) => this.wordsOf(item) ?? item)
      .join(between);
  }

  /** `contract.xml: It is missing.` */
  #placed(english: string, wordsOf: (rest: string) => string | null | undefined): string | null {
    for (let at = english.indexOf(': '); at >= 0; at = english.indexOf(': ', at + 1)) {
      const words = wordsOf(english.slice(at + 2)) ?? null;
      if (words !== null) return `${english.slice(0, at)}: ${words}`;
    }
    return null;
  }
}

function patternOf({ english, say }: Template): Pattern {
  const names: string[] = [];
  const source = english
    .split(/(\{\w+\})/u)
    .map((part) => {
      const name = /^\{(\w+)\}$/u.exec(part)?.[1];
      if (name === undefined) return part.replaceAll(/[$()*+.?[\\\]^{|}/]/gu, '\\$&');
      names.push(name);
      return NUMBERS.has(name) ? '(\\d+)' : '([^]+?)';
    })
    .join('');
  return { expression: new RegExp(`^${source}$`, 'u'), names, say };
}
