import { broken } from './xml-error.ts';
import { decoded, type XmlPrefix } from './xml-names.ts';

/** Prefix and URI, each as the bytes of its UTF-8 in a Latin-1 string: comparing those compares code points. */
export interface PrefixedUri {
  readonly prefix: string;
  readonly uri: string;
}

/** What a declaration binds a prefix to, and both as text. */
export interface NamespaceBinding extends PrefixedUri {
  readonly prefixText: string;
  readonly uriText: string;
}

export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
export const NO_NAMESPACE: NamespaceBinding = { prefix: '', prefixText: '', uri: '', uriText: '' };
const XML_BINDING: NamespaceBinding = {
  ...{ prefix: 'xml', prefixText: 'xml' },
  ...{ uri: XML_NAMESPACE, uriText: XML_NAMESPACE },
};
/** Positions in `bindings`. */
const NONE = 0;
const XML = 1;
/** About what a binding takes, in bytes, its URI not among them. */
const BYTES_PER_BINDING = 300;

/**
 * The namespaces of a document while it is parsed (Namespaces in XML 1.0): which prefix stands for what where the parser
 * is, and every binding that it met, each once.
 */
export class XmlNamespaces {
  readonly bindings: NamespaceBinding[] = [NO_NAMESPACE, XML_BINDING];
  readonly #known = new Map<string, number>();
  /** By binding: the first one with the same URI. */
  readonly #uris: number[] = [NONE, XML];
  readonly #knownUris = new Map<string, number>([[XML_NAMESPACE, XML]]);
  /** By prefix: the binding that it has now. */
  readonly #current: number[] = [NONE, XML];
  /** Prefix and binding before, for each declaration in scope. */
  readonly #undo: number[] = [];
  #uriBytes = 0;

  /** Declarations from the document element down, redeclared prefixes counted again. */
  get inScope(): number {
    return this.#undo.length / 2;
  }

  get memoryBytes(): number {
    return this.bindings.length * BYTES_PER_BINDING + this.#uriBytes;
  }

  /**
   * Takes a declaration into scope and gives its binding's place in `bindings`; the bytes of `uri` are one character each.
   * Throws XML_STRUCTURE_INVALID.
   */
  declare(prefix: XmlPrefix, uri: string): number {
    requireLawful(prefix.text, uri);
    const binding = this.#bindingOf(prefix, uri);
    this.#undo.push(prefix.id, this.#current[prefix.id] ?? NONE);
    this.#current[prefix.id] = uri === '' ? NONE : binding;
    return binding;
  }

  /** Forgets the declarations after this many. */
  leave(inScope: number): void {
    while (this.#undo.length > inScope * 2) {
      const before = this.#undo.pop() ?? NONE;
      this.#current[this.#undo.pop() ?? 0] = before;
    }
  }

  /** What the prefix stands for here, as a place in `bindings`. Throws XML_STRUCTURE_INVALID for one without declaration. */
  of(prefix: XmlPrefix): number {
    const binding = this.#current[prefix.id] ?? NONE;
    if (binding === NONE && prefix.id !== 0) throw broken('a prefix is not declared');
    return binding;
  }

  /** A number for the URI of a binding; the same for the same. */
  uriOf(binding: number): number {
    return this.#uris[binding] ?? 0;
  }

  #bindingOf(prefix: XmlPrefix, uri: string): number {
    const key = `${prefix.bytes} ${uri}`;
    let binding = this.#known.get(key);
    if (binding === undefined) {
      binding = this.bindings.length;
      this.bindings.push({ prefix: prefix.bytes, prefixText: prefix.text, uri, uriText: decoded(uri) });
      this.#known.set(key, binding);
      this.#uris.push(this.#knownUris.get(uri) ?? binding);
      if (!this.#knownUris.has(uri)) this.#knownUris.set(uri, binding);
      this.#uriBytes += 3 * uri.length;
    }
    return binding;
  }
}

/**
 * RFC 3986: what stands in no URI, and a colon that ends no scheme before a path. Brackets stand around the address of a
 * host only.
 */
const OF_NO_URI = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})|^(?![A-Za-z][A-Za-z0-9+.-]*:)[^/?#]*:/;
const BRACKETS = /[[\]]/;
const WITH_ADDRESS = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/\[[0-9A-Fa-f:.]+\][^[\]]*$/;

/** Namespaces in XML 1.0 clauses 2, 3 and 5: what the reserved prefixes and URIs may stand for, and that prefixes are kept. */
function requireLawful(prefix: string, uri: string): void {
  if (prefix === 'xmlns' || uri === XMLNS_NAMESPACE) throw broken('the namespace of declarations is declared');
  if ((prefix === 'xml') !== (uri === XML_NAMESPACE)) throw broken('the xml namespace is bound to another prefix');
  if (prefix !== '' && uri === '') throw broken('a prefix is undeclared');
  const isNoUri = OF_NO_URI.test(uri) || (BRACKETS.test(uri) && !WITH_ADDRESS.test(uri));
  if (isNoUri) throw broken('the name of a namespace is no URI');
}
