/** What is parsed takes some five times as much. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_ITEM_BYTES = 64 * 1024;

/**
 * Certificates, lists and responses of the last documents by their digest: the same authorities come along with most
 * documents. They are parsed from copies, so that no document is kept for their sake. Those that were asked for least
 * recently are forgotten when all of them together are over `maxBytes` of DER; large ones are never kept.
 */
export class RecentlyParsed {
  readonly #maxBytes: number;
  readonly #items = new Map<string, { readonly parsed: unknown; readonly bytes: number }>();
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of DER that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** `key` names the bytes and what they are read as. What `parse` throws is thrown, and asked for again the next time. */
  read<Parsed>(key: string, der: Uint8Array, parse: (der: Uint8Array) => Parsed): Parsed {
    const known = this.#items.get(key);
    if (known !== undefined) {
      // A map keeps its entries in the order in which they came; the first is the one to forget.
      this.#items.delete(key);
      this.#items.set(key, known);
      return known.parsed as Parsed;
    }
    if (der.length > MAX_ITEM_BYTES) return parse(der);
    const parsed = parse(new Uint8Array(der));
    this.#items.set(key, { parsed, bytes: der.length });
    this.#bytes += der.length;
    this.#forget();
    return parsed;
  }

  #forget(): void {
    for (const [key, { bytes }] of this.#items) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#items.delete(key);
      this.#bytes -= bytes;
    }
  }
}
