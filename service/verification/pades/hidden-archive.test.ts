import { afterAll, describe, expect, it } from 'vitest';
import { stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { derBitString, derInteger, derOctetString, derSequence } from '../../codecs/asn1/der-writer.ts';
import { entry } from '../asic/asic-files.suite.ts';
import { fields, rawZip } from '../asic/raw-zip.suite.ts';
import { certified, contractPdf } from './contract-pdf.suite.ts';
import { appendRaw, type RawUpdate } from './raw-update.suite.ts';
import { latin1, makeSigner, signPdf, TIMESTAMP, verifyBelievingTimestamps, verifyWith } from './signed-pdf.suite.ts';

/**
 * A signed PDF that is a ZIP archive, too: readers look for the end of one from the end of the file, and do not mind what
 * stands before it. Validation data, which anybody may add, held a whole other contract.
 */

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const ZIP = rawZip([entry('contract.txt', 'Pay 9999 EUR')]);
/** The record that readers look for; the rest may lie anywhere before it. */
const END = fields([4, 0x06054b50], [8, 0], [4, 0], [4, 0], [2, 0]);

const inside = (content: Buffer): Buffer => Buffer.from(derOctetString(content));
const certificate = (content: Buffer): Buffer =>
  Buffer.from(
    derSequence(
      derSequence(derInteger(Uint8Array.of(1)), inside(content)),
      derSequence(),
      derBitString(Uint8Array.of(1)),
    ),
  );
const response = (content: Buffer): Buffer =>
  Buffer.from(
    Buffer.concat([
      Buffer.of(0x30, 0x82),
      sized(Buffer.concat([Buffer.of(0x0a, 1, 0, 0xa0, 0x82), sized(inside(content))])),
    ]),
  );
const sized = (content: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length);
  return Buffer.concat([length, content]);
};
const list = (content: Buffer): Buffer =>
  Buffer.from(derSequence(derSequence(derSequence(), inside(content)), derSequence(), derBitString(Uint8Array.of(1))));

const text = (bytes: Buffer): string => bytes.toString('latin1');
const literal = (bytes: Buffer): string => text(bytes).replaceAll(/[\\()\r]/g, (one) => `\\${one}`);
const CATALOG = '/Type /Catalog /Pages 2 0 R /AcroForm 6 0 R';
const store = (catalog: string, entries: string): { number: number; text: string } => ({
  number: 1,
  text: `<<${catalog} /DSS <<${entries}>>>>`,
});

/** Ways to add bytes that no signer ever sees, of which each one by itself leaves a signature VALID. */
const PLACES: Readonly<Record<string, (content: Buffer, catalog: string) => RawUpdate>> = {
  'a certificate': (content, catalog) => ({
    objects: [store(catalog, '/Certs [50 0 R]'), { number: 50, text: text(stream('', certificate(content))) }],
  }),
  'a response': (content, catalog) => ({
    objects: [store(catalog, '/OCSPs [50 0 R]'), { number: 50, text: text(stream('', response(content))) }],
  }),
  'a list of revoked certificates': (content, catalog) => ({
    objects: [store(catalog, '/CRLs [50 0 R]'), { number: 50, text: text(stream('', list(content))) }],
  }),
  'a certificate of one signature': (content, catalog) => ({
    objects: [
      store(catalog, '/VRI <</AB <</Cert [50 0 R]>>>>'),
      { number: 50, text: text(stream('', certificate(content))) },
    ],
  }),
  'the document information': (content) => ({
    objects: [{ number: 50, text: `<</Subject (${literal(content)})>>` }],
    trailer: '/Info 50 0 R',
  }),
  'the identifier': (content) => ({ trailer: `/ID [(${literal(content)}) (x)]` }),
  'an entry of the trailer': (content) => ({ trailer: `/Own (${literal(content)})` }),
};

const BASES: readonly (readonly [string, Buffer, string])[] = [
  ['signed', signPdf(contractPdf(), signer), CATALOG],
  ['certified', certified(signer, 1), `${CATALOG} /Perms <</DocMDP 8 0 R>>`],
];

describe.each(BASES)('a %s PDF', (_kind, base, catalog) => {
  it.each(Object.entries(PLACES))('is not VALID with an archive in %s', (_, place) => {
    for (const content of [ZIP, END]) {
      const { overallStatus, reasonCodes } = verifyWith(fixture, appendRaw(base, place(content, catalog)));
      expect([overallStatus, reasonCodes]).toEqual([
        'INDETERMINATE',
        expect.arrayContaining(['SIG_COVERAGE_INCOMPLETE']),
      ]);
    }
  });

  it.each(Object.entries(PLACES))('is VALID with something else in %s', (_, place) => {
    for (const content of [ZIP.subarray(0, -22), latin1('PK, and so on')]) {
      expect(verifyWith(fixture, appendRaw(base, place(content, catalog))).overallStatus).toBe('VALID');
    }
  });

  it('is not VALID where a timestamp alone is over it', () => {
    const update = PLACES['a certificate']?.(ZIP, catalog) ?? {};
    const stamped = signPdf(appendRaw(base, update), signer, TIMESTAMP);
    expect(verifyBelievingTimestamps(fixture, stamped).reasonCodes).toContain('SIG_COVERAGE_INCOMPLETE');
  });
});

it('an archive that is signed is one that somebody saw', () => {
  const attached = contractPdf({ 9: stream('/Type /EmbeddedFile', ZIP).toString('latin1') });
  expect(verifyWith(fixture, signPdf(attached, signer)).overallStatus).toBe('VALID');
  expect(verifyWith(fixture, signPdf(signPdf(attached, signer), signer)).overallStatus).toBe('VALID');
});
