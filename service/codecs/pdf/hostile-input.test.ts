import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certifiedPdfs } from '../../../e2e/documents/pdf/restricted-pdfs.ts';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { bytesSource } from '../byte-source.ts';
import { signatureFields } from './form-fields.ts';
import { ObjectParser } from './object-parser.ts';
import { walkPages } from './page-tree.ts';
import { openPdf, openRevision } from './pdf-document.ts';
import { PdfError } from './pdf-error.ts';
import { PdfDictionary, PdfName, PdfReference, PdfStream, PdfString, type PdfObject } from './pdf-objects.ts';
import { serializeObject } from './serialize-object.ts';
import { readSignatureDictionary } from './signature-dictionary.ts';
import { preparePdfSignature } from './signature-insertion.ts';
import { testStamp } from '../../../e2e/documents/pdf/test-stamp.ts';
import { processorMilliseconds } from '../../telemetry/processor-time.suite.ts';

const AT = new Date(0);

const SOUND = [...Object.values(smallPdfs()), ...Object.values(certifiedPdfs())];
/** Twice signed, so that updates of both kinds are damaged as well. */
const DOCUMENTS = [...SOUND, ...SOUND.flatMap((bytes) => attempt(() => signTwice(bytes)) ?? [])];

function sign(bytes: Uint8Array): Uint8Array {
  const prepared = preparePdfSignature(openPdf(bytesSource(bytes)), {
    kind: 'signature',
    at: AT,
    contentsBytes: 20,
    reason: 'x',
    appearancePageNumber: 1,
    appearance: testStamp({ signerName: 'A', at: AT }),
  });
  return Buffer.concat([bytes, prepared.appended]);
}

function signTwice(bytes: Uint8Array): Uint8Array {
  return sign(sign(bytes));
}

/** Undefined after a PdfError; any other error goes on. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** Everything a signer and a verifier do with a document. Gives true when nothing was refused. */
function useDocument(bytes: Uint8Array): boolean {
  const started = process.cpuUsage();
  const result = attempt(() => {
    const document = openPdf(bytesSource(bytes));
    for (let index = 0; index < document.revisions.length; index++) {
      const revision = openRevision(document, index);
      for (const page of walkPages(revision)) {
        const content = revision.get(page.dictionary, 'Contents');
        if (content instanceof PdfStream) revision.decodeStream(content);
      }
      for (const field of signatureFields(revision)) readSignatureDictionary(revision, field);
      for (const section of revision.sections()) for (const [number] of section.entries) revision.find(number);
      for (let number = 0; number < Math.min(revision.endNumber, 50); number++) {
        revision.resolve(new PdfReference(number, 0));
      }
    }
    sign(bytes);
    return true;
  });
  expect(processorMilliseconds(started)).toBeLessThan(10_000);
  return result ?? false;
}

describe('hostile input gives nothing but PdfError', () => {
  it('sound documents pass', () => {
    expect(DOCUMENTS.filter(useDocument).length).toBeGreaterThan(40);
  });

  it('2,000 documents with changed bytes', () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      value: fc.integer({ min: 0, max: 255 }),
    });
    fc.assert(
      fc.property(fc.nat(DOCUMENTS.length - 1), fc.array(change, { minLength: 1, maxLength: 6 }), (index, changes) => {
        const bytes = Buffer.from(DOCUMENTS[index] ?? []);
        for (const { at, value } of changes) bytes[Math.floor(at * (bytes.length - 1))] = value;
        useDocument(bytes);
      }),
      { numRuns: 2000 },
    );
  });

  it('2,000 documents with other numbers, of the same length', () => {
    fc.assert(
      fc.property(fc.nat(DOCUMENTS.length - 1), fc.nat(200), fc.stringMatching(/^\d{12}$/), (index, which, digits) => {
        const text = Buffer.from(DOCUMENTS[index] ?? []).toString('latin1');
        const numbers = [...text.matchAll(/\d+/g)];
        const chosen = numbers[which % numbers.length];
        const length = chosen?.[0].length ?? 0;
        const changed = `${text.slice(0, chosen?.index)}${digits.padEnd(length, '1').slice(0, length)}${text.slice((chosen?.index ?? 0) + length)}`;
        useDocument(Buffer.from(changed, 'latin1'));
      }),
      { numRuns: 2000 },
    );
  });

  it('2,000 cut, repeated and spliced documents', () => {
    fc.assert(
      fc.property(
        fc.nat(DOCUMENTS.length - 1),
        fc.nat(DOCUMENTS.length - 1),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (first, second, from, to) => {
          const a = DOCUMENTS[first] ?? new Uint8Array(0);
          const b = DOCUMENTS[second] ?? new Uint8Array(0);
          useDocument(a.subarray(0, Math.floor(from * a.length)));
          useDocument(
            Buffer.concat([a.subarray(0, Math.floor(from * a.length)), b.subarray(Math.floor(to * b.length))]),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('5,000 object texts from the syntax alphabet', () => {
    const token = fc.constantFrom(
      '<<',
      '>>',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '/A',
      '/',
      ' 1',
      ' 0 R',
      ' 2 0 obj',
      '%',
      '\n',
      '\\',
      'stream',
      'endobj',
      'null',
      '#',
      '-',
      '.5',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 40 }), (tokens) => {
        const bytes = Buffer.from(tokens.join(''), 'latin1');
        attempt(() => new ObjectParser(bytes, 0).parseObject());
        attempt(() => new ObjectParser(bytes, 0).parseObjectBody());
        attempt(() => new ObjectParser(bytes, 0).parseDictionarySpans());
      }),
      { numRuns: 5000 },
    );
  });
});

describe('written objects read back', () => {
  const name = fc.string({
    unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
    maxLength: 8,
  });
  const { object } = fc.letrec<{ object: PdfObject }>((tie) => ({
    object: fc.oneof(
      { maxDepth: 4 },
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc
        .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
        .map((value) => (Math.abs(value) < 1e-15 ? 0 : value)),
      name.map((value) => new PdfName(value)),
      fc.uint8Array({ maxLength: 20 }).map((bytes) => new PdfString(bytes)),
      fc.tuple(fc.nat(), fc.nat(65_535)).map(([number, generation]) => new PdfReference(number, generation)),
      fc.array(tie('object'), { maxLength: 4 }),
      fc.array(fc.tuple(name, tie('object')), { maxLength: 4 }).map((entries) => new PdfDictionary(new Map(entries))),
    ),
  }));

  it('2,000 random objects', () => {
    fc.assert(
      fc.property(object, (value) => {
        const text = serializeObject(value);
        const parser = new ObjectParser(Buffer.from(`${text} `, 'latin1'), 0);
        expect(plain(parser.parseObject())).toEqual(plain(value));
        expect(parser.position).toBe(text.length);
      }),
      { numRuns: 2000 },
    );
  });
});

/** Comparable form: numbers to the 20 decimals that are written, bytes as arrays. */
function plain(value: PdfObject): unknown {
  if (typeof value === 'number') return Math.abs(value) < 1e-6 ? Number(value.toFixed(20)) + 0 : value;
  if (value instanceof PdfString) return { string: [...value.bytes] };
  if (value instanceof PdfDictionary) return { entries: [...value.entries].map(([key, item]) => [key, plain(item)]) };
  return Array.isArray(value) ? value.map(plain) : value;
}
