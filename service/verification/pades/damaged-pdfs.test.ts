import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { parseSignedData } from '../../codecs/cms/signed-data-parser.ts';
import { certified, contractPdf } from './contract-pdf.suite.ts';
import { makeSigner, signPdf, verifyWith } from './signed-pdf.suite.ts';
import { processorMilliseconds } from '../../telemetry/processor-time.suite.ts';

const fixture = makeSigner();
afterAll(() => {
  fixture.remove();
});

const { signer } = fixture;
const small = smallPdfs();
const DOCUMENTS: readonly Buffer[] = [
  signPdf(contractPdf(), signer),
  signPdf(signPdf(small['form-in-object-stream'] ?? Buffer.alloc(0), signer), signer, { isVisible: true }),
  signPdf(certified(signer, 2), signer),
  signPdf(small['hybrid'] ?? Buffer.alloc(0), signer),
];

const anyDocument = fc.constantFrom(...DOCUMENTS);
const MAX_MILLISECONDS = 20_000;

/** Judges within the time allowed; whatever happens must not throw. */
function statusOf(pdf: Uint8Array): string {
  const start = process.cpuUsage();
  const { overallStatus, isValid } = verifyWith(fixture, pdf);
  expect(processorMilliseconds(start)).toBeLessThan(MAX_MILLISECONDS);
  expect(isValid).toBe(overallStatus === 'VALID');
  return overallStatus;
}

/** A place that is not zero padding, from a number. */
function place(pdf: Uint8Array, choice: number): number {
  let at = choice % pdf.length;
  while (pdf[at] === 0x30 && pdf[at + 1] === 0x30) at = (at + 97) % pdf.length;
  return at;
}

// Thousands of verifications, on a machine that may be busy.
describe('damaged signed documents', () => {
  it('are as good as new when nothing is damaged', () => {
    for (const pdf of DOCUMENTS) expect(statusOf(pdf)).toBe('VALID');
  });

  it('are never VALID when a byte is different', () => {
    fc.assert(
      fc.property(anyDocument, fc.nat(), fc.integer({ min: 1, max: 255 }), (pdf, choice, flip) => {
        const damaged = Buffer.from(pdf);
        const at = place(damaged, choice);
        damaged.writeUInt8(damaged.readUInt8(at) ^ flip, at);
        expect(statusOf(damaged) !== 'VALID' || isUnsignedPartOfCms(pdf, damaged, at)).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });

  it('are never VALID when cut off, except where an earlier signed version ends', () => {
    fc.assert(
      fc.property(anyDocument, fc.nat(), (pdf, choice) => {
        const length = choice % pdf.length;
        const text = pdf.toString('latin1', 0, length);
        const isEarlierVersion = /%%EOF\s?$/.test(text);
        expect(isEarlierVersion || statusOf(pdf.subarray(0, length)) !== 'VALID').toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('are never VALID when bytes are inserted, removed, repeated or exchanged', () => {
    const change = fc.record({
      choice: fc.nat(),
      length: fc.integer({ min: 1, max: 300 }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 60 }),
      kind: fc.constantFrom('insert', 'remove', 'repeat', 'overwrite'),
    });
    fc.assert(
      fc.property(anyDocument, change, (pdf, { choice, length, bytes, kind }) => {
        const at = place(pdf, choice);
        const head = pdf.subarray(0, at);
        const damaged = {
          insert: () => Buffer.concat([head, bytes, pdf.subarray(at)]),
          remove: () => Buffer.concat([head, pdf.subarray(at + length)]),
          repeat: () => Buffer.concat([head, pdf.subarray(at, at + length), pdf.subarray(at)]),
          overwrite: () => Buffer.concat([head, bytes, pdf.subarray(at + bytes.length)]),
        }[kind]();
        const isCut =
          kind === 'remove' &&
          /%%EOF\s?$/.test(damaged.toString('latin1')) &&
          pdf.subarray(0, damaged.length).equals(damaged);
        const isSame = isCut || damaged.equals(pdf);
        const isUnnoticed = () => kind === 'overwrite' && isUnsignedPartOfCms(pdf, damaged, at);
        expect(isSame || statusOf(damaged) !== 'VALID' || isUnnoticed()).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('are never VALID when anything follows', () => {
    fc.assert(
      fc.property(anyDocument, fc.uint8Array({ minLength: 1, maxLength: 200 }), (pdf, bytes) => {
        const isLineEnds = bytes.every((byte) => byte === 0x0a || byte === 0x0d);
        expect(isLineEnds || statusOf(Buffer.concat([pdf, bytes])) !== 'VALID').toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

/**
 * What CMS itself leaves unsigned may change without any signature noticing: version numbers, the case of letters in
 * the signer's identifier (names compare without it), the case of hexadecimal digits. True when only that happened:
 * both documents have the same bytes outside one /Contents, and there the same signed attributes, value and certificates.
 */
function isUnsignedPartOfCms(pdf: Buffer, damaged: Buffer, at: number): boolean {
  const start = pdf.lastIndexOf('<', at) + 1;
  const end = pdf.indexOf('>', start);
  if (at >= end || !/^[0-9a-f]{1000}/.test(pdf.toString('latin1', start, start + 1000))) return false;
  const [before, after] = [pdf, damaged].map((bytes) => {
    const contents = Buffer.from(bytes.toString('latin1', start, end), 'hex');
    const { certificates, eContentType, signerInfos } = parseSignedData(contents, { trailing: 'zeros' });
    const signers = signerInfos.map(({ signedAttrs, signatureValue }) => ({ signedAttrs, signatureValue }));
    return { certificates, eContentType, signers };
  });
  expect(after).toEqual(before);
  return true;
}

it('is no exception with more byte ranges than a call has arguments', () => {
  const ranges = '/Type /Sig /ByteRange [0 1 2 3] /Contents <00>\n'.repeat(200_000);
  const { overallStatus, reasonCodes } = verifyWith(fixture, Buffer.from(`%PDF-1.7\n${ranges}`));
  expect([overallStatus, reasonCodes]).toEqual(['INVALID', ['PDF_STRUCTURE_INVALID']]);
});
