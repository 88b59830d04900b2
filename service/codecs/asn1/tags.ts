/** Identifier octets of X.690 8.1.2 as they appear on the wire: class, constructed bit and number in one byte. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  numericString: 0x12,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visibleString: 0x1a,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

export const CONSTRUCTED_BIT = 0x20;

/** `[n]` holding a primitive value by IMPLICIT tagging. */
export function contextPrimitive(number: number): number {
  return 0x80 | number;
}

/** `[n]` holding an EXPLICIT value, or an IMPLICIT SEQUENCE or SET. */
export function contextConstructed(number: number): number {
  return 0xa0 | number;
}
