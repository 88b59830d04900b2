import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onePage } from '../../../../e2e/documents/pdf/one-page.ts';
import { buildPdf, stream } from '../../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../../byte-source.ts';
import { IncrementalUpdate } from '../incremental-update.ts';
import { ObjectParser } from '../object-parser.ts';
import { openPdf, type PdfDocument } from '../pdf-document.ts';
import { PdfError } from '../pdf-error.ts';
import { dictionaryOf, PdfDictionary, PdfReference, PdfStream, PdfString, type PdfObject } from '../pdf-objects.ts';
import { preparePdfSignature } from '../signature-insertion.ts';
import { serializeObject } from '../serialize-object.ts';
import { encryptedPdf, encryptionOf, HOLDER, QPDF_DICTIONARIES, type EncryptionKind } from './encrypted-pdf.suite.ts';
import { rc4 } from './rc4.ts';
import { processorMilliseconds } from '../../../telemetry/processor-time.suite.ts';

const KINDS = ['rc4-40', 'rc4-128', 'aes-128', 'aes-256-r5', 'aes-256'] as const;

const PIECES = onePage({ extra: { 6: '<</Title (Secret title) /Empty () /List [(one) <</Inner <0041>>>]>>' } });

function read(pdf: Uint8Array, number: number, generation = 0): PdfObject {
  return openPdf(bytesSource(pdf)).resolve(new PdfReference(number, generation));
}

function content(document: PdfDocument, number: number): string {
  const object = document.resolve(new PdfReference(number, 0));
  return object instanceof PdfStream ? Buffer.from(document.decodeStream(object)).toString('latin1') : 'no stream';
}

/** The code and the message of a refusal. */
function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof PdfError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

it('RC4 gives the published values', () => {
  const hex = (key: string, text: string): string =>
    Buffer.from(rc4(Buffer.from(key), Buffer.from(text))).toString('hex');
  expect(hex('Key', 'Plaintext')).toBe('bbf316e8d940af0ad3');
  expect(hex('Wiki', 'pedia')).toBe('1021bf0420');
  expect(hex('Secret', 'Attack at dawn')).toBe('45a01f645fc35b383552544b9bf5');
});

describe.each(KINDS)('%s', (kind) => {
  const pdf = encryptedPdf(kind, PIECES);

  it('reads strings and streams in clear that are not clear in the file', () => {
    expect(pdf.includes('Secret title')).toBe(false);
    expect(pdf.includes('Pay 10 EUR')).toBe(false);
    expect(serializeObject(read(pdf, 6))).toContain('/Title (Secret title)');
    expect(serializeObject(read(pdf, 6))).toContain('/List [(one) <</Inner <0041>\n>>]');
    expect(content(openPdf(bytesSource(pdf)), 4)).toContain('(Pay 10 EUR) Tj');
    // What holds the keys is not encrypted by them.
    expect(serializeObject(read(pdf, HOLDER))).toContain(/\/U <[0-9A-F]+>/.exec(QPDF_DICTIONARIES[kind].text)?.[0]);
  });

  it('writes copies of old objects and new ones under their own keys', () => {
    const document = openPdf(bytesSource(pdf));
    const update = new IncrementalUpdate(document);
    const copy = update.add(document.resolve(new PdfReference(6, 0)));
    const added = update.addStream(dictionaryOf({ Note: new PdfString(Buffer.from('aside')) }), Buffer.from('drawing'));
    const { bytes } = update.build();
    for (const clear of ['Secret title', 'aside', 'drawing']) expect(Buffer.from(bytes).includes(clear)).toBe(false);
    const after = openPdf(bytesSource(Buffer.concat([pdf, bytes])));
    expect(serializeObject(after.resolve(copy))).toBe(serializeObject(document.resolve(new PdfReference(6, 0))));
    expect(content(after, added.number)).toBe('drawing');
    expect(after.trailer.get('Encrypt')).toEqual(document.trailer.get('Encrypt'));
    expect(after.trailer.get('ID')).toEqual(document.trailer.get('ID'));
  });
});

it('leaves the contents of signatures alone, and only these', () => {
  const { text, id } = QPDF_DICTIONARIES['aes-256'];
  const cipher = encryptionOf(`<<${text}>>`, id).cipherOf(new PdfReference(6, 0));
  const secret = serializeObject(new PdfString(Buffer.from('ok')), cipher);
  const parsed = (dictionary: string): PdfObject => {
    const parser = new ObjectParser(Buffer.from(dictionary), 0);
    parser.cipher = cipher;
    return parser.parseObject();
  };
  const parse = (dictionary: string): string => serializeObject(parsed(dictionary));
  const signature = parse(`<</Type /Sig /ByteRange [0 1 2 3] /Contents <30820102> /Reason ${secret}>>`);
  expect(signature).toContain('/Contents <30820102>');
  expect(signature).toContain('/Reason (ok)');
  expect(parse(`<</V <</ByteRange [0 1 2 3] /Contents <30820102>>> /Reason ${secret}>>`)).toContain('<30820102>');
  expect(parse(`<</Type /Annot /Contents ${secret}>>`)).toContain('/Contents (ok)');
  expect(parse(`<</Type /Annot /ByteRange 0 /Contents ${secret}>>`)).toContain('/Contents (ok)');
  // Written again, what was clear stays clear and nothing else becomes so.
  const again = serializeObject(parsed(`<</ByteRange [0 1 2 3] /Contents <30820102> /Name ${secret}>>`), cipher);
  expect(again).toContain('/Contents <30820102>');
  expect(again).toMatch(/\/Name <[0-9A-F]{64}>/);
});

it('reads and carries over an encryption dictionary that stands in the trailer', () => {
  const direct = `/Encrypt <<${QPDF_DICTIONARIES['aes-128'].text}>>`;
  const text = encryptedPdf('aes-128', PIECES).toString('latin1').replace(`/Encrypt ${HOLDER} 0 R`, direct);
  const pdf = Buffer.from(text, 'latin1');
  const document = openPdf(bytesSource(pdf));
  expect(serializeObject(document.resolve(new PdfReference(6, 0)))).toContain('(Secret title)');
  const update = new IncrementalUpdate(document);
  const added = update.add(new PdfString(Buffer.from('later')));
  const after = openPdf(bytesSource(Buffer.concat([pdf, update.build().bytes])));
  expect(serializeObject(after.resolve(added))).toBe('(later)');
});

it('signing a damaged encrypted document gives nothing but PdfError, and soon', () => {
  const documents = KINDS.map((kind) => encryptedPdf(kind, PIECES));
  const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(fc.constantFrom(...documents), fc.array(change, { minLength: 1, maxLength: 5 }), (pdf, changes) => {
      const damaged = Buffer.from(pdf);
      for (const [at, byte] of changes) damaged.writeUInt8(byte, at % damaged.length);
      const started = process.cpuUsage();
      refusal(() =>
        preparePdfSignature(openPdf(bytesSource(damaged)), {
          kind: 'signature',
          at: new Date(0),
          contentsBytes: 100,
          reason: 'ok',
          appearancePageNumber: 1,
          appearance: null,
        }),
      );
      expect(processorMilliseconds(started)).toBeLessThan(10_000);
    }),
    { numRuns: 1500 },
  );
});

it('uses the given random bytes for AES, and never the same twice by itself', () => {
  const pdf = encryptedPdf('aes-256', PIECES);
  const addTo = (options: Parameters<typeof openPdf>[1]): Buffer => {
    const update = new IncrementalUpdate(openPdf(bytesSource(pdf), options));
    update.add(new PdfString(Buffer.from('again')));
    return Buffer.from(update.build().bytes);
  };
  const fixed = { randomBytes: (length: number) => new Uint8Array(length).fill(0xab) };
  expect(addTo(fixed).toString('latin1')).toContain(`<${'AB'.repeat(16)}`);
  expect(addTo(fixed)).toEqual(addTo(fixed));
  expect(addTo({})).not.toEqual(addTo({}));
});

describe('crypt filters', () => {
  const metadata = { 6: stream('/Type /Metadata /Subtype /XML', Buffer.from('<meta/>')) };
  const file = { 7: stream('/Type /EmbeddedFile', Buffer.from('embedded')) };
  const own = { 8: stream('/Filter [/Crypt] /DecodeParms [<</Name /Identity>>]', Buffer.from('chosen')) };
  const pieces = onePage({ extra: { ...metadata, ...file, ...own, 9: '(a string)' } });

  /** Which of the four can be read in the file as it is. */
  function clearOnes(edit: (text: string) => string): string[] {
    const pdf = encryptedPdf('aes-128', pieces, {}, edit);
    const document = openPdf(bytesSource(pdf));
    expect([6, 7, 8, 4].map((number) => content(document, number).slice(0, 8))).toEqual([
      ...['<meta/>', 'embedded', 'chosen', 'BT /F1 2'],
    ]);
    expect(serializeObject(document.resolve(new PdfReference(9, 0)))).toBe('(a string)');
    return ['<meta/>', 'embedded', 'chosen', 'Pay 10 EUR', 'a string'].filter((text) => pdf.includes(text));
  }

  it('protect what they say', () => {
    expect(clearOnes((text) => text)).toEqual(['chosen']);
    expect(clearOnes((text) => text.replace('/StmF /StdCF', ''))).toEqual([
      ...['<meta/>', 'embedded', 'chosen', 'Pay 10 EUR'],
    ]);
    expect(clearOnes((text) => text.replace('/StrF /StdCF', '/StrF /Identity'))).toEqual(['chosen', 'a string']);
    expect(clearOnes((text) => `${text} /EFF /Identity`)).toEqual(['embedded', 'chosen']);
  });

  it('must be defined', () => {
    const named = (name: string): Uint8Array =>
      encryptedPdf('rc4-128', { ...onePage(), 6: stream(`/Filter [/FlateDecode ${name}]`, deflateSync('x')) });
    expect(refusal(() => content(openPdf(bytesSource(named('/Crypt'))), 6))).toContain('PDF_FILTER_UNSUPPORTED');
    const own = stream('/Filter /Crypt /DecodeParms <</Name /Mine>>', Buffer.from('x'));
    expect(refusal(() => encryptedPdf('aes-128', { ...onePage(), 6: own }))).toContain('does not define');
    const undefinedName = (text: string): string => text.replace('/StmF /StdCF', '/StmF /Other');
    expect(refusal(() => encryptedPdf('aes-128', PIECES, {}, undefinedName))).toContain(
      'PDF_STRUCTURE_INVALID: a crypt filter that the document does not define',
    );
  });
});

describe('is refused', () => {
  const table: Record<string, readonly [EncryptionKind, string | RegExp, string, string]> = {
    'another password, RC4 of 40 bits': ['rc4-40', '/U <C3', '/U <C4', 'PDF_ENCRYPTED: .* with a password'],
    'another password, RC4 of 128 bits': ['rc4-128', '/U <2E', '/U <2F', 'PDF_ENCRYPTED: .* with a password'],
    'another password, AES-256': ['aes-256', '/U <44', '/U <45', 'PDF_ENCRYPTED: .* with a password'],
    'certificates instead of passwords': ['aes-256', '/Standard', '/Adobe.PubSec', 'PDF_ENCRYPTED: .* certificates'],
    'another handler': ['aes-256', '/Standard', '/Acme', 'PDF_ENCRYPTED: .* handler that is not known'],
    'no handler': ['aes-256', '/Filter /Standard', '', 'PDF_ENCRYPTED: .* handler that is not known'],
    'an unpublished version': ['rc4-128', '/V 2', '/V 3', 'PDF_ENCRYPTED: .* version .* not known'],
    'a later version': ['aes-256', '/V 5', '/V 6', 'PDF_ENCRYPTED: .* version .* not known'],
    'a later revision': ['aes-256', '/R 6', '/R 7', 'PDF_ENCRYPTED: .* version .* not known'],
    'another method': ['aes-256', '/AESV3', '/AESV9', 'PDF_ENCRYPTED: .* method that is not known'],
    'an older method in AES-256': ['aes-256', '/AESV3', '/V2', 'PDF_ENCRYPTED: .* method that is not known'],
    'no version': ['aes-256', '/V 5', '', 'PDF_STRUCTURE_INVALID: .* without its version'],
    'versions that do not fit': ['aes-256', '/R 6', '/R 3', 'PDF_STRUCTURE_INVALID: .* do not fit'],
    'a short U': ['aes-256', '/U <44A2', '/U <', 'PDF_STRUCTURE_INVALID: the entry U .* malformed'],
    'no O': ['rc4-128', '/O <', '/Oo <', 'PDF_STRUCTURE_INVALID: the entry O .* malformed'],
    'no OE': ['aes-256', '/OE', '/XE', 'PDF_STRUCTURE_INVALID: the entry OE .* malformed'],
    'no UE': ['aes-256', '/UE', '/XE', 'PDF_STRUCTURE_INVALID: the entry UE .* malformed'],
    'no P': ['rc4-40', '/P -4', '', 'PDF_STRUCTURE_INVALID: malformed permissions'],
    'P that is no number of 32 bits': ['rc4-40', '/P -4', '/P 4294967296', 'PDF_STRUCTURE_INVALID: malformed perm'],
    'other permissions than those it was encrypted with': [
      'aes-256',
      '/P -4',
      '/P -8',
      'PDF_STRUCTURE_INVALID: .*perm',
    ],
    'permissions that were not encrypted with the key': ['aes-256', '<2E1A', '<2E1B', 'PDF_STRUCTURE_INVALID: .*perm'],
    'another choice about metadata': ['aes-256', '/P', '/EncryptMetadata false /P', 'PDF_STRUCTURE_INVALID: .*perm'],
    'a metadata choice that is none': ['aes-128', '/P', '/EncryptMetadata 0 /P', 'PDF_STRUCTURE_INVALID: .* malformed'],
  };

  it.each(Object.entries(table))('%s', (_, [kind, from, to, expected]) => {
    const { text, id } = QPDF_DICTIONARIES[kind];
    expect(text).toContain(from);
    expect(refusal(() => encryptionOf(`<<${text.replace(from, to)}>>`, id))).toMatch(new RegExp(expected));
  });

  const endless = `[${'91 0 R '.repeat(100)}]`;
  it.each([
    ['a name where the dictionary should be', '/None', '', 'no encryption dictionary'],
    ['a dictionary that is not there', '55 0 R', '', 'no encryption dictionary'],
    ['the catalog', '1 0 R', '', 'out of bounds'],
    ['a stream', '4 0 R', '', 'a stream in the encryption dictionary'],
    ['a key named twice', '90 0 R', '/P -4 /P 0', 'names a key twice'],
    ['a dictionary that contains itself', '90 0 R', '/P 90 0 R', 'out of bounds'],
    ['a dictionary of endless lists', '90 0 R', '/P 91 0 R', 'out of bounds'],
  ])('%s', (_, encrypt, entries, expected) => {
    const pieces = { ...onePage(), 90: `<</Filter /Standard ${entries}>>`, 91: endless };
    const pdf = buildPdf({ pieces, trailer: `/Root 1 0 R /Encrypt ${encrypt}` });
    expect(refusal(() => openPdf(bytesSource(pdf)))).toMatch(new RegExp(`^PDF_STRUCTURE_INVALID: .*${expected}`));
  });
});

it('damaged encrypted data is refused where it is needed, and nowhere else', () => {
  const pdf = encryptedPdf('aes-256', { ...PIECES, 7: '(ok)' });
  const at = pdf.indexOf('6 0 obj');
  const title = pdf.indexOf('/Title <', at) + 8;
  const document = openPdf(
    bytesSource(Buffer.concat([pdf.subarray(0, title), Buffer.from('  '), pdf.subarray(title + 2)])),
  );
  const damaged = document.resolve(new PdfReference(6, 0));
  expect(damaged).toBeInstanceOf(PdfDictionary);
  const value = damaged instanceof PdfDictionary ? damaged.get('Title') : null;
  expect(refusal(() => (value instanceof PdfString ? value.bytes : value))).toContain('PDF_STRUCTURE_INVALID');
});

it('nothing in an encryption dictionary gives another error than a PdfError, or takes long', () => {
  const started = process.cpuUsage();
  const changes = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...Buffer.from('0123456789<>/()[] -FRVUO'))), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), changes, (kind, list) => {
      const { text, id } = QPDF_DICTIONARIES[kind];
      const bytes = Buffer.from(`<<${text}>>`);
      for (const [at, byte] of list) bytes[at % bytes.length] = byte;
      try {
        encryptionOf(bytes.toString('latin1'), id);
      } catch (error) {
        expect(error instanceof PdfError || (error instanceof Error && error.message === 'no dictionary')).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
  expect(processorMilliseconds(started)).toBeLessThan(100_000);
});
