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

/** What a valid verdict vouches for: the bytes signed, the content inside, the value and the certificate. */
function essenceOf(bytes: Uint8Array): unknown {
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
