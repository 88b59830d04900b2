import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import * as kit from './cms-forgery.suite.ts';
import { verify } from './forged-attributes.suite.ts';

const { rsa } = kit.signers;
const DER = kit.attributesOf(rsa);
const all = kit.childrenOf(DER);

/** Each says what DER says, otherwise. Tag 0xA0. */
const ENCODINGS: Readonly<Record<string, Uint8Array>> = {
  'in another order': der.derValue(0xa0, ...all.toReversed()),
  'of indefinite length': kit.indefinite(0xa0, ...all),
  'with a length of four bytes': longLength(0xa0, all),
  'with values of indefinite length': der.derValue(
    0xa0,
    ...all.map((attribute) => kit.indefinite(0x30, ...kit.childrenOf(attribute))),
  ),
  'with octet strings in pieces': der.derValue(0xa0, ...all.map((attribute) => inPieces(attribute))),
};

function longLength(tag: number, parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.of(tag, 0x84), length, content]);
}

/** An attribute whose values are octet strings, each in two pieces; any other as it is. */
function inPieces(attribute: Uint8Array): Uint8Array {
  const [type = DER, values = DER] = kit.childrenOf(attribute);
  const [value = DER] = kit.childrenOf(values);
  if (value[0] !== 0x04) return attribute;
  const pieces = [value.subarray(2, 9), value.subarray(9)].map(der.derOctetString);
  return der.derSequence(type, der.derValue(0x31, der.derValue(0x24, ...pieces)));
}

/** Signed over `over`, with `attributes` in the place of what was signed. */
function stored(attributes: Uint8Array, over: Uint8Array): Uint8Array {
  return kit.forge(rsa, {
    signatureValue: kit.signRaw(rsa, over),
    signerInfos: (info) => [
      der.derSequence(...kit.childrenOf(info).map((field, index) => (index === 3 ? attributes : field))),
    ],
  });
}

const INTACT = {
  status: 'INDETERMINATE',
  reasonCodes: ['SIG_SIGNED_ATTRIBUTES_MALFORMED'],
  findings: [{ profileReached: null, signature: { cryptoValid: true } }],
};
const BROKEN = { status: 'INVALID', findings: [{ profileReached: null, signature: { cryptoValid: false } }] };

describe.each(Object.entries(ENCODINGS))('signed attributes %s', (_, attributes) => {
  const ways = { 'as DER': DER, 'as stored': kit.retag(attributes, 0x31) };

  it.each(Object.entries(ways))('are intact and never VALID where they were signed %s', (_way, over) => {
    const { status, reasonCodes, findings } = verify(stored(attributes, over));
    const own = reasonCodes.filter((code) => code.startsWith('SIG_'));
    expect({ status, reasonCodes: own, findings }).toMatchObject(INTACT);
  });

  it.each(Object.entries(ways))('are broken by any other value where they were signed %s', (_way, over) => {
    const time = Buffer.from(attributes).indexOf(Buffer.from('2610011'));
    expect(time).toBeGreaterThan(0);
    const changed = Buffer.from(attributes);
    changed[time] = 0x31;
    expect(verify(stored(changed, over))).toMatchObject(BROKEN);
  });
});

describe('what DER does not say is not made of signed attributes', () => {
  it.each<[string, Uint8Array]>([
    ['one less', der.derValue(0xa0, ...all.slice(1).toReversed())],
    ['one twice', der.derValue(0xa0, ...all.toReversed(), ...all.slice(0, 1))],
    ['one twice, of indefinite length', kit.indefinite(0xa0, ...all, ...all.slice(0, 1))],
  ])('%s', (_, attributes) => {
    expect(verify(stored(attributes, DER))).toMatchObject(BROKEN);
  });

  it('DER in its place where another encoding was signed', () => {
    for (const attributes of Object.values(ENCODINGS)) {
      expect(verify(stored(kit.retag(DER, 0xa0), kit.retag(attributes, 0x31)))).toMatchObject(BROKEN);
    }
  });
});
