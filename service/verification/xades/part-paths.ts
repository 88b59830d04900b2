import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { namespaceOf } from './signature-filters.ts';

/** What a step must be called; null for any. */
export interface NameTest {
  readonly namespace: string;
  /** Null for `prefix:*`. */
  readonly localName: string | null;
}

export type Predicate =
  | { readonly kind: 'or' | 'and'; readonly terms: readonly Predicate[] }
  | { readonly kind: 'attribute'; readonly name: NameTest; readonly value: string }
  | { readonly kind: 'local-name' | 'name' | 'starts-with'; readonly value: string }
  | { readonly kind: 'position'; readonly value: number };

export interface PartStep {
  /** After `//`, or on the descendant axis. */
  readonly isAnywhere: boolean;
  readonly name: NameTest | null;
  readonly predicates: readonly Predicate[];
}

/** A location path from the root of a document to elements. */
export type PartPath = readonly PartStep[];

/** What has one meaning and costs little to look for; XPath has more of everything. */
const MAX_TOKENS = 200;
const NAME = '[A-Za-z_][\\w.-]*';
const TOKEN = new RegExp(`\\s*(//|::|\\d+|${NAME}|"[^"]*"|'[^']*'|[/|()[\\]@=,:*])`, 'y');

/** The tokens of an expression; null where there is anything else in it. */
export function tokensOf(expression: string): string[] | null {
  const tokens: string[] = [];
  const text = expression.trimEnd();
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length;) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined || tokens.length === MAX_TOKENS) return null;
    tokens.push(token);
  }
  return tokens;
}

/** An expression is none of those that are read here. */
export class UnknownExpression extends Error {}

/** Reads parts of expressions of XPath 1.0. `xpath` is where the expression stands. Throws UnknownExpression. */
export class ExpressionReader {
  readonly #tokens: readonly string[];
  readonly #xpath: XmlElement;
  #at = 0;

  constructor(tokens: readonly string[], xpath: XmlElement) {
    this.#tokens = tokens;
    this.#xpath = xpath;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  /** Passes over these tokens if they come next. */
  skip(...tokens: readonly string[]): boolean {
    if (!tokens.every((token, index) => this.#tokens[this.#at + index] === token)) return false;
    this.#at += tokens.length;
    return true;
  }

  expect(...tokens: readonly string[]): void {
    if (!this.skip(...tokens)) throw new UnknownExpression();
  }

  /** `/a/b`, `//b[...]`, `/descendant::b`; without a slash from the root, too, which is the context node. */
  path(): PartPath {
    const steps: PartStep[] = [];
    let isAnywhere = this.skip('//');
    if (!isAnywhere) this.skip('/');
    do {
      if (this.skip('descendant', '::')) isAnywhere = true;
      else this.skip('child', '::');
      steps.push(this.step(isAnywhere));
      isAnywhere = this.skip('//');
    } while (isAnywhere || this.skip('/'));
    return steps;
  }

  /** A name test with its predicates. A place in a row has a meaning among the children of one element only. */
  step(isAnywhere: boolean): PartStep {
    const name = this.#nameTest();
    const predicates: Predicate[] = [];
    while (this.skip('[')) {
      predicates.push(this.#either());
      this.expect(']');
    }
    const isPlaced = predicates.some(({ kind }) => kind === 'position');
    if (isPlaced && (isAnywhere || predicates.length > 1)) throw new UnknownExpression();
    return { isAnywhere, name, predicates };
  }

  #either(): Predicate {
    const terms = [this.#all()];
    while (this.skip('or')) terms.push(this.#all());
    return joined('or', terms);
  }

  #all(): Predicate {
    const terms = [this.#term()];
    while (this.skip('and')) terms.push(this.#term());
    return joined('and', terms);
  }

  #term(): Predicate {
    if (this.skip('(')) {
      const inner = this.#either();
      this.expect(')');
      return inner;
    }
    if (this.skip('@')) {
      const name = this.#nameTest();
      if (name?.localName == null) throw new UnknownExpression();
      return { kind: 'attribute', name, value: this.#compared() };
    }
    if (this.skip('local-name', '(', ')')) return { kind: 'local-name', value: this.#compared() };
    if (this.skip('name', '(', ')')) return { kind: 'name', value: this.#compared() };
    if (this.skip('starts-with', '(', 'local-name', '(', ')', ',')) {
      const value = this.#literal();
      this.expect(')');
      return { kind: 'starts-with', value };
    }
    if (this.skip('position', '(', ')')) this.expect('=');
    return { kind: 'position', value: this.#number() };
  }

  #compared(): string {
    this.expect('=');
    return this.#literal();
  }

  #literal(): string {
    const token = this.#next();
    if (!/^["']/.test(token)) throw new UnknownExpression();
    return token.slice(1, -1);
  }

  #number(): number {
    const token = this.#next();
    if (!/^\d{1,6}$/.test(token)) throw new UnknownExpression();
    return Number(token);
  }

  /** A name without prefix has no namespace (XPath 1.0 clause 2.3). */
  #nameTest(): NameTest | null {
    if (this.skip('*')) return null;
    const first = this.#name();
    if (!this.skip(':')) return { namespace: '', localName: first };
    const namespace = namespaceOf(first, this.#xpath);
    if (namespace === null) throw new UnknownExpression();
    return { namespace, localName: this.skip('*') ? null : this.#name() };
  }

  /** Neither the name of an axis nor that of a function. */
  #name(): string {
    const token = this.#next();
    const isOther = this.#tokens[this.#at] === '::' || this.#tokens[this.#at] === '(';
    if (!/^[A-Za-z_]/.test(token) || isOther) throw new UnknownExpression();
    return token;
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new UnknownExpression();
    this.#at += 1;
    return token;
  }
}

/** Places in a row are counted alone, not within a condition. */
function joined(kind: 'or' | 'and', terms: readonly Predicate[]): Predicate {
  const [only] = terms;
  if (terms.length === 1 && only !== undefined) return only;
  if (terms.some((term) => term.kind === 'position')) throw new UnknownExpression();
  return { kind, terms };
}
