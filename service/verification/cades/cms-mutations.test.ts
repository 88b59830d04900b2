import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { encodeAttribute } from '../../codecs/cms/signed-attributes.ts';
import { parseSignedData } from '../../codecs/cms/signed-data-parser.ts';
import * as kit from './cms-forgery.suite.ts';
import { digestPieces } from './signed-content.ts';
import { verifyCms } from './verify-cms.ts';
import { processorMilliseconds } from '../../telemetry/processor-time.suite.ts';

const { signers, forge } = kit;
const LIMIT_MILLISECONDS = 20_000;
/** Status of a mutant; fails the test if anything is thrown or it takes too long. */
function statusOf(signedData: Uint8Array, detached: boolean): string {
  const started = process.cpuUsage();
  const [inMemory, fromFile] = [signedData, kit.asFile(signedData)].map((source) =>
    verifyCms({
      ...{ signedData: source, pades: false, trust: kit.trust, at: kit.NOW, revocationMode: 'Offline' },
      digestContent: detached ? digestPieces([kit.content]) : null,
    }),
  );
  expect(processorMilliseconds(started)).toBeLessThan(LIMIT_MILLISECONDS);
  expect(fromFile?.reasonCodes).toEqual(inMemory?.reasonCodes);
  return inMemory?.status ?? '';
}

const samples = [
  ...Object.values(signers).flatMap((signer) => [
    { signedData: forge(signer), detached: false },
    { signedData: forge(signer, { eContent: null }), detached: true },
  ]),
  { signedData: kit.streamed(kit.indefinite(0x24, ...kit.piecesOf(kit.content, 7))), detached: false },
];

interface Essence {
  readonly signedAttrs: string | null;
  readonly signatureValue: string | null;
  readonly content: string | null;
  readonly certificates: readonly (string | null)[];
}

/** What a valid verdict vouches for: the bytes signed, the content inside, the value and the certificate. */
function essenceOf(bytes: Uint8Array): Essence {
  const signedData = parseSignedData(bytes, { trailing: 'none' });
  const [signer] = signedData.signerInfos;
  return {
    signedAttrs: hexOf(signer?.signedAttrs ?? null),
    signatureValue: hexOf(signer?.signatureValue ?? null),
    content: signedData.eContent?.map(hexOf).join('') ?? null,
    certificates: signedData.certificates.map(hexOf),
  };
}

function hexOf(bytes: Uint8Array | null): string | null {
  return bytes && Buffer.from(bytes).toString('hex');
}

/**
 * A mutant must not be VALID, unless only the packing differs (a letter's case in the signer identifier, a version
 * number, a longer BER length): then all that was signed must still be there unchanged.
 */
function expectRefusedOrSame(mutant: Uint8Array, original: Uint8Array, detached: boolean): void {
  if (statusOf(mutant, detached) === 'VALID') expect(essenceOf(mutant)).toEqual(essenceOf(original));
}

type Change = (siblings: readonly Uint8Array[], at: number) => readonly Uint8Array[];

/** What can be done to an element among its siblings; the lengths around it become right again. */
const CHANGES: Readonly<Record<string, Change>> = {
  doubled: (siblings, at) => siblings.toSpliced(at, 0, ...siblings.slice(at, at + 1)),
  dropped: (siblings, at) => siblings.toSpliced(at, 1),
  'moved to the end': (siblings, at) => [...siblings.toSpliced(at, 1), ...siblings.slice(at, at + 1)],
  'with another tag': (siblings, at) => siblings.map((one, index) => (index === at ? kit.retag(one, 0x85) : one)),
  emptied: (siblings, at) => siblings.map((one, index) => (index === at ? der.derValue(one[0] ?? 0) : one)),
};

/** `path`: which child of which child, from the outermost element; ends early where there is nothing below. */
function changedAt(encoded: Uint8Array, [first = 0, ...path]: readonly number[], change: Change): Uint8Array {
  const children = kit.childrenOf(encoded);
  const at = first % children.length;
  const child = children[at] ?? new Uint8Array();
  const isAbove = path.length > 0 && ((child[0] ?? 0) & 0x20) !== 0 && kit.childrenOf(child).length > 0;
  const changed = isAbove ? children.with(at, changedAt(child, path, change)) : change(children, at);
  return der.derValue(encoded[0] ?? 0, ...changed);
}

describe('a changed signature is not VALID and never an exception', () => {
  it('cut off anywhere (every seventh length of eleven signatures)', () => {
    for (const { signedData, detached } of samples) {
      for (let length = 0; length < signedData.length; length += 7) {
        expect(statusOf(signedData.subarray(0, length), detached)).toBe('INVALID');
      }
    }
  });

  it('one bit flipped (2,000 times)', () => {
    const flip = fc.tuple(fc.nat(samples.length - 1), fc.nat(), fc.nat(7));
    fc.assert(
      fc.property(flip, ([sample, position, bit]) => {
        const { signedData = new Uint8Array(0), detached = false } = samples[sample] ?? {};
        const mutant = new Uint8Array(signedData);
        const index = position % mutant.length;
        mutant[index] = (mutant[index] ?? 0) ^ (1 << bit);
        expectRefusedOrSame(mutant, signedData, detached);
      }),
      { numRuns: 2000 },
    );
  });

  it('bytes replaced, removed or doubled (2,000 times)', () => {
    const edit = fc.record({
      sample: fc.nat(samples.length - 1),
      position: fc.nat(),
      length: fc.integer({ min: 1, max: 40 }),
      insert: fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.constant(null)),
    });
    fc.assert(
      fc.property(edit, ({ sample, position, length, insert }) => {
        const { signedData = new Uint8Array(0), detached = false } = samples[sample] ?? {};
        const start = position % signedData.length;
        const tail = signedData.subarray(start + (insert === null ? 0 : length));
        const middle = insert ?? signedData.subarray(start, start + length);
        const mutant = Buffer.concat([signedData.subarray(0, start), middle, tail]);
        fc.pre(Buffer.compare(mutant, signedData) !== 0);
        expectRefusedOrSame(mutant, signedData, detached);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(Object.entries(CHANGES))('an element %s (400 times)', (_how, change) => {
    const encoded = samples.slice(0, -1);
    const place = fc.tuple(fc.nat(encoded.length - 1), fc.array(fc.nat(11), { minLength: 1, maxLength: 9 }));
    fc.assert(
      fc.property(place, ([sample, path]) => {
        const { signedData = new Uint8Array(0), detached = false } = encoded[sample] ?? {};
        const mutant = changedAt(signedData, path, change);
        if (statusOf(mutant, detached) !== 'VALID') return;
        const { certificates, ...essence } = essenceOf(mutant);
        const { certificates: before, ...original } = essenceOf(signedData);
        expect(essence).toEqual(original);
        expect(before).toEqual(expect.arrayContaining([...certificates]));
      }),
      { numRuns: 400 },
    );
  });

  it('nested beyond the limit (200 times)', () => {
    const nest = (depth: number, tag: number): Uint8Array => {
      let value: Uint8Array = der.derNull();
      for (let level = 0; level < depth; level++) value = der.derValue(tag, value);
      return value;
    };
    const nesting = fc.tuple(fc.integer({ min: 70, max: 1500 }), fc.constantFrom(0x30, 0x31, 0xa0, 0x24), fc.nat(3));
    fc.assert(
      fc.property(nesting, ([depth, tag, where]) => {
        const nested = nest(depth, tag);
        const attributes = der.derSetOf([
          ...kit.attributeParts(kit.attributesOf(signers.ec)).map(({ encoded }) => encoded),
          encodeAttribute('1.2.3.4', [nested]),
        ]);
        const bombs = [
          nested,
          forge(signers.ec, { certificates: [nested] }),
          forge(signers.ec, { signedAttributes: attributes }),
          forge(signers.ec, { signerInfos: () => [nested] }),
        ];
        expect(statusOf(bombs[where] ?? nested, false)).not.toBe('VALID');
      }),
      { numRuns: 200 },
    );
  });
});
