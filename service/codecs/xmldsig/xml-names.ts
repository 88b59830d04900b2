import { NAME_BYTES } from './xml-characters.ts';
import { XmlError } from './xml-error.ts';
import { exceeded } from './xml-limits.ts';

/** A qualified name of a document; each is one object, whose identifiers count from 0. */
export interface XmlName {
  readonly id: number;
  /** Where it stands for the first time. */
  readonly from: number;
  readonly to: number;
  readonly prefix: XmlPrefix;
  readonly local: string;
  /** The bytes of `local`, each as one character: comparing those compares code points. */
  readonly localBytes: string;
  /** The prefix that an attribute of this name declares; null for every other name. */
  readonly declares: XmlPrefix | null;
  /** No node before this one has the name. */
  readonly firstNode: number;
  /** The start tag that had it last as an attribute; for the parser. */
  usedIn: number;
}

export interface XmlPrefix {
  readonly id: number;
  /** Empty for none. */
  readonly text: string;
  /** The bytes of `text`, each as one character. */
  readonly bytes: string;
}

/** Names that are looked for in a document that has some of them. */
export interface WantedNames {
  /** By the identifier of a name: 1 for those. */
  readonly isWanted: Uint8Array;
  /** No node before this one has one of them. */
  readonly firstNode: number;
}

/** Slots of the cache before the map: what is asked for again and again is found without making a string of it. */
const CACHED = 1024;
const LONGEST_NAME = 50_000;
/** About what a name takes, in bytes. */
const BYTES_PER_NAME = 400;

/** XML 1.0 (fifth edition) clause 2.3 without the colon: Namespaces in XML 1.0 clause 3, production NCName. */
const START =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const NC_NAME = `[${START}](?:[${START}\\-.0-9\\u{B7}\\u{203F}-\\u{2040}]|[\\u{300}-\\u{36F}])*`;
const QUALIFIED = new RegExp(`^(?:${NC_NAME}:)?${NC_NAME}$`, 'u');

/** The names of a document. Hostile ones that share a slot of the cache cost a look into a map, not more. */
export class XmlNames {
  readonly #bytes: Buffer;
  readonly #cache = new Array<XmlName | undefined>(CACHED);
  readonly #known = new Map<string, XmlName>();
  readonly #prefixes = new Map<string, XmlPrefix>();
  readonly all: XmlName[] = [];

  /** `bytes` end with a byte that is not of a name. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    for (const prefix of ['', 'xml', 'xmlns']) this.#prefix(prefix);
  }

  get memoryBytes(): number {
    return this.all.length * BYTES_PER_NAME;
  }

  /** The name that begins here, of what will be `node` or a later one. Throws XML_STRUCTURE_INVALID where none does. */
  at(from: number, node: number): XmlName {
    const bytes = this.#bytes;
    let hash = 0;
    let to = from;
    for (let byte = bytes[to] ?? 0; NAME_BYTES[byte] === 1; byte = bytes[++to] ?? 0) hash = Math.imul(hash, 31) + byte;
    const slot = hash & (CACHED - 1);
    const cached = this.#cache[slot];
    if (cached !== undefined && this.#isAt(cached, from, to)) return cached;
    const name = this.#lookUp(from, to, node);
    this.#cache[slot] = name;
    return name;
  }

  /** The names whose local part is one of these; null when the document has none. */
  withLocal(isMeant: (local: string) => boolean): WantedNames | null {
    // Names are in the order of the nodes that have them first.
    const first = this.all.find(({ local }) => isMeant(local));
    if (first === undefined) return null;
    const isWanted = new Uint8Array(this.all.length);
    for (const { id, local } of this.all) if (id >= first.id && isMeant(local)) isWanted[id] = 1;
    return { isWanted, firstNode: first.firstNode };
  }

  #isAt({ from: known, to: end }: XmlName, from: number, to: number): boolean {
    if (end - known !== to - from) return false;
    const bytes = this.#bytes;
    for (let at = from; at < to; at++) if (bytes[at] !== bytes[known + at - from]) return false;
    return true;
  }

  #lookUp(from: number, to: number, firstNode: number): XmlName {
    const key = this.#bytes.toString('latin1', from, to);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (to - from > LONGEST_NAME) throw exceeded(`a name is longer than ${LONGEST_NAME} bytes`);
    if (!QUALIFIED.test(this.#bytes.toString('utf8', from, to))) {
      throw new XmlError('XML_STRUCTURE_INVALID', 'a name is broken, or there is none where one belongs');
    }
    const colon = key.indexOf(':');
    const localBytes = key.slice(colon + 1);
    const prefix = this.#prefix(key.slice(0, Math.max(0, colon)));
    const declares = key === 'xmlns' ? this.#prefix('') : prefix.text === 'xmlns' ? this.#prefix(localBytes) : null;
    const local = decoded(localBytes);
    const id = this.all.length;
    const name: XmlName = { id, from, to, prefix, local, localBytes, declares, firstNode, usedIn: 0 };
    this.#known.set(key, name);
    this.all.push(name);
    return name;
  }

  #prefix(bytes: string): XmlPrefix {
    let prefix = this.#prefixes.get(bytes);
    if (prefix === undefined) {
      prefix = { id: this.#prefixes.size, text: decoded(bytes), bytes };
      this.#prefixes.set(bytes, prefix);
    }
    return prefix;
  }
}

/** The text whose UTF-8 stands in a string as one character for each byte. */
export function decoded(bytes: string): string {
  return /[\x80-\xff]/.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes;
}
