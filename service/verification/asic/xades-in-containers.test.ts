import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import type { AsicFormat } from '../../codecs/asic/asic-container.ts';
import type { VerificationOutcome } from '../verification.ts';
import * as kit from '../xades/signed-xml.suite.ts';
import { entry, mimetype } from './asic-files.suite.ts';
import { rawZip, type RawEntry } from './raw-zip.suite.ts';
import { verifyAsic } from './verify-asic.ts';

const A = Buffer.from('An offer of 100 EUR\n');
const B = Buffer.from('%PDF-1.7 and so on');
const OBJECTS = [entry('a.txt', A), entry('folder/b ä.pdf', B)];
const A_URI = 'a.txt';
const B_URI = 'folder/b%20%C3%A4.pdf';
const FILE = 'META-INF/signatures0.xml';

function over(uri: string, data: Uint8Array, transforms: readonly string[] = []): string {
  const digest = `<ds:DigestValue>${createHash('sha256').update(data).digest('base64')}</ds:DigestValue>`;
  return kit.reference(uri, transforms).replace(kit.EMPTY_DIGEST, digest);
}

const wrapped = (...signatures: string[]): string =>
  `<?xml version="1.0"?><asic:XAdESSignatures xmlns:asic="http://uri.etsi.org/02918/v1.2.1#">${signatures.join('')}</asic:XAdESSignatures>`;
const template = (references: readonly string[], changes: Partial<kit.SignatureParts> = {}): string =>
  kit.signatureTemplate({ references, ...changes });
const BOTH = template([over(A_URI, A), over(B_URI, B)]);
const ONLY_A = template([over(A_URI, A)]);
const SIGNED = kit.sign(wrapped(BOTH));

const containerE = (files: readonly RawEntry[], ...signatures: readonly RawEntry[]): Uint8Array =>
  rawZip([mimetype('ASiC_E'), ...files, entry('META-INF/manifest.xml', '<manifest/>'), ...signatures]);
const containerS = (...files: readonly RawEntry[]): Uint8Array => rawZip([mimetype('ASiC_S'), ...files]);

function verify(format: AsicFormat, container: Uint8Array): Promise<VerificationOutcome> {
  return verifyAsic(format, bytesSource(container), { trust: kit.trust, at: kit.NOW, revocationMode: 'Offline' });
}

describe('a container with XAdES is VALID', () => {
  it('when each signature is over all files, which are named', async () => {
    const document = wrapped(BOTH, template([over(A_URI, A), over(B_URI, B)], { id: 'T' }));
    const report = await verify('ASiC_E', containerE(OBJECTS, entry(FILE, kit.sign(kit.sign(document)))));
    expect(report).toMatchObject({
      overallStatus: 'VALID',
      signatures: [
        { name: `${FILE}#S`, covered: ['a.txt', 'folder/b ä.pdf'], coversWholeDocument: true, profileReached: 'B' },
        { name: `${FILE}#T`, covered: ['a.txt', 'folder/b ä.pdf'] },
      ],
    });
  });

  it.each([
    ['in files of their own', [entry(FILE, SIGNED), entry('META-INF/signatures1.xml', SIGNED)]],
    ['with a signature as document element', [entry(FILE, kit.sign(BOTH))]],
    ['under another name', [entry('META-INF/my-signatures-2026.xml', SIGNED)]],
  ])('%s', async (_name, signatures) => {
    expect(await verify('ASiC_E', containerE(OBJECTS, ...signatures))).toMatchObject({ overallStatus: 'VALID' });
  });

  it('over one file in an ASiC-S', async () => {
    const container = containerS(entry('a.txt', A), entry('META-INF/signatures.xml', kit.sign(wrapped(ONLY_A))));
    expect(await verify('ASiC_S', container)).toMatchObject({
      ...{ overallStatus: 'VALID', format: 'ASiC_S' },
      signatures: [{ covered: ['a.txt'], coversWholeDocument: true }],
    });
  });

  it('over canonical XML', async () => {
    const reference = over('a.xml', Buffer.from('<a b="1"></a>'), [kit.transform(kit.C14N)]);
    const signed = entry(FILE, kit.sign(wrapped(template([reference]))));
    expect((await verify('ASiC_E', containerE([entry('a.xml', '<a  b="1"/>')], signed))).overallStatus).toBe('VALID');
    expect((await verify('ASiC_E', containerE([entry('a.xml', '<a  b="2"/>')], signed))).overallStatus).toBe('INVALID');
    expect((await verify('ASiC_E', containerE([entry('a.xml', 'no XML')], signed))).overallStatus).toBe('INVALID');
  });

  it('with compressed files', async () => {
    const files = OBJECTS.map((one) => ({ ...one, isDeflated: true }));
    expect(await verify('ASiC_E', containerE(files, entry(FILE, SIGNED)))).toMatchObject({ overallStatus: 'VALID' });
  });
});

describe('a container with XAdES is not VALID', () => {
  const evil = entry('evil.txt', 'Pay 9999');
  const signature = entry(FILE, SIGNED);
  const changed = (from: string | RegExp, to: string): RawEntry => entry(FILE, SIGNED.replace(from, to));
  it.each([
    [
      'with a changed file',
      containerE([entry('a.txt', 'An offer of 900 EUR\n'), ...OBJECTS.slice(1)], signature),
      'INVALID',
    ],
    [
      'with an exchanged pair of files',
      containerE([entry('a.txt', B), entry('folder/b ä.pdf', A)], signature),
      'INVALID',
    ],
    ['with a file less', containerE(OBJECTS.slice(1), signature), 'INDETERMINATE'],
    ['with a file renamed', containerE([entry('A.txt', A), ...OBJECTS.slice(1)], signature), 'INDETERMINATE'],
    ['with a file moved', containerE([entry('folder/a.txt', A), ...OBJECTS.slice(1)], signature), 'INDETERMINATE'],
    ['with a file more', containerE([...OBJECTS, evil], signature), 'INDETERMINATE'],
    ['with an empty file more', containerE([...OBJECTS, entry('x', '')], signature), 'INDETERMINATE'],
    ['with a file more in a folder', containerE([...OBJECTS, entry('folder/x', 'x')], signature), 'INDETERMINATE'],
    ['without files', containerE([], signature), 'INDETERMINATE'],
    ['over some of the files', containerE(OBJECTS, entry(FILE, kit.sign(wrapped(ONLY_A)))), 'INDETERMINATE'],
    [
      'with a second signature over some of the files',
      containerE(OBJECTS, signature, entry('META-INF/signatures1.xml', kit.sign(wrapped(ONLY_A)))),
      'INDETERMINATE',
    ],
    ['with a changed signature value', containerE(OBJECTS, changed(/(<ds:SignatureValue>\/*)[^/]/, '$1/')), 'INVALID'],
    ['with a changed reference', containerE(OBJECTS, changed('URI="a.txt"', 'URI="evil.txt"')), 'INVALID'],
    [
      'with a changed digest',
      containerE([entry('a.txt', 'x'), ...OBJECTS.slice(1)], changed(/(<ds:DigestValue>).{8}/, '$1AAAAAAAA')),
      'INVALID',
    ],
    [
      'with an element beside the signature',
      containerE(OBJECTS, changed('<ds:Signature ', '<offer>9999</offer><ds:Signature ')),
      'INDETERMINATE',
    ],
    [
      'with text beside the signature',
      containerE(OBJECTS, changed('<ds:Signature ', 'Pay 9999<ds:Signature ')),
      'INDETERMINATE',
    ],
    ['with an instruction', containerE(OBJECTS, changed('<asic:', '<?pay 9999?><asic:')), 'INDETERMINATE'],
    [
      'with another wrapper',
      containerE(OBJECTS, entry(FILE, SIGNED.replaceAll('asic:XAdESSignatures', 'asic:Cancelled'))),
      'INDETERMINATE',
    ],
    ['with a DOCTYPE', containerE(OBJECTS, changed('<asic:', '<!DOCTYPE x><asic:')), 'INDETERMINATE'],
    [
      'with an object in the signature',
      containerE(OBJECTS, changed('<ds:Object>', '<ds:Object><offer xmlns="">9999</offer></ds:Object><ds:Object>')),
      'INDETERMINATE',
    ],
    [
      'with a signature file that holds none',
      containerE(OBJECTS, signature, entry('META-INF/signatures1.xml', '<x/>')),
      'INDETERMINATE',
    ],
    [
      'with a signature file that is no XML',
      containerE(OBJECTS, signature, entry('META-INF/signatures1.xml', 'Ann')),
      'INVALID',
    ],
    [
      'with a CAdES signature that no manifest names',
      containerE(OBJECTS, signature, entry('META-INF/signature.p7s', 'x')),
      'INVALID',
    ],
    [
      'with the signature outside of META-INF',
      containerE([...OBJECTS, entry('signatures0.xml', SIGNED)]),
      'INDETERMINATE',
    ],
    ['with the same file twice', containerE([...OBJECTS, entry('a.txt', 'x')], signature), 'INVALID'],
    ['of the other kind', rawZip([mimetype('ASiC_S'), ...OBJECTS, signature]), 'INDETERMINATE'],
  ] as const)('%s', async (_name, container, status) => {
    const report = await verify('ASiC_E', container);
    expect(report.overallStatus).toBe(status);
    expect(report.reasonCodes).not.toContain('SIG_VALID');
  });

  it('in an ASiC-S with two files or two signature files', async () => {
    const one = entry('META-INF/signatures.xml', kit.sign(wrapped(ONLY_A)));
    for (const more of [evil, entry('META-INF/signatures2.xml', SIGNED), entry('META-INF/signature.p7s', 'x')]) {
      expect((await verify('ASiC_S', containerS(entry('a.txt', A), one, more))).overallStatus).not.toBe('VALID');
    }
  });

  it('but its arithmetic is told for what is there', async () => {
    const report = await verify('ASiC_E', containerE([...OBJECTS, evil], signature));
    expect(report).toMatchObject({
      signature: { cryptoValid: true },
      signatures: [{ covered: ['a.txt', 'folder/b ä.pdf'], coversWholeDocument: false }],
    });
    expect(report.reasonCodes).toContain('ASIC_DATA_OBJECT_UNSIGNED');
  });
});

describe('a container packed again by a common archiver', () => {
  it.each([
    ['mimetype last', rawZip([...OBJECTS, entry(FILE, SIGNED), mimetype('ASiC_E')])],
    ['mimetype compressed', rawZip([{ ...mimetype('ASiC_E'), isDeflated: true }, ...OBJECTS, entry(FILE, SIGNED)])],
    [
      'a line end in the mimetype',
      rawZip([entry('mimetype', 'application/vnd.etsi.asic-e+zip\r\n'), ...OBJECTS, entry(FILE, SIGNED)]),
    ],
    ['no mimetype', rawZip([...OBJECTS, entry(FILE, SIGNED)])],
  ])('is not broken: %s', async (_name, container) => {
    const report = await verify('ASiC_E', container);
    expect(report).toMatchObject({
      ...{ overallStatus: 'INDETERMINATE', signature: { cryptoValid: true } },
      signatures: [{ status: 'VALID' }],
    });
    expect(report.reasonCodes).toContain('ASIC_MIMETYPE_INVALID');
  });
});
