import { XmlError } from './xml-error.ts';

/** Bounds against hostile documents, all of them far above what real ones need. */
export interface XmlLimits {
  readonly bytes: number;
  readonly depth: number;
  readonly attributesPerElement: number;
  /** Namespace declarations from the document element down to an element, redeclared prefixes counted again. */
  readonly namespacesInScope: number;
  /** Elements, attributes, declarations, texts, comments and processing instructions together. */
  readonly nodes: number;
  /** What all open documents of the process may take together, in bytes. */
  readonly memory: number;
}

export const XML_LIMITS: XmlLimits = {
  bytes: 160 * 1024 * 1024,
  depth: 200,
  attributesPerElement: 256,
  namespacesInScope: 200,
  nodes: 8_000_000,
  memory: 1_600_000_000,
};

/**
 * Hears from time to time how many more nodes were read, how many declarations among them, and how many elements were
 * asked for, each of which takes an object; what it throws ends it.
 */
export type ParseMeter = (nodes: number, declarations: number, objects: number) => void;

export function exceeded(message: string): XmlError {
  return new XmlError('XML_LIMIT_EXCEEDED', message);
}

/** What open documents take together. */
let taken = 0;

/** The memory of one document, from when it is parsed until it is closed. */
export class XmlMemory {
  readonly #most: number;
  #own = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Throws XML_LIMIT_EXCEEDED when the document would take more than is left; nothing is taken then. */
  require(bytes: number): void {
    if (taken - this.#own + bytes <= this.#most) return;
    throw exceeded(
      `it would take more memory than there is for it; at most ${Math.floor(this.#most / 1e6)} MB are taken`,
    );
  }

  /** Says what the document takes now. Throws as `require` does. */
  take(bytes: number): void {
    this.require(bytes);
    taken += bytes - this.#own;
    this.#own = bytes;
  }

  release(): void {
    taken -= this.#own;
    this.#own = 0;
  }
}
