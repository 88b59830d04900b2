import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesSource, type ByteSource } from '../byte-source.ts';
import { Asn1Error } from './asn1-error.ts';
import { readBer } from './asn1-reader.ts';
import { BerStream } from './ber-stream.ts';
import { concatBytes, derInteger, derOctetString, derSequence, derValue } from './der-writer.ts';
import { TAG } from './tags.ts';

function indefinite(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  return concatBytes([Uint8Array.of(tag, 0x80), ...content, Uint8Array.of(0, 0)]);
}

function failureOf(action: () => unknown): { code: string; offset: number | null } | null {
  try {
    action();
  } catch (error) {
    if (error instanceof Asn1Error) return { code: error.code, offset: error.offset };
    throw error;
  }
  return null;
}

/** A source that counts what is read from it. */
function counting(bytes: Uint8Array): ByteSource & { bytesRead: number } {
  const source = {
    bytesRead: 0,
    size: bytes.length,
    read: (offset: number, length: number): Uint8Array => {
      const found = bytes.subarray(offset, offset + length);
      source.bytesRead += found.length;
      return found;
    },
  };
  return source;
}

const { octets } = fc.letrec<{ octets: Uint8Array; constructed: Uint8Array }>((tie) => ({
  octets: fc.oneof({ maxDepth: 5 }, fc.uint8Array({ maxLength: 300 }).map(derOctetString), tie('constructed')),
  constructed: fc
    .tuple(fc.boolean(), fc.array(tie('octets'), { maxLength: 4 }))
    .map(([isDefinite, pieces]) => (isDefinite ? derValue(0x24, ...pieces) : indefinite(0x24, ...pieces))),
}));

describe('BerStream', () => {
  it('passes over octet strings as the reader in memory reads them (500 times)', () => {
    fc.assert(
      fc.property(octets, (encoded) => {
        const bytes = concatBytes([encoded, derInteger(7)]);
        const stream = new BerStream(bytesSource(bytes));
        const pieces = [...stream.passOctetString(TAG.octetString)].map(({ start, end }) => bytes.subarray(start, end));
        const expected = readBer(encoded).octetStringPieces();
        expect(Buffer.concat(pieces).equals(Buffer.concat(expected))).toBe(true);
        expect([stream.offset, stream.read((element) => element.smallInteger()), stream.isAtEnd]).toEqual([
          encoded.length,
          7,
          true,
        ]);
      }),
      { numRuns: 500 },
    );
  });

  it('reads headers only where it passes over', () => {
    const source = counting(derSequence(derOctetString(new Uint8Array(1_000_000)), derInteger(5)));
    const stream = new BerStream(source);
    stream.enter(TAG.sequence);
    expect([...stream.passOctetString(TAG.octetString)]).toEqual([{ start: 10, end: 1_000_010 }]);
    expect(stream.read((element) => element.smallInteger())).toBe(5);
    stream.leave();
    expect(source.bytesRead).toBeLessThan(50);
  });

  it('loads a value of indefinite length however long it is, up to the limit for all values together', () => {
    const value = indefinite(0x30, derOctetString(new Uint8Array(600_000)), derInteger(1));
    const both = bytesSource(indefinite(0x30, value, value));
    const load = (maxBytes: number): number[] => {
      const stream = new BerStream(both, { maxBytes });
      stream.enter(TAG.sequence);
      const sizes = [stream.read(({ end }) => end), stream.read(({ end }) => end)];
      stream.leave();
      return sizes;
    };
    expect(load(2 * value.length)).toEqual([value.length, value.length]);
    expect(failureOf(() => load(2 * value.length - 1))?.code).toBe('ASN1_SIZE_EXCEEDED');
  });

  it.each<[string, Uint8Array, string, number]>([
    ['a child that ends behind its parent', Buffer.from('3003020200ff', 'hex'), 'ASN1_TRUNCATED', 2],
    ['an element too many', derSequence(derInteger(1), derInteger(2)), 'ASN1_STRUCTURE_INVALID', 5],
    ['no element', derSequence(), 'ASN1_STRUCTURE_INVALID', 2],
    ['no end-of-contents', Buffer.from('3080020101', 'hex'), 'ASN1_TRUNCATED', 5],
    ['a length of seven octets', Buffer.from('30090287010101010101', 'hex'), 'ASN1_TRUNCATED', 0],
    ['a tag of several octets', Buffer.from('30031f8101', 'hex'), 'ASN1_TAG_UNSUPPORTED', 2],
    ['a bad value inside', derSequence(Buffer.from('02020001', 'hex')), 'ASN1_VALUE_INVALID', 2],
  ])('%s is refused, and where it is said', (_, bytes, code, offset) => {
    const failure = failureOf(() => {
      const stream = new BerStream(bytesSource(bytes));
      stream.enter(TAG.sequence);
      stream.read((element) => element.integerBytes());
      stream.leave();
    });
    expect(failure).toEqual({ code, offset });
  });

  it('follows 64 levels and no more', () => {
    const nest = (depth: number): void => {
      const stream = new BerStream(
        bytesSource(concatBytes(Array.from({ length: depth }, () => Buffer.of(0x30, 0x80)))),
      );
      for (let level = 0; level < depth; level++) stream.enter(TAG.sequence);
    };
    expect(failureOf(() => nest(64))).toBeNull();
    expect(failureOf(() => nest(65))?.code).toBe('ASN1_DEPTH_EXCEEDED');
  });
});
