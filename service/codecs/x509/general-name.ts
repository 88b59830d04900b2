import type { Asn1Element } from '../asn1/asn1-element.ts';
import { readName, type Name } from './name.ts';

/** GeneralName (RFC 5280 4.2.1.6). Kinds that nothing here looks into keep their DER only. */
export type GeneralName =
  | { readonly kind: 'rfc822Name' | 'dNSName' | 'uniformResourceIdentifier'; readonly text: string }
  | { readonly kind: 'directoryName'; readonly name: Name }
  | { readonly kind: 'iPAddress'; readonly bytes: Uint8Array }
  | { readonly kind: 'other'; readonly tag: number; readonly der: Uint8Array };

export function readGeneralName(element: Asn1Element): GeneralName {
  switch (element.tag) {
    case 0x81:
      return { kind: 'rfc822Name', text: latin1(element) };
    case 0x82:
      return { kind: 'dNSName', text: latin1(element) };
    case 0x86:
      return { kind: 'uniformResourceIdentifier', text: latin1(element) };
    case 0xa4:
      return { kind: 'directoryName', name: readName(element.single()) };
    case 0x87:
      return { kind: 'iPAddress', bytes: element.content };
    default:
      return { kind: 'other', tag: element.tag, der: element.encoded };
  }
}

/** GeneralNames, under SEQUENCE or an IMPLICIT context tag. */
export function readGeneralNames(element: Asn1Element): GeneralName[] {
  return element.children().map(readGeneralName);
}

function latin1(element: Asn1Element): string {
  return Buffer.from(element.content).toString('latin1');
}
