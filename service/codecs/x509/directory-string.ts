import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { TAG } from '../asn1/tags.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The text of a value of one of ASN.1's character string types; null for any other type.
 * TeletexString is read as Latin-1, as certificate software does. Throws ASN1_VALUE_INVALID for broken encodings.
 */
export function readText(element: Asn1Element): string | null {
  const { content } = element;
  switch (element.tag) {
    case TAG.utf8String:
      return decodeUtf8(content);
    case TAG.printableString:
    case TAG.ia5String:
    case TAG.numericString:
    case TAG.visibleString:
    case TAG.teletexString:
      return Buffer.from(content).toString('latin1');
    case TAG.bmpString:
      return decodeUnits(content, 2);
    case TAG.universalString:
      return decodeUnits(content, 4);
    default:
      return null;
  }
}

function decodeUtf8(content: Uint8Array): string {
  try {
    return utf8.decode(content);
  } catch {
    throw new Asn1Error('ASN1_VALUE_INVALID', 'Not UTF-8');
  }
}

function decodeUnits(content: Uint8Array, unitBytes: 2 | 4): string {
  if (content.length % unitBytes !== 0) throw new Asn1Error('ASN1_VALUE_INVALID', 'A character is cut off');
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  const points: number[] = [];
  for (let offset = 0; offset < content.length; offset += unitBytes) {
    points.push(unitBytes === 2 ? view.getUint16(offset) : view.getUint32(offset));
  }
  if (points.some((point) => point > 0x10ffff)) throw new Asn1Error('ASN1_VALUE_INVALID', 'Not a character');
  return points.map((point) => String.fromCodePoint(point)).join('');
}
