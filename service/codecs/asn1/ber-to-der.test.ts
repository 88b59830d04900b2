import { describe, expect, it } from 'vitest';
import { readBer } from './asn1-reader.ts';
import { derOf } from './ber-to-der.ts';

const der = (hex: string): string =>
  Buffer.from(derOf(readBer(Buffer.from(hex.replaceAll(' ', ''), 'hex')))).toString('hex');

describe('the DER encoding of a BER one', () => {
  it.each([
    ['what is DER', '30 06 02 01 05 04 01 aa', '30060201050401aa'],
    ['a long length', '30 84 00 00 00 03 02 01 05', '3003020105'],
    ['a long length inside', '30 04 02 81 01 05', '3003020105'],
    ['an indefinite length', '30 80 02 01 05 00 00', '3003020105'],
    ['indefinite lengths inside', 'a0 80 30 80 02 01 05 00 00 00 00', 'a0053003020105'],
    ['a set that is not sorted', '31 06 02 01 05 02 01 04', '3106020104020105'],
    ['a set sorted by other encodings than DER', '31 07 02 81 01 04 02 01 05', '3106020104020105'],
    ['a sequence, whose order is its own', '30 06 02 01 05 02 01 04', '3006020105020104'],
    ['an octet string in pieces', '24 80 04 01 aa 24 03 04 01 bb 00 00', '0402aabb'],
  ])('%s', (_, ber, expected) => {
    expect(der(ber)).toBe(expected);
    expect(der(expected)).toBe(expected);
  });
});
