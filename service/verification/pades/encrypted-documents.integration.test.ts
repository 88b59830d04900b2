import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { encryptedPdfs } from '../../../e2e/documents/pdf/tool-pdfs.ts';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { encryptedPdf, type EncryptionKind } from '../../codecs/pdf/encryption/encrypted-pdf.suite.ts';
import { makeSigner, verifyWith } from './signed-pdf.suite.ts';
import { signAsStation } from './station-signature.suite.ts';

const fixture = makeSigner();
const { ca, signer } = fixture;
const documents = encryptedPdfs(ca.folder);
const kinds = Object.keys(documents);
afterAll(() => {
  fixture.remove();
});

function read(kind: string): Buffer {
  return readFileSync(documents[kind] ?? '');
}

/** Status 0, or the test fails with what the program said. */
function run(command: string, ...parameters: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, { encoding: 'latin1' });
  expect(status, `${command} ${parameters.join(' ')}: ${stdout}${stderr}`).toBe(0);
  return stdout;
}

function verdict(pdf: Uint8Array): { status: string; detail: string | null; profiles: (string | null)[] } {
  const { overallStatus, detail, signatures } = verifyWith(fixture, pdf);
  return { status: overallStatus, detail, profiles: signatures.map(({ profileReached }) => profileReached) };
}

/** What poppler and qpdf say about a file with so many signatures; gives it decrypted and uncompressed by qpdf. */
function judge(pdf: Uint8Array, signatures: number): Buffer {
  const [file, clear] = [ca.path('signed.pdf'), ca.path('clear.pdf')];
  writeFileSync(file, pdf);
  run('qpdf', '--check', file);
  const found = run('pdfsig', '-nocert', file);
  expect(found.split('Signature is Valid.').length - 1, found).toBe(signatures);
  expect(found.split('Total document signed').length - 1, found).toBe(1);
  run('qpdf', '--decrypt', '--qdf', '--object-streams=disable', file, clear);
  return readFileSync(clear);
}

describe('signed twice by the station', () => {
  it.each(kinds.filter((kind) => kind.startsWith('encrypted')))('%s', (kind) => {
    const original = read(kind);
    const once = signAsStation(original, signer, true);
    const clearOnce = judge(once, 1).toString('latin1');
    expect(verdict(once)).toEqual({ status: 'VALID', detail: null, profiles: ['B'] });
    // The dictionary in clear, its contents the same bytes as in the encrypted file.
    expect(clearOnce).toContain('/M (D:20260304050607Z)');
    expect(clearOnce).toContain('/Reason (ok)');
    expect(clearOnce).toContain('/T (Service1)');
    const contents = /\/Contents <(30[0-9a-f]{2000,})>/.exec(once.toString('latin1'))?.[1];
    expect(clearOnce).toContain(`/Contents <${contents}>`);
    // What was there before is still readable, and none of what we wrote is without a key.
    expect(clearOnce).toContain('(Contract)');
    expect(clearOnce).toContain('adobe:ns:meta/');
    const text = run('pdftotext', ca.path('clear.pdf'), '-');
    for (const words of ['Pay 10 EUR', 'Ann Test', '2026-03-04 05:06:07 UTC']) expect(text).toContain(words);
    expect(run('pdftotext', ca.path('signed.pdf'), '-')).toBe(text);
    const appended = once.toString('latin1', original.length);
    for (const clear of ['Service1', 'Ann Test', '(D:2026', '(ok)']) expect(appended).not.toContain(clear);

    const twice = signAsStation(once, signer, false);
    expect(judge(twice, 2).toString('latin1')).toContain('/T (Service2)');
    expect(twice.subarray(0, once.length).equals(once) && once.subarray(0, original.length).equals(original)).toBe(
      true,
    );
    expect(verdict(twice)).toEqual({ status: 'VALID', detail: null, profiles: ['B', 'B'] });
  });
});

/** What qpdf does not make: other generations than 0, and crypt filters that leave strings or streams in clear. */
describe('encrypted by hand and signed twice', () => {
  const pieces = {
    ...onePage(),
    1: '<</Type /Catalog /Pages 2 2 R /AcroForm 6 3 R /PieceInfo <</A (direct)>>>>',
    2: '<</Type /Pages /Kids [3 1 R] /Count 1 /MediaBox [0 0 595 842]>>',
    3: '<</Type /Page /Parent 2 2 R /Contents 4 6 R /Resources <</Font <</F1 5 0 R>>>>>>',
    6: '<</Fields [] /DA (/F1 9 Tf)>>',
  };
  const generations = { generations: { 1: 4, 2: 2, 3: 1, 4: 6, 6: 3 }, trailer: '/Root 1 4 R' };
  const numbered = (kind: EncryptionKind) => () => encryptedPdf(kind, pieces, generations);
  const filtered = (kind: EncryptionKind, from: string, to: string) => () =>
    encryptedPdf(kind, pieces, generations, (text) => text.replace(from, to));

  it.each([
    ['rc4-40', numbered('rc4-40')],
    ['rc4-128', numbered('rc4-128')],
    ['aes-128', numbered('aes-128')],
    ['aes-256-r5', numbered('aes-256-r5')],
    ['aes-256', numbered('aes-256')],
    ['streams in clear', filtered('aes-128', '/StmF /StdCF', '')],
    ['strings in clear', filtered('aes-256', '/StrF /StdCF', '/StrF /Identity')],
  ])('%s', (_, make) => {
    const twice = signAsStation(signAsStation(make(), signer, true), signer, false);
    const clear = judge(twice, 2).toString('latin1');
    for (const string of ['/A (direct)', '/DA (/F1 9 Tf)', '/Reason (ok)', '/T (Service1)', '/T (Service2)']) {
      expect(clear).toContain(string);
    }
    const text = run('pdftotext', ca.path('clear.pdf'), '-');
    for (const words of ['Pay 10 EUR', 'Ann Test']) expect(text).toContain(words);
    expect(verdict(twice)).toEqual({ status: 'VALID', detail: null, profiles: ['B', 'B'] });
  });
});

describe('not to be signed', () => {
  const refusals: Readonly<Record<string, readonly [code: string, message: RegExp]>> = {
    'locked-password-rc4-128': ['PDF_ENCRYPTED', /only be opened with a password/],
    'locked-password-aes-256': ['PDF_ENCRYPTED', /only be opened with a password/],
    'locked-no-changes-rc4-40': ['PDF_PERMISSION_DENIED', /bit 4\) and .*bit 6/],
    'locked-no-changes': ['PDF_PERMISSION_DENIED', /bit 4\) and .*bit 6/],
    'locked-existing-fields-only': ['PDF_PERMISSION_DENIED', /bit 4\) and .*bit 6/],
    'locked-annotations-only': ['PDF_PERMISSION_DENIED', /forbid changing the document \(bit 4\),/],
  };

  it.each(kinds.filter((kind) => kind.startsWith('locked')))('%s', (kind) => {
    const [code, message] = refusals[kind] ?? ['', /^$/];
    const refused = expect.objectContaining({ code, message: expect.stringMatching(message) as string }) as Error;
    expect(() => signAsStation(read(kind), signer, false)).toThrow(refused);
    const { overallStatus, reasonCodes } = verifyWith(fixture, read(kind));
    const isReadable = code === 'PDF_PERMISSION_DENIED';
    expect([overallStatus, ...reasonCodes]).toEqual(['INDETERMINATE', isReadable ? 'SIG_NOT_FOUND' : 'PDF_ENCRYPTED']);
  });
});
