import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encryptedPdfs, pdfLibPdf, printedPdf, toolPdfs } from '../../../e2e/documents/pdf/tool-pdfs.ts';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { writeBigImages, writeManyObjects } from '../../../e2e/documents/pdf/large-pdfs.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import { signatureFields } from '../../../service/codecs/pdf/form-fields.ts';
import { openPdf, openRevision } from '../../../service/codecs/pdf/pdf-document.ts';
import { readSignatureDictionary } from '../../../service/codecs/pdf/signature-dictionary.ts';
import { testStamp } from '../../../e2e/documents/pdf/test-stamp.ts';
import type { HashAlgorithm } from '../../../service/providers/providers.ts';
import { preparePadesDocument, writePadesDocument } from './pades-document.ts';
import { processorMilliseconds } from '../../../service/telemetry/processor-time.suite.ts';

let folder = '';
const AT = new Date('2026-03-04T05:06:07Z');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pades-'));
  run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=Ann Test'],
    ...['-keyout', path('key.pem'), '-out', path('certificate.pem')],
  ]);
  for (const [kind, bytes] of Object.entries(smallPdfs())) writeFileSync(path(`${kind}.pdf`), bytes);
  writeFileSync(path('pdf-lib-classic.pdf'), await pdfLibPdf(false));
  writeFileSync(path('pdf-lib-object-streams.pdf'), await pdfLibPdf(true));
  toolPdfs(folder);
  encryptedPdfs(folder);
  printedPdf(folder);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function path(name: string): string {
  return join(folder, name);
}

function run(command: string, parameters: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')}: ${stderr}`);
  return stdout;
}

interface SigningChoice {
  readonly isVisible?: boolean;
  readonly hashAlgorithm?: HashAlgorithm;
  readonly note?: string;
  readonly page?: number;
}

/** Signs with openssl over the digested bytes of the output, so that only the PDF part is ours. */
async function sign(
  input: string,
  output: string,
  choice: SigningChoice = {},
): Promise<{ sha256: string; size: number }> {
  const { isVisible = false, hashAlgorithm = 'SHA-256', note = null } = choice;
  const prepared = await preparePadesDocument(input, hashAlgorithm, {
    kind: 'signature',
    at: AT,
    contentsBytes: 4096,
    reason: note,
    appearancePageNumber: choice.page ?? 1,
    appearance: isVisible ? testStamp({ at: AT, signatureNote: note }) : null,
  });
  const { signature } = prepared;
  const { start, end } = signature.contentsHole;
  const whole = Buffer.concat([readFileSync(input), signature.appended]);
  const covered = Buffer.concat([whole.subarray(0, start), whole.subarray(end)]);
  expect(covered.length).toBe(signature.byteRange[1] + signature.byteRange[3]);
  expect(createHash(hashAlgorithm.replace('-', '')).update(covered).digest()).toEqual(
    Buffer.from(prepared.documentDigest),
  );
  writeFileSync(path('covered.bin'), covered);
  run('openssl', [
    ...['cms', '-sign', '-binary', '-outform', 'DER', '-md', hashAlgorithm.replace('-', ''), '-cades'],
    ...[
      '-signer',
      path('certificate.pem'),
      '-inkey',
      path('key.pem'),
      '-in',
      path('covered.bin'),
      '-out',
      path('cms.der'),
    ],
  ]);
  return writePadesDocument(prepared, readFileSync(path('cms.der')), output);
}

function qpdfStatus(file: string): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('qpdf', ['--check', file], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** What poppler says, one entry a signature in the order of the fields. */
function pdfsig(file: string): { valid: number; total: number; count: number } {
  const output = run('pdfsig', ['-nocert', file]);
  const times = (text: string): number => output.split(text).length - 1;
  return {
    valid: times('Signature Validation: Signature is Valid.'),
    total: times('Total document signed'),
    count: times('Signature #'),
  };
}

const KINDS = [
  ...Object.keys(smallPdfs()),
  'pdf-lib-classic',
  'pdf-lib-object-streams',
  'qpdf-object-streams',
  'qpdf-linearized',
  'qpdf-linearized-object-streams',
  'qpdf-uncompressed',
  'printed',
];

describe('signing documents of every kind twice', () => {
  it.each(KINDS)('%s', async (kind) => {
    const input = path(`${kind}.pdf`);
    const before = qpdfStatus(input);
    expect(before.status, before.output).toBe(0);
    const earlier = kind === 'empty-signature-field' ? 1 : 0;

    const first = await sign(input, path('first.pdf'), { isVisible: true, note: 'Zustimmung \u2713 (ja)' });
    expect(qpdfStatus(path('first.pdf'))).toMatchObject({ status: 0 });
    expect(pdfsig(path('first.pdf'))).toEqual({ valid: 1, total: 1, count: 1 + earlier });
    const firstBytes = readFileSync(path('first.pdf'));
    expect(firstBytes.subarray(0, statSync(input).size).equals(readFileSync(input))).toBe(true);
    expect(first).toEqual({ size: firstBytes.length, sha256: createHash('sha256').update(firstBytes).digest('hex') });

    const second = await sign(path('first.pdf'), path('second.pdf'), { hashAlgorithm: 'SHA-512' });
    expect(qpdfStatus(path('second.pdf'))).toMatchObject({ status: 0 });
    expect(pdfsig(path('second.pdf'))).toEqual({ valid: 2, total: 1, count: 2 + earlier });
    const secondBytes = readFileSync(path('second.pdf'));
    expect(secondBytes.subarray(0, firstBytes.length).equals(firstBytes)).toBe(true);
    expect(second.sha256).toBe(createHash('sha256').update(secondBytes).digest('hex'));

    checkStructure(secondBytes, statSync(input).size, firstBytes.length);
  });
});

/** What a verifier needs: revisions that join without gaps, each signature over one of them, exact token places. */
function checkStructure(bytes: Buffer, originalSize: number, firstSize: number): void {
  const document = openPdf(bytesSource(bytes));
  const ends = document.revisions.map(({ end }) => end);
  expect(ends.slice(-2)).toEqual([firstSize, bytes.length]);
  // The line end that guards our update may belong to either side of the border.
  const original = openRevision(document, document.revisions.length - 3);
  expect(original.revisions.at(-1)?.markerEnd).toBeLessThanOrEqual(originalSize);
  expect(original.size).toBeLessThanOrEqual(originalSize + 1);
  const signed = signatureFields(document).filter(({ value }) => value !== null);
  expect(signed).toHaveLength(2);
  expect(new Set(signed.map(({ fullName }) => fullName)).size).toBe(2);
  signed.forEach((field, index) => {
    const signature = readSignatureDictionary(document, field);
    const contents = signature?.contents;
    const [start, length, resume, rest] = signature?.byteRange ?? [];
    expect([start, length, resume]).toEqual([0, contents?.start, contents?.end]);
    expect((resume ?? 0) + (rest ?? 0)).toBe([firstSize, bytes.length][index]);
    expect(contents?.bytes[0]).toBe(0x30);
  });
}

/** Signs with poppler and NSS, whose incremental updates are written by other hands than ours. */
function signWithPoppler(input: string, output: string): void {
  const database = ['-nssdir', `sql:${path('nss')}`];
  run('pdfsig', [...database, '-add-signature', '-nick', 'ann', '-reason', 'Other hand', input, output]);
}

describe('signatures of another program', () => {
  beforeAll(() => {
    mkdirSync(path('nss'));
    const database = `sql:${path('nss')}`;
    run('certutil', ['-N', '-d', database, '--empty-password']);
    run('openssl', [
      ...['pkcs12', '-export', '-inkey', path('key.pem'), '-in', path('certificate.pem'), '-name', 'ann'],
      ...['-passout', 'pass:', '-out', path('ann.p12')],
    ]);
    run('pk12util', ['-i', path('ann.p12'), '-d', database, '-W', '']);
    run('certutil', ['-M', '-d', database, '-n', 'ann', '-t', 'CTu,Cu,Cu']);
  });

  it.each(['classic', 'xref-stream', 'form-indirect', 'qpdf-linearized', 'pdf-lib-object-streams', 'printed'])(
    'stay valid before and after ours in %s',
    async (kind) => {
      signWithPoppler(path(`${kind}.pdf`), path('theirs.pdf'));
      await sign(path('theirs.pdf'), path('ours.pdf'), { isVisible: true });
      expect(pdfsig(path('ours.pdf'))).toEqual({ valid: 2, total: 1, count: 2 });
      signWithPoppler(path('ours.pdf'), path('again.pdf'));
      expect(pdfsig(path('again.pdf'))).toEqual({ valid: 3, total: 1, count: 3 });
      await sign(path('again.pdf'), path('last.pdf'));
      expect(pdfsig(path('last.pdf'))).toEqual({ valid: 4, total: 1, count: 4 });
      expect(qpdfStatus(path('last.pdf'))).toMatchObject({ status: qpdfStatus(path('theirs.pdf')).status });
    },
  );
});

describe('encrypted documents', () => {
  it.each([
    ['password-aes-256', 'PDF_ENCRYPTED'],
    ['no-changes', 'PDF_PERMISSION_DENIED'],
  ])('refuses %s', async (kind, code) => {
    await expect(sign(path(`locked-${kind}.pdf`), path('out.pdf'))).rejects.toMatchObject({ code });
  });

  it('signs what opens without a password', async () => {
    await sign(path('encrypted-aes-256.pdf'), path('signed.pdf'), { isVisible: true });
    expect(qpdfStatus(path('signed.pdf'))).toMatchObject({ status: 0 });
    expect(pdfsig(path('signed.pdf'))).toEqual({ valid: 1, total: 1, count: 1 });
    expect(run('pdftotext', [path('signed.pdf'), '-'])).toContain('Ann Test');
  });
});

describe('the visible stamp', () => {
  it.each(['classic', 'rotated-90', 'rotated-180', 'rotated-270', 'form-indirect', 'tiny-page'])(
    'shows its text upright on %s',
    async (kind) => {
      await sign(path(`${kind}.pdf`), path('stamped.pdf'), { isVisible: true, note: 'I agree' });
      const text = run('pdftotext', ['-layout', path('stamped.pdf'), '-']);
      expect(text).toContain('Ann Test');
      expect(text).toContain('2026-03-04 05:06:07 UTC+00:00');
      expect(text).toContain('I agree');
    },
  );

  it('goes on the asked page', async () => {
    await sign(path('pdf-lib-classic.pdf'), path('stamped.pdf'), { isVisible: true, page: 2 });
    expect(run('pdftotext', ['-f', '2', '-l', '2', path('stamped.pdf'), '-'])).toContain('Ann Test');
    expect(run('pdftotext', ['-f', '1', '-l', '1', path('stamped.pdf'), '-'])).not.toContain('Ann Test');
  });
});

describe('a tampered output', () => {
  it('is noticed by pdfsig', async () => {
    await sign(path('classic.pdf'), path('signed.pdf'));
    const bytes = readFileSync(path('signed.pdf'));
    bytes.write('99', bytes.indexOf('Pay 10 EUR') + 4, 'latin1');
    writeFileSync(path('tampered.pdf'), bytes);
    expect(pdfsig(path('tampered.pdf'))).toEqual({ valid: 0, total: 1, count: 1 });
  });
});

describe('large documents', () => {
  it('signs 100 MB with 300,000 objects in under 2 s', async () => {
    writeManyObjects(path('many.pdf'), 300_000, 100 * 1024 * 1024);
    const started = process.cpuUsage();
    const prepared = await preparePadesDocument(path('many.pdf'), 'SHA-256', {
      kind: 'signature',
      at: AT,
      contentsBytes: 4096,
      reason: null,
      appearancePageNumber: 1,
      appearance: null,
    });
    await writePadesDocument(prepared, new Uint8Array(2000), path('many-signed.pdf'));
    expect(processorMilliseconds(started)).toBeLessThan(20_000);
    expect(qpdfStatus(path('many-signed.pdf')).status).toBe(0);
    rmSync(path('many.pdf'));
    rmSync(path('many-signed.pdf'));
  });

  it('signs a file above the in-memory limit, and its digest and hash are right', async () => {
    writeBigImages(path('images.pdf'), 3, 4 * 1024 * 1024);
    const { sha256, size } = await sign(path('images.pdf'), path('images-signed.pdf'));
    const bytes = readFileSync(path('images-signed.pdf'));
    expect({ sha256, size }).toEqual({ sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length });
    expect(pdfsig(path('images-signed.pdf'))).toEqual({ valid: 1, total: 1, count: 1 });
  });
});
