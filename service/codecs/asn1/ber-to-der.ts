import type { Asn1Element } from './asn1-element.ts';
import { derOctetString, derSetOf, derValue } from './der-writer.ts';
import { CONSTRUCTED_BIT, TAG } from './tags.ts';

/**
 * The DER encoding of what readBer reads (X.690 clauses 10 and 11): shortest definite lengths, octet strings in one piece,
 * sets in the order of their encodings. Other values stay as they are, since readBer takes them only as DER has them.
 * Throws Asn1Error.
 */
export function derOf(element: Asn1Element): Uint8Array {
  const { tag } = element;
  if (tag === (TAG.octetString | CONSTRUCTED_BIT)) return derOctetString(Buffer.concat(element.octetStringPieces()));
  if (!element.isConstructed) return derValue(tag, element.content);
  const inside = element.children().map(derOf);
  return tag === TAG.set ? derSetOf(inside) : derValue(tag, ...inside);
}
