import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brokenPdfs } from '../../../e2e/documents/pdf/broken-pdfs.ts';
import { certifiedPdfs } from '../../../e2e/documents/pdf/restricted-pdfs.ts';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import type { SignatureRequest } from '../../../service/domain/records.ts';
import { requestInWork } from '../../../service/domain/sample-request.suite.ts';
import type { EngineTask } from '../engine.ts';
import { createPadesEngine, type PadesEngineParts } from './pades-engine.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pades-engine-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const AT = new Date('2026-03-04T05:06:07Z');

const REQUEST = requestInWork(AT, { id: 'r1' });

function task(input: Uint8Array, request: Partial<SignatureRequest> = {}): EngineTask {
  const inputPath = join(folder, 'input.pdf');
  writeFileSync(inputPath, input);
  return {
    order: { ...REQUEST, ...request },
    document: { path: inputPath, size: input.length, originalFileName: 'Contract.PDF' },
    additionalDocuments: [],
    appearance: null,
    outputPath: join(folder, 'output.pdf'),
    key: {
      providerId: 'p',
      providerType: 'Pfx',
      keyId: 'k',
      certificate: Uint8Array.of(1),
      chain: [],
      algorithms: [{ scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }],
    },
    algorithm: { scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    at: AT,
  };
}

/** A CMS that only repeats what it was given, to see what flows where. */
function parts(overrides: Partial<PadesEngineParts> = {}): PadesEngineParts {
  return {
    cms: {
      estimateBytes: () => 64,
      prepare: (_task, documentDigest) => ({
        dataToBeSigned: documentDigest,
        digest: createHash('sha256').update(documentDigest).digest(),
        build: (signatureValue) => signatureValue,
      }),
    },
    signerName: () => 'Ann Test',
    checkOutput: () => Promise.resolve(),
    ...overrides,
  };
}

function classic(): Buffer {
  return smallPdfs()['classic'] ?? Buffer.alloc(0);
}

describe('PAdES engine', () => {
  it('prepares, embeds and names the output', async () => {
    const engine = createPadesEngine(parts());
    const prepared = await engine.prepare(task(classic()));
    expect(prepared.dataToBeSigned).toHaveLength(32);
    const output = await prepared.embed(Uint8Array.of(0xca, 0xfe));
    await prepared.discard();
    const bytes = readFileSync(join(folder, 'output.pdf'));
    expect(output).toEqual({
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      contentType: 'application/pdf',
      fileName: 'Contract-signed.pdf',
    });
    expect(bytes.subarray(0, classic().length).equals(classic())).toBe(true);
    expect(bytes.includes('/Contents <cafe000000')).toBe(true);
  });

  it('has every output judged', async () => {
    const checked: string[] = [];
    const checkOutput: PadesEngineParts['checkOutput'] = ({ outputPath }) =>
      Promise.resolve(void checked.push(outputPath));
    const engine = createPadesEngine(parts({ checkOutput }));
    await (await engine.prepare(task(classic()))).embed(Uint8Array.of(1));
    expect(checked).toEqual([join(folder, 'output.pdf')]);
    await (await engine.prepare(task(certifiedPdfs()['docmdp-2']))).embed(Uint8Array.of(1));
    expect(checked).toHaveLength(2);
  });

  it('stamps when asked to, or when there is a note', async () => {
    const engine = createPadesEngine(parts());
    for (const request of [{ visibleSignature: true }, { signatureNote: 'Agreed' }]) {
      const prepared = await engine.prepare(task(classic(), request));
      await prepared.embed(Uint8Array.of(1));
      const text = readFileSync(join(folder, 'output.pdf'), 'latin1');
      expect(text).toContain('/TU (Signature of Ann Test)');
      expect(text.includes('/Reason (Agreed)')).toBe('signatureNote' in request);
    }
  });

  it('signs in the named field, certifies, and blames the options when that cannot be', async () => {
    const engine = createPadesEngine(parts());
    const form = smallPdfs()['empty-signature-field'] ?? Buffer.of();
    const choice = { signatureField: 'Service1', certification: 'FillForms' as const };
    await (await engine.prepare(task(form, choice))).embed(Uint8Array.of(1));
    const text = readFileSync(join(folder, 'output.pdf'), 'latin1');
    expect(text).toMatch(/\/TransformMethod \/DocMDP\s+\/TransformParams <<\/Type \/TransformParams\s+\/P 2\s/);
    expect(text).toMatch(/\/TransformMethod \/FieldMDP/);
    expect(text).toMatch(/\/Perms <<\/DocMDP \d+ 0 R/);
    for (const [request, code] of [
      [{ signatureField: 'Service2' }, 'PDF_FIELD_NOT_FOUND'],
      [{ certification: 'Annotate' as const }, 'PDF_CERTIFICATION_LATE'],
    ] as const) {
      const input = code === 'PDF_CERTIFICATION_LATE' ? certifiedPdfs()['docmdp-2'] : form;
      const failing = engine.prepare(task(input, request));
      await expect(failing).rejects.toMatchObject({
        area: 'options',
        message: expect.stringContaining(code) as string,
      });
    }
  });

  const refused = [
    ...Object.entries(brokenPdfs()).map(([name, { bytes, code }]) => [name, bytes, code] as const),
    ['docmdp-1', certifiedPdfs()['docmdp-1'], 'PDF_SIGNING_FORBIDDEN'] as const,
    ['bytes-before-startxref', withBytesBeforeStartxref(), 'PDF_STRUCTURE_INVALID'] as const,
    ['catalog-as-page', buildPdf({ pieces: onePage({ extra: CATALOG_AS_PAGE }) }), 'PDF_STRUCTURE_AMBIGUOUS'] as const,
  ];
  it.each(refused)('fails permanently on %s and writes nothing', async (_name, bytes, code) => {
    const failure = await createPadesEngine(parts())
      .prepare(task(bytes))
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StationError);
    expect(failure).toMatchObject({ code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' });
    expect(String(failure)).toContain(code);
    expect(readdirSync(folder)).toEqual(['input.pdf']);
  });

  it('fails permanently when the CMS outgrows its place, and when its output is judged bad', async () => {
    const prepared = await createPadesEngine(parts()).prepare(task(classic()));
    await expect(prepared.embed(new Uint8Array(65))).rejects.toMatchObject({ code: 'SIGNING_OPERATION_FAILED' });
    const bad = new StationError('SIGNING_OPERATION_FAILED', 'An earlier signature is no longer valid.');
    const strict = createPadesEngine(parts({ checkOutput: () => Promise.reject(bad) }));
    await expect((await strict.prepare(task(certifiedPdfs()['docmdp-2']))).embed(Uint8Array.of(1))).rejects.toBe(bad);
  });

  it('stamps when there is an image, and only the picture gets into the document', async () => {
    const path = join(folder, 'stamp.bin');
    const image = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
      'base64',
    );
    writeFileSync(path, image);
    const appearance = { path, size: image.length, originalFileName: 'stamp.png' };
    const prepared = await createPadesEngine(parts()).prepare({ ...task(classic()), appearance });
    await prepared.embed(Uint8Array.of(1));
    const text = readFileSync(join(folder, 'output.pdf'), 'latin1');
    expect(text).toContain('/Subtype /Image');
    expect(text).toContain('/TU (Signature of Ann Test)');
    expect(text).not.toContain('IHDR');
    expect(text).not.toContain('/Reason');
  });

  it('refuses a page that does not exist and an image that is none', async () => {
    const engine = createPadesEngine(parts());
    await expect(engine.prepare(task(classic(), { appearancePageNumber: 5 }))).rejects.toThrow('PDF_PAGE_NOT_FOUND');
    const path = join(folder, 'stamp.bin');
    writeFileSync(path, 'no image');
    const appearance = { path, size: 8, originalFileName: 'stamp.png' };
    await expect(engine.prepare({ ...task(classic()), appearance })).rejects.toMatchObject({
      code: 'SIGNING_OPERATION_FAILED',
      kind: 'permanent',
      message: expect.stringContaining('PDF_STAMP_IMAGE_INVALID') as string,
    });
  });

  it('passes errors of the file system on as they are, so that they can be retried', async () => {
    const missing = {
      ...task(classic()),
      document: { path: join(folder, 'missing.pdf'), size: 1, originalFileName: 'a.pdf' },
    };
    await expect(createPadesEngine(parts()).prepare(missing)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

/** Two changes of one object, of which one would be lost. */
const CATALOG_AS_PAGE = { 2: '<</Type /Pages /Kids [1 0 R] /Count 1 /MediaBox [0 0 595 841]>>' };

function withBytesBeforeStartxref(): Buffer {
  return Buffer.from(classic().toString('latin1').replace('startxref', 'endobj\nstartxref'), 'latin1');
}
