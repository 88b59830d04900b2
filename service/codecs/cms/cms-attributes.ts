import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { readBer, readDer } from '../asn1/asn1-reader.ts';
import { derOf } from '../asn1/ber-to-der.ts';
import { compareDer, derSetOf } from '../asn1/der-writer.ts';
import { CONSTRUCTED_BIT, contextConstructed, TAG } from '../asn1/tags.ts';

/** Attribute (RFC 5652 5.3): its type and its values in encoded order. */
export interface CmsAttribute {
  readonly oid: string;
  readonly values: readonly Asn1Element[];
  readonly der: Uint8Array;
}

const ATTRIBUTE_LIMITS = { maxBytes: 1024 * 1024, maxElements: 20_000 };

/** What a SignerInfo signs, as it was received. */
export interface SignedAttributes {
  /** The first of each type. */
  readonly byOid: ReadonlyMap<string, CmsAttribute>;
  /** Types that occur more than once. */
  readonly repeated: ReadonlySet<string>;
  /** RFC 5652 5.3: they must be DER through and through, with the SET sorted. False: only BER, or not sorted. */
  readonly isDer: boolean;
}

/**
 * The signed attributes (RFC 5652 5.3, 11). `signedAttrs` as received, tag 0xA0. What is not DER is read as BER and said
 * to be so: the signature is over the bytes as they came. Throws Asn1Error when it is not BER either, when there is no
 * attribute, and for one without a value.
 */
export function readSignedAttributes(signedAttrs: Uint8Array): SignedAttributes {
  try {
    const elements = readDer(signedAttrs, ATTRIBUTE_LIMITS).children(contextConstructed(0));
    return collect(elements.map(readDerAttribute), isSorted(elements));
  } catch (error) {
    if (!(error instanceof Asn1Error)) throw error;
    const elements = readBer(signedAttrs, ATTRIBUTE_LIMITS).children(contextConstructed(0));
    return collect(elements.map(readAttribute), false);
  }
}

function readDerAttribute(element: Asn1Element): CmsAttribute {
  const attribute = readAttribute(element);
  if (!isSorted(attribute.values)) throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'A SET is not sorted', element.start);
  attribute.values.forEach(walk);
  return attribute;
}

function collect(attributes: readonly CmsAttribute[], isDer: boolean): SignedAttributes {
  const byOid = new Map<string, CmsAttribute>();
  const repeated = new Set<string>();
  for (const attribute of attributes) {
    if (byOid.has(attribute.oid)) repeated.add(attribute.oid);
    else byOid.set(attribute.oid, attribute);
  }
  if (byOid.size === 0) throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'No attribute in the set');
  return { byOid, repeated, isDer };
}

/** Unsigned attributes as received, tag 0xA1; BER is accepted and types may repeat. Throws Asn1Error. */
export function readAttributes(unsignedAttrs: Uint8Array): CmsAttribute[] {
  const limits = { ...ATTRIBUTE_LIMITS, maxBytes: 64 * 1024 * 1024 };
  return readBer(unsignedAttrs, limits).children(contextConstructed(1)).map(readAttribute);
}

/** How many attributes a set has, signed or unsigned, whether they can be read or not; 0 for what is no set. */
export function countAttributes(set: Uint8Array | null): number {
  if (set === null) return 0;
  try {
    return readBer(set).children().length;
  } catch (error) {
    if (error instanceof Asn1Error) return 0;
    throw error;
  }
}

/** The bytes that were signed, as they were received: the attributes under the tag of a SET (RFC 5652 5.4). */
export function signedAttributesToVerify(signedAttrs: Uint8Array): Uint8Array {
  // A real copy: `slice` of a Buffer would share its memory and change the input.
  const set = new Uint8Array(signedAttrs);
  set[0] = TAG.set;
  return set;
}

/**
 * The same where a maker stored the attributes otherwise, but signed their DER encoding, as RFC 5652 5.4 wants: it is made
 * anew of what was received. Throws Asn1Error.
 */
export function derAttributesToVerify(signedAttrs: Uint8Array): Uint8Array {
  return derSetOf(readBer(signedAttrs, ATTRIBUTE_LIMITS).children(contextConstructed(0)).map(derOf));
}

function readAttribute(element: Asn1Element): CmsAttribute {
  const cursor = element.cursor(TAG.sequence);
  const oid = cursor.next().oid();
  const values = cursor.next(TAG.set).children();
  cursor.finish();
  if (values.length === 0) throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'An attribute without value', element.start);
  return { oid, values, der: element.encoded };
}

function isSorted(elements: readonly Asn1Element[]): boolean {
  return elements.every((element, index) => {
    const previous = elements[index - 1];
    return previous === undefined || compareDer(previous.encoded, element.encoded) <= 0;
  });
}

/** Visits every element inside, so that a DER violation anywhere in what is signed is found. */
function walk(element: Asn1Element): void {
  if (element.tag === (TAG.octetString | CONSTRUCTED_BIT)) {
    throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'An octet string in pieces', element.start);
  }
  if (element.isConstructed) element.children().forEach(walk);
}
