import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { entry, mimetype } from '../asic/asic-files.suite.ts';
import { rawZip, type RawEntry } from '../asic/raw-zip.suite.ts';
import { verifyDocument } from '../verify-document.ts';
import type { DocumentInput, VerificationOutcome } from '../verification.ts';
import * as kit from '../xades/signed-xml.suite.ts';
import { makeToken, tsa } from '../timestamps/timestamping.suite.ts';
import { detectKind } from './detect-kind.ts';

const input = (bytes: Uint8Array): DocumentInput => ({ kind: 'bytes', bytes });

function inspect(document: Uint8Array | string, ...originals: Uint8Array[]): Promise<VerificationOutcome> {
  const circumstances = { trust: kit.trust, revocationMode: 'Offline', at: kit.NOW } as const;
  const bytes = typeof document === 'string' ? Buffer.from(document) : document;
  const files = { document: input(bytes), original: null, originals: originals.map(input) };
  return verifyDocument({ format: 'CAdES', ...files, ...circumstances });
}

const A = Buffer.from('An offer of 100 EUR\n');
const digest = `<ds:DigestValue>${createHash('sha256').update(A).digest('base64')}</ds:DigestValue>`;
const template = kit.signatureTemplate({
  references: [kit.reference('a.txt', []).replace(kit.EMPTY_DIGEST, digest)],
});
const SIGNED = kit.sign(
  `<asic:XAdESSignatures xmlns:asic="http://uri.etsi.org/02918/v1.2.1#">${template}</asic:XAdESSignatures>`,
);
const CONTAINER = [
  entry('a.txt', A),
  entry('META-INF/manifest.xml', '<m/>'),
  entry('META-INF/signatures0.xml', SIGNED),
];
const SIGNED_DATA = Buffer.from('300f06092a864886f70d010702a0023000', 'hex');
const TOKEN = Buffer.from(
  '302f06092a864886f70d010702a0223020020103310030190' + '60b2a864886f70d0109100104a00a0408300602010102010100',
  'hex',
);

describe('what a file is', () => {
  it.each<[string, string, Uint8Array | string]>([
    ['PDF', 'a PDF', buildPdf({ pieces: onePage() })],
    [
      'PDF',
      'a PDF after other bytes',
      Buffer.concat([Buffer.from('junk\n'.repeat(50)), buildPdf({ pieces: onePage() })]),
    ],
    ['XML', 'XML', '<a/>'],
    ['XML', 'XML with a declaration after white space', ' \r\n<?xml version="1.0"?><a/>'],
    ['XML', 'XML with a byte order mark', '\ufeff<a/>'],
    ['XML', 'XML in UTF-16', Buffer.from('\ufeff<a/>', 'utf16le')],
    ['XML', 'XML in UTF-16 without a mark', Buffer.from('<a/>', 'utf16le')],
    ['CMS', 'CMS', SIGNED_DATA],
    ['CMS', 'CMS around a PDF', Buffer.concat([SIGNED_DATA.subarray(0, 60), Buffer.from('%PDF-1.7\n')])],
    ['CMS', 'CMS of indefinite length', Buffer.from('308006092a864886f70d010702a0803080', 'hex')],
    [
      'CMS',
      'CMS in an S/MIME message',
      `MIME-Version: 1.0\nContent-Type: application/pkcs7-mime; name=smime.p7m\nContent-Transfer-Encoding: base64\n\n${SIGNED_DATA.toString('base64')}\n`,
    ],
    ['CMS', 'CMS in PEM', `-----BEGIN CMS-----\n${SIGNED_DATA.toString('base64')}\n-----END CMS-----\n`],
    [
      'CMS',
      'CMS as GnuPG writes it',
      `-----BEGIN SIGNED MESSAGE-----\n${SIGNED_DATA.toString('base64')}\n-----END SIGNED MESSAGE-----\n`,
    ],
    [
      'CMS',
      'CMS in base64',
      Buffer.concat([Buffer.from('3082002606092a864886f70d010702', 'hex'), Buffer.alloc(60)]).toString('base64'),
    ],
    ['TimestampToken', 'a timestamp token', TOKEN],
    [
      'TimestampToken',
      'the answer of an authority',
      Buffer.concat([Buffer.from('303630030201000000', 'hex').subarray(0, 7), TOKEN]),
    ],
    ['ASiC_E', 'an ASiC-E', rawZip([mimetype('ASiC_E'), ...CONTAINER])],
    ['ASiC_S', 'an ASiC-S', rawZip([mimetype('ASiC_S'), ...CONTAINER])],
    ['ASiC_E', 'a BDOC', rawZip([entry('mimetype', 'application/vnd.bdoc-1.0'), ...CONTAINER])],
    ['ASiC_S', 'a container without mimetype', rawZip(CONTAINER)],
    ['ASiC_E', 'a container of two files without mimetype', rawZip([entry('b.txt', 'b'), ...CONTAINER])],
    ['ASiC_E', 'a container packed again', rawZip([...CONTAINER, mimetype('ASiC_E')])],
    ['ASiC_E', 'a broken container', rawZip([mimetype('ASiC_E'), ...CONTAINER]).subarray(0, 300)],
    ['PlainFile', 'a ZIP archive', rawZip([entry('a.txt', 'a')])],
    [
      'PlainFile',
      'an office document',
      rawZip([entry('_xmlsignatures/sig1.xml', '<x/>'), entry('word/document.xml', '<w/>')]),
    ],
    ['PlainFile', 'half a ZIP archive', rawZip([entry('a.txt', 'a')]).subarray(0, 40)],
    ['PlainFile', 'text', 'Dear Ann,'],
    ['PlainFile', 'a picture', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['PlainFile', 'a certificate', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'],
    ['PlainFile', 'other DER', Buffer.from('3003020101', 'hex')],
    ['PlainFile', 'nothing', ''],
  ])('%s: %s', async (kind, _name, content) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    expect((await detectKind(bytesSource(bytes))).kind).toBe(kind);
  });
});

/** SignedData with neither content nor signer. */
const WITHOUT_SIGNER = '302306092a864886f70d010702a0163014020101 3100 300b06092a864886f70d010701 3100'.replaceAll(
  ' ',
  '',
);

describe('an inspection', () => {
  it('says in words that a file is not signed', async () => {
    for (const [file, detected, words] of [
      [buildPdf({ pieces: onePage() }), 'PDF', 'The PDF holds no signature.'],
      ['<invoice/>', 'XML', 'The XML holds no signature.'],
      // As authorities hand out their certificates (.p7b).
      [Buffer.from(WITHOUT_SIGNER, 'hex'), 'CMS', 'The file has no signer: nobody signed.'],
      ['Dear Ann,', 'PlainFile', 'The file is none of the kinds whose signatures this station checks.'],
      [
        rawZip([entry('a.txt', 'a')]),
        'PlainFile',
        'The file is a ZIP archive without signatures of the kinds that this station checks.',
      ],
    ] as const) {
      expect(await inspect(file)).toMatchObject({
        ...{ overallStatus: 'INDETERMINATE', isValid: false },
        inspection: { detected, isSigned: false, contents: [], explanation: words },
      });
    }
  });

  it('calls nothing broken of which nothing was judged, and says what it is', async () => {
    const pdf = Buffer.from(buildPdf({ pieces: onePage() }));
    const unread = 'The document cannot be read, and nothing in it looks like a signature: ';
    for (const [file, detected, words] of [
      ['', 'PlainFile', 'The file is empty.'],
      [pdf.subarray(0, pdf.length / 2), 'PDF', unread],
      [Buffer.concat([pdf, Buffer.from('more')]), 'PDF', unread],
      ['%PDF-1.7\n\0\x01', 'PDF', unread],
      ['<a><b></a>', 'XML', unread],
      ['<a><b>cut', 'XML', unread],
      ['<!DOCTYPE html>\n<html><br></html>', 'PlainFile', 'The file is a web page (HTML), which bears no signature.'],
      ['-----BEGIN PGP SIGNATURE-----\n\niQ\n', 'PlainFile', 'The file is signed or encrypted with OpenPGP'],
      ['eyJhbGciOiJSUzI1NiJ9.e30.c2ln', 'PlainFile', 'The file is a JSON Web Signature'],
      ['{"payload":"","signatures":[{"protected":"e30","signature":""}]}', 'PlainFile', 'The file is a JSON Web'],
      [rawZip([entry('META-INF/ANN.SF', 'x'), entry('a.class', 'x')]), 'PlainFile', 'The file is a program for Java'],
      [rawZip([entry('META-INF/documentsignatures.xml', '<x/>')]), 'PlainFile', 'The file is an office document'],
    ] as const) {
      const { overallStatus, inspection } = await inspect(file);
      expect([overallStatus, inspection?.detected, inspection?.isSigned]).toEqual(['INDETERMINATE', detected, false]);
      expect(inspection?.explanation ?? '').toContain(words);
    }
  });

  it('calls broken what bears a signature that can be seen and not be read', async () => {
    const container = rawZip([mimetype('ASiC_E'), ...CONTAINER]);
    for (const [file, detected] of [
      [container.subarray(0, -30), 'ASiC_E'],
      [rawZip(CONTAINER).subarray(0, -10), 'ASiC_E'],
      [SIGNED_DATA, 'CMS'],
      [kit.signedInvoice().slice(0, -10), 'XML'],
    ] as const) {
      const { overallStatus, inspection } = await inspect(file);
      expect([overallStatus, inspection?.detected]).toEqual(['INVALID', detected]);
    }
  });

  it('judges what it found', async () => {
    expect(await inspect(kit.signedInvoice())).toMatchObject({
      ...{ overallStatus: 'VALID', format: 'XAdES', inspection: { detected: 'XML', isSigned: true } },
    });
    expect(await inspect(kit.signedInvoice().replace('>100<', '>200<'))).toMatchObject({
      ...{ overallStatus: 'INVALID', inspection: { detected: 'XML', isSigned: true } },
    });
    expect(await inspect(SIGNED_DATA)).toMatchObject({
      format: 'CAdES',
      inspection: { detected: 'CMS', isSigned: false },
    });
  });

  it('says in words what is text instead of bytes, and a timestamp or usage rights instead of a signature', async () => {
    const pem = await inspect(`-----BEGIN CMS-----\n${SIGNED_DATA.toString('base64')}\n-----END CMS-----\n`);
    expect(pem.inspection?.explanation).toContain('The file is PEM text');
    const token = makeToken({ of: A, at: new Date('2026-06-01T00:00:00Z'), by: tsa });
    const stamped = await inspect(Buffer.from(token).toString('base64'));
    expect(stamped.inspection).toMatchObject({ detected: 'TimestampToken', isSigned: false });
    expect(stamped.inspection?.explanation).toContain('The file is base64 text');
    expect(stamped.overallStatus).toBe('INDETERMINATE');
    expect(stamped.detail).toContain('not a signature');
    expect(stamped.reasonCodes).toContain('SIG_TIMESTAMP_ONLY');
  });

  it('names the files in a container and which of them are signed', async () => {
    const evil: RawEntry = entry('evil.txt', 'Pay 9999');
    const outcome = await inspect(rawZip([mimetype('ASiC_E'), ...CONTAINER, evil]));
    expect(outcome).toMatchObject({ overallStatus: 'INDETERMINATE', format: 'ASiC_E' });
    expect(outcome.inspection?.contents).toEqual([
      { name: 'mimetype', size: 31, role: 'Other', isSigned: false },
      { name: 'a.txt', size: A.length, role: 'Data', isSigned: true },
      { name: 'META-INF/manifest.xml', size: 4, role: 'Other', isSigned: false },
      { name: 'META-INF/signatures0.xml', size: SIGNED.length, role: 'Signature', isSigned: false },
      { name: 'evil.txt', size: 8, role: 'Data', isSigned: false },
    ]);
    const changed = rawZip([mimetype('ASiC_E'), entry('a.txt', 'x'), ...CONTAINER.slice(1)]);
    expect((await inspect(changed)).inspection?.contents[1]).toMatchObject({ name: 'a.txt', isSigned: false });
  });

  it('finds among several originals the one that is signed', async () => {
    const detached = kit.sign(template);
    const other = Buffer.from('else');
    expect((await inspect(detached, A)).overallStatus).toBe('VALID');
    expect((await inspect(detached, A, A)).overallStatus).toBe('VALID');
    expect((await inspect(detached, other, A, other)).signature.cryptoValid).toBe(true);
    expect((await inspect(detached, other)).reasonCodes).toContain('SIG_DIGEST_MISMATCH');
    expect((await inspect(detached)).reasonCodes).toContain('SIG_DETACHED_CONTENT_MISSING');
  });

  it('takes as many originals as a signature is over', async () => {
    const more = Buffer.from('a second file');
    const digest = kit.base64(createHash('sha256').update(more).digest());
    const second = kit
      .reference('second.bin', [])
      .replace(kit.EMPTY_DIGEST, `<ds:DigestValue>${digest}</ds:DigestValue>`);
    const both = kit.sign(kit.signatureTemplate({ references: [kit.reference('a.txt', []), second] }), undefined, A);
    expect((await inspect(both, more, A)).overallStatus).toBe('VALID');
    const missing = await inspect(both, A);
    expect(missing.overallStatus).toBe('INDETERMINATE');
    expect(missing.detail).toContain('"second.bin"');
  });
});
