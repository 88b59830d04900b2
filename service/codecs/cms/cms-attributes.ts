import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { readBer, readDer } from '../asn1/asn1-reader.ts';
import { compareDer } from '../asn1/der-writer.ts';
import { contextConstructed, TAG } from '../asn1/tags.ts';

/** Attribute (RFC 5652 5.3): its type and its values in encoded order. */
export interface CmsAttribute {
  readonly oid: string;
  readonly values: readonly Asn1Element[];
  readonly der: Uint8Array;
}

const ATTRIBUTE_LIMITS = { maxBytes: 1024 * 1024, maxElements: 20_000 };

/**
 * The signed attributes, which must be DER through and through: SET sorted, no type twice, no empty value set
 * (RFC 5652 5.3, 11). `signedAttrs` as received, tag 0xA0. Throws Asn1Error.
 */
export function readSignedAttributes(signedAttrs: Uint8Array): ReadonlyMap<string, CmsAttribute> {
  const elements = readDer(signedAttrs, ATTRIBUTE_LIMITS).children(contextConstructed(0));
  requireSorted(elements);
  const attributes = new Map<string, CmsAttribute>();
  for (const element of elements) {
    const attribute = readAttribute(element);
    requireSorted(attribute.values);
    attribute.values.forEach(walk);
    if (attributes.has(attribute.oid)) {
      throw new Asn1Error('ASN1_STRUCTURE_INVALID', `Attribute ${attribute.oid} twice`, element.start);
    }
    attributes.set(attribute.oid, attribute);
  }
  if (attributes.size === 0) throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'No attribute in the set');
  return attributes;
}

/** Unsigned attributes as received, tag 0xA1; BER is accepted and types may repeat. Throws Asn1Error. */
export function readAttributes(unsignedAttrs: Uint8Array): CmsAttribute[] {
  const limits = { ...ATTRIBUTE_LIMITS, maxBytes: 64 * 1024 * 1024 };
  return readBer(unsignedAttrs, limits).children(contextConstructed(1)).map(readAttribute);
}

/** The bytes that were signed: the attributes under the tag of a SET (RFC 5652 5.4). */
export function signedAttributesToVerify(signedAttrs: Uint8Array): Uint8Array {
  // A real copy: `slice` of a Buffer would share its memory and change the input.
  const set = new Uint8Array(signedAttrs);
  set[0] = TAG.set;
  return set;
}

function readAttribute(element: Asn1Element): CmsAttribute {
  const cursor = element.cursor(TAG.sequence);
  const oid = cursor.next().oid();
  const values = cursor.next(TAG.set).children();
  cursor.finish();
  if (values.length === 0) throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'An attribute without value', element.start);
  return { oid, values, der: element.encoded };
}

function requireSorted(elements: readonly Asn1Element[]): void {
  elements.forEach((element, index) => {
    const previous = elements[index - 1];
    if (previous !== undefined && compareDer(previous.encoded, element.encoded) > 0) {
      throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'A SET is not sorted', element.start);
    }
  });
}

/** Visits every element inside, so that a DER violation anywhere in what is signed is found. */
function walk(element: Asn1Element): void {
  if (element.isConstructed) element.children().forEach(walk);
}
