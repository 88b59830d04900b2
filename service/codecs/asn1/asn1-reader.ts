import { Asn1Error } from './asn1-error.ts';
import { readElement, type Asn1Element, type ReadContext } from './asn1-element.ts';
import { DEFAULT_ASN1_LIMITS, type Asn1Limits } from './asn1-limits.ts';

/**
 * Reads the one DER value that `bytes` consists of (X.690 clause 10). Nothing is copied: elements are views into
 * `bytes`, and children are read when asked for. Throws Asn1Error; ASN1_TRAILING_DATA if anything follows the value.
 */
export function readDer(bytes: Uint8Array, limits: Partial<Asn1Limits> = {}): Asn1Element {
  return readWhole(bytes, 'DER', limits);
}

/** Whether `bytes` is one DER value from end to end, by its outermost length alone: what was cut off is not. */
export function isWholeDer(bytes: Uint8Array): boolean {
  try {
    readDer(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * The same for BER, for CMS and PFX written by others: indefinite and non-minimal lengths are accepted, and
 * octet strings may be constructed (`octetStringPieces`). Values themselves (integers, OIDs, times) stay strict.
 */
export function readBer(bytes: Uint8Array, limits: Partial<Asn1Limits> = {}): Asn1Element {
  return readWhole(bytes, 'BER', limits);
}

/** Like readBer or readDer, but bytes may follow the value: its `end` says where they start. */
export function readPrefix(bytes: Uint8Array, encoding: 'DER' | 'BER', limits: Partial<Asn1Limits> = {}): Asn1Element {
  const context = createContext(bytes, encoding, limits);
  return readElement(context, 0, bytes.length, 1);
}

function readWhole(bytes: Uint8Array, encoding: 'DER' | 'BER', limits: Partial<Asn1Limits>): Asn1Element {
  const root = readPrefix(bytes, encoding, limits);
  if (root.end !== bytes.length) throw new Asn1Error('ASN1_TRAILING_DATA', 'Bytes follow the value', root.end);
  return root;
}

function createContext(source: Uint8Array, encoding: 'DER' | 'BER', limits: Partial<Asn1Limits>): ReadContext {
  const merged = { ...DEFAULT_ASN1_LIMITS, ...limits };
  if (source.length > merged.maxBytes)
    throw new Asn1Error('ASN1_SIZE_EXCEEDED', `Larger than ${merged.maxBytes} bytes`);
  return { source, encoding, limits: merged, elements: 0, scanned: 0, indefiniteEnds: new Map() };
}
