import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Asn1Error } from './asn1-error.ts';
import type { Asn1Element } from './asn1-element.ts';
import { readBer, readDer, readPrefix } from './asn1-reader.ts';
import {
  derBitString,
  derInteger,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derTime,
  derValue,
} from './der-writer.ts';
import { decodeOid, encodeOid } from './oid.ts';

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof Asn1Error) return error.code;
    throw error;
  }
  return 'no error';
}

describe('readDer', () => {
  it('keeps offsets into the input and copies nothing', () => {
    const input = bytes('30 06 02 01 05 04 01 ff');
    const [integer, octets] = readDer(input).children();
    expect([integer?.start, integer?.end, octets?.contentStart]).toEqual([2, 5, 7]);
    expect(octets?.content.buffer).toBe(input.buffer);
    expect(integer?.smallInteger()).toBe(5);
  });

  it.each([
    ['', 'ASN1_TRUNCATED'],
    ['30', 'ASN1_TRUNCATED'],
    ['30 05 02 01 05', 'ASN1_TRUNCATED'],
    ['30 82 01', 'ASN1_TRUNCATED'],
    ['30 81 03 02 01 05', 'ASN1_LENGTH_INVALID'],
    ['04 82 00 80', 'ASN1_LENGTH_INVALID'],
    ['30 89 01 01 01 01 01 01 01 01 01', 'ASN1_LENGTH_INVALID'],
    ['30 80 02 01 05 00 00', 'ASN1_INDEFINITE_LENGTH_FORBIDDEN'],
    ['1f 81 01 00', 'ASN1_TAG_UNSUPPORTED'],
    ['00 00', 'ASN1_TAG_UNSUPPORTED'],
    ['05 00 00', 'ASN1_TRAILING_DATA'],
  ])('refuses %s with %s', (hex, code) => {
    expect(codeOf(() => readDer(bytes(hex)))).toBe(code);
  });

  it.each<[string, (element: Asn1Element) => unknown, string]>([
    ['02 00', (element) => element.integerBytes(), 'an empty integer'],
    ['02 02 00 7f', (element) => element.integerBytes(), 'a padded positive integer'],
    ['02 02 ff 80', (element) => element.integerBytes(), 'a padded negative integer'],
    ['02 01 ff', (element) => element.smallInteger(), 'a negative small integer'],
    ['01 01 01', (element) => element.boolean(), 'a boolean that is neither 00 nor ff'],
    ['03 00', (element) => element.bitString(), 'a bit string without its first octet'],
    ['03 02 08 00', (element) => element.bitString(), 'eight unused bits'],
    ['03 02 01 01', (element) => element.bitString(), 'unused bits that are set'],
    ['05 01 00', (element) => element.null(), 'a NULL with content'],
    ['06 00', (element) => element.oid(), 'an empty OID'],
    ['06 02 2a 86', (element) => element.oid(), 'an unfinished OID'],
    ['06 03 2a 80 01', (element) => element.oid(), 'a padded arc'],
    ['06 07 2a 90 80 80 80 80 00', (element) => element.oid(), 'an arc beyond 32 bits'],
    [`17 0b ${Buffer.from('2601010000Z').toString('hex')}`, (element) => element.time(), 'a time without seconds'],
    [`17 0d ${Buffer.from('260230000000Z').toString('hex')}`, (element) => element.time(), '30 February'],
    [`18 11 ${Buffer.from('20260101000000.0Z').toString('hex')}`, (element) => element.time(), 'a fraction of zero'],
    [`18 13 ${Buffer.from('20260101000000+0100').toString('hex')}`, (element) => element.time(), 'a time zone'],
  ])('refuses the value %s', (hex, decode) => {
    expect(codeOf(() => decode(readDer(bytes(hex))))).toBe('ASN1_VALUE_INVALID');
  });

  it('stops at the depth limit, also when depth is free', () => {
    let nested: Uint8Array = derInteger(1);
    for (let level = 0; level < 100; level++) nested = derSequence(nested);
    const descend = (): void => {
      for (let element = readDer(nested); ; element = element.single()) if (!element.isConstructed) return;
    };
    expect(codeOf(descend)).toBe('ASN1_DEPTH_EXCEEDED');
  });

  it('stops at the element limit', () => {
    const many = derSequence(...Array.from({ length: 200 }, () => derInteger(1)));
    expect(codeOf(() => readDer(many, { maxElements: 100 }).children())).toBe('ASN1_ELEMENTS_EXCEEDED');
    expect(codeOf(() => readDer(many, { maxBytes: 100 }))).toBe('ASN1_SIZE_EXCEEDED');
  });

  it('leaves what follows to the caller when asked', () => {
    expect(readPrefix(bytes('05 00 00 00'), 'DER').end).toBe(2);
  });
});

describe('readBer', () => {
  it('reads indefinite lengths and constructed octet strings', () => {
    const input = bytes('30 80 24 80 04 02 01 02 24 05 04 03 03 04 05 00 00 02 01 07 00 00');
    const cursor = readBer(input).cursor();
    expect(
      cursor
        .next()
        .octetStringPieces()
        .map((piece) => [...piece]),
    ).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
    expect(cursor.next().smallInteger()).toBe(7);
    cursor.finish();
  });

  it('refuses an indefinite length without its end', () => {
    expect(codeOf(() => readBer(bytes('30 80 02 01 07')))).toBe('ASN1_TRUNCATED');
    expect(codeOf(() => readBer(bytes('04 80 00 00')))).toBe('ASN1_INDEFINITE_LENGTH_FORBIDDEN');
  });

  it('refuses a nest of indefinite lengths at once', () => {
    const bomb = new Uint8Array(2_000_000).map((_, index) => (index % 2 === 0 ? 0x30 : 0x80));
    expect(codeOf(() => readBer(bomb))).toBe('ASN1_DEPTH_EXCEEDED');
  });

  it('refuses an octet string in a million pieces', () => {
    const pieces = new Uint8Array(4_000_002).map((_, index) => [0x04, 0x00][index % 2] ?? 0);
    const bomb = new Uint8Array([0x24, 0x80, ...pieces.subarray(0, 400_000), 0, 0]);
    expect(codeOf(() => readBer(bomb).octetStringPieces())).toBe('ASN1_ELEMENTS_EXCEEDED');
  });
});

describe('reader and writer', () => {
  it('agree on integers', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 200n }), (value) => {
        const content = readDer(derInteger(value)).integerBytes();
        expect(BigInt(`0x${Buffer.from(content).toString('hex')}`)).toBe(value);
      }),
    );
  });

  it('agree on object identifiers', () => {
    const arcs = fc.array(fc.integer({ min: 0, max: 0xffffffff }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 39 }), arcs, (first, second, rest) => {
        const oid = [first, second, ...rest].join('.');
        expect(decodeOid(encodeOid(oid))).toBe(oid);
      }),
    );
    expect(decodeOid(encodeOid('2.999.1'))).toBe('2.999.1');
  });

  it('give the octets of an object identifier once for all that ask, and refuse what is none each time', () => {
    expect(encodeOid('1.2.840.113549.1.7.2')).toBe(encodeOid('1.2.840.113549.1.7.2'));
    for (let time = 0; time < 2; time += 1) expect(() => encodeOid('1.40')).toThrow('Not an object identifier');
  });

  it('agree on times to the second', () => {
    const date = fc.date({ min: new Date('1950-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(date, (time) => {
        const seconds = new Date(Math.floor(time.getTime() / 1000) * 1000);
        expect(readDer(derTime(seconds)).time()).toEqual(seconds);
      }),
    );
  });

  it('agree on octet strings of all header sizes', () => {
    for (const size of [0, 127, 128, 255, 256, 65_535, 65_536]) {
      expect(readDer(derOctetString(new Uint8Array(size))).octetString().length).toBe(size);
    }
  });

  it('order a SET OF by its encodings', () => {
    const set = derSetOf([derOctetString(bytes('01')), derInteger(9), derInteger(3)]);
    expect(Buffer.from(set).toString('hex')).toBe('3109020103020109040101');
  });

  it('never fail but with a typed error (20,000 random inputs)', () => {
    const walk = (element: Asn1Element): void => {
      for (const decode of [
        () => element.oid(),
        () => element.time(),
        () => element.namedBits(),
        () => element.boolean(),
      ]) {
        codeOf(decode);
      }
      if (element.isConstructed) element.children().forEach(walk);
    };
    const nested = fc.letrec<{ value: Uint8Array }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.uint8Array({ maxLength: 12 }).map((content) => derBitString(content)),
        fc
          .tuple(fc.constantFrom(2, 4, 6, 23, 24), fc.uint8Array({ maxLength: 20 }))
          .map(([tag, content]) => derValue(tag, content)),
        fc.array(tie('value'), { maxLength: 4 }).map((children) => derSequence(...children)),
        fc.constant(derOid('1.2.3')),
      ),
    })).value;
    const mutated = fc.tuple(nested, fc.nat(), fc.nat(255)).map(([value, position, byte]) => {
      const copy = new Uint8Array(value);
      if (copy.length > 0) copy[position % copy.length] = byte;
      return copy;
    });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 64 }), mutated), (input) => {
        codeOf(() => walk(readDer(input)));
        codeOf(() => walk(readBer(input)));
      }),
      { numRuns: 20_000 },
    );
  });
});
