import { createPrivateKey, sign } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeTestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { signBytes, softwareSignerOf } from '../../../e2e/actors/engines/sign-with-engine.ts';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { writeBigImages } from '../../../e2e/documents/pdf/large-pdfs.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import { dictionaryOf } from '../../../service/codecs/pdf/pdf-objects.ts';
import { requestInWork } from '../../../service/domain/sample-request.suite.ts';
import { createContentsJudge } from '../../../service/verification/pades/contents-judge.ts';
import { contractPdf } from '../../../service/verification/pades/contract-pdf.suite.ts';
import {
  changeCatalog,
  replaceObject,
  signPdf,
  TIMESTAMP,
  updatePdf,
} from '../../../service/verification/pades/signed-pdf.suite.ts';
import { verifyPades } from '../../../service/verification/pades/verify-pades.ts';
import { makeToken, tsa } from '../../../service/verification/timestamps/timestamping.suite.ts';
import { checkPadesOutput } from './check-output.ts';
import { createPadesCms } from './pades-cms.ts';
import { createPadesEngine, type PadesCms } from './pades-engine.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-output-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const AT = new Date('2026-03-04T05:06:07Z');
const ca = makeTestCa(folder);
const signer = softwareSignerOf(ca, 'rsa-2048');

/** Signs with a CMS that may be of something else than the document. */
async function signWith(
  input: string,
  prepare: PadesCms['prepare'],
  device = (data: Uint8Array) => sign('sha256', data, signer.privateKey),
  happensTo: (outputPath: string) => void = () => undefined,
): Promise<string> {
  const cms = createPadesCms();
  const engine = createPadesEngine({
    cms: { estimateBytes: (task) => cms.estimateBytes(task), prepare },
    signerName: () => 'Ann Test',
    checkOutput: (task, document) => {
      happensTo(task.outputPath);
      return checkPadesOutput(task, document);
    },
  });
  const outputPath = join(folder, 'output.pdf');
  const { certificate, chain, algorithm } = signer;
  const key = {
    providerId: 'p',
    providerType: 'Pfx',
    keyId: 'k',
    certificate,
    chain,
    algorithms: [algorithm],
  } as const;
  const prepared = await engine.prepare({
    order: requestInWork(AT, {}),
    document: { path: input, size: readFileSync(input).length, originalFileName: 'a.pdf' },
    additionalDocuments: [],
    appearance: null,
    outputPath,
    key,
    algorithm,
    at: AT,
  });
  await prepared.embed(device(prepared.dataToBeSigned));
  return outputPath;
}

describe('the output of every PAdES job is judged', () => {
  const small = join(folder, 'small.pdf');
  writeFileSync(small, smallPdfs()['word-hybrid'] ?? '');
  const large = join(folder, 'large.pdf');
  writeBigImages(large, 9, 1024 * 1024);

  it.each([small, large])('a signature of the document passes: %#', async (input) => {
    expect(existsSync(await signWith(input, (task, digest) => createPadesCms().prepare(task, digest)))).toBe(true);
  });

  it.each([small, large])('a signature of other bytes does not: %#', async (input) => {
    const signing = signWith(input, (task, digest) => createPadesCms().prepare(task, digest.toReversed()));
    await expect(signing).rejects.toMatchObject({
      code: 'SIGNING_OPERATION_FAILED',
      kind: 'permanent',
      message: expect.stringContaining('would not hold in the finished document') as string,
    });
  });

  it.each([small, large])(
    'a value that the device made of something else does not, and is not laid to the document: %#',
    async (input) => {
      const signing = signWith(
        input,
        (task, digest) => createPadesCms().prepare(task, digest),
        (data) => sign('sha256', data.toReversed(), signer.privateKey),
      );
      await expect(signing).rejects.toMatchObject({
        code: 'SIGNING_OPERATION_FAILED',
        message: expect.stringContaining('does not verify against the chosen certificate') as string,
      });
    },
  );

  it('a file that the disk gives back with another byte does not', async () => {
    const signing = signWith(
      small,
      (task, digest) => createPadesCms().prepare(task, digest),
      undefined,
      (outputPath) => {
        const bytes = readFileSync(outputPath);
        bytes.write('%PDF-1.5', 0, 'latin1');
        writeFileSync(outputPath, bytes);
      },
    );
    await expect(signing).rejects.toMatchObject({
      code: 'SIGNING_OPERATION_FAILED',
      message: expect.stringContaining('would not hold in the finished document') as string,
    });
  });

  it('nothing of one output is left where a shorter one is read after it', async () => {
    const longer = join(folder, 'longer.pdf');
    writeFileSync(longer, await signBytes(readFileSync(small), 'a.pdf', signer, { format: 'PAdES' }));
    for (const input of [longer, small, longer, small]) {
      const output = await signWith(input, (task, digest) => createPadesCms().prepare(task, digest));
      expect(existsSync(output)).toBe(true);
    }
  });
});

describe('a document out of which a signature was taken', () => {
  const { certificate, privateKey } = ca.signer('p-256');
  const maker = { certificate, chain: ca.intermediates, key: createPrivateKey(privateKey) };
  const field = '<</Type /Annot /Subtype /Widget /FT /Sig /T (Ann) /Rect [0 0 0 0] /F 132 /P 3 0 R>>';
  const emptied = (pdf: Uint8Array): Buffer => replaceObject(pdf, 8, field);
  const form = contractPdf({ 6: '<</Fields [7 0 R 8 0 R] /SigFlags 3>>', 8: field });
  const takenBack = emptied(signPdf(form, maker, { existingField: 8 }));
  const trust = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };

  it.each<[string, Uint8Array, string | null]>([
    ['in a field of its own', takenBack, null],
    ['in the same field', takenBack, 'Ann'],
    ['after two were taken out of one field', emptied(signPdf(takenBack, maker, { existingField: 8 })), 'Ann'],
    ['after it was signed once more', signPdf(takenBack, maker, { existingField: 8 }), null],
  ])('is signed %s, and each is named', async (_, pdf, signatureField) => {
    const signed = await signBytes(pdf, 'a.pdf', signer, { format: 'PAdES', request: { signatureField } });
    const judge = createContentsJudge({ trust, at: new Date(), revocationMode: 'Offline' });
    const [before, after] = [pdf, signed].map((one) => verifyPades(bytesSource(one), judge, new Date()).signatures);
    expect(after).toHaveLength((before?.length ?? 0) + 1);
    expect(after?.every(({ signature, status }) => signature.cryptoValid && status === 'INDETERMINATE')).toBe(true);
  });
});

describe('a document whose store alone has the certificate of its timestamp authority', () => {
  it('is signed again: the timestamp is as intact as before', async () => {
    const { certificate, privateKey } = ca.signer('p-256');
    const maker = { certificate, chain: ca.intermediates, key: createPrivateKey(privateKey) };
    const stored = updatePdf(signPdf(contractPdf(), maker), (update) => {
      changeCatalog(update, { DSS: dictionaryOf({ Certs: [update.addStream(dictionaryOf({ Length: 0 }), tsa.der)] }) });
    });
    const contents = (imprint: Uint8Array): Uint8Array =>
      makeToken({ of: new Uint8Array(), imprint, at: AT, by: tsa, certificates: [] });
    const stamped = signPdf(stored, maker, { ...TIMESTAMP, contents });
    const signed = await signBytes(stamped, 'a.pdf', signer, { format: 'PAdES' });
    const trust = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };
    const judge = createContentsJudge({ trust, at: new Date(), revocationMode: 'Offline' });
    const { signatures } = verifyPades(bytesSource(signed), judge, new Date());
    expect(signatures.map(({ signature }) => signature.cryptoValid)).toEqual([true, true, true]);
  });
});

describe('a document with a signature that was prepared and never made', () => {
  const unfinished = buildPdf({
    pieces: onePage({
      catalog: '/AcroForm <</Fields [6 0 R] /SigFlags 3>>',
      page: '/Annots [6 0 R]',
      extra: {
        6: '<</Type /Annot /Subtype /Widget /FT /Sig /T (Prepared) /Rect [0 0 0 0] /F 132 /P 3 0 R /V 7 0 R>>',
        7: `<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Contents <${'0'.repeat(200)}> /ByteRange [0 1000000000 1000000000 1000000000]>>`,
      },
    }),
  });

  it('is signed beside it, and only the unfinished one is not good', async () => {
    const signed = await signBytes(unfinished, 'a.pdf', signer, { format: 'PAdES' });
    const trust = { trustAnchors: [ca.trustAnchor], intermediates: [], crls: ca.crls(), ocspResponses: [] };
    const judge = createContentsJudge({ trust, at: new Date(), revocationMode: 'Offline' });
    const report = verifyPades(bytesSource(signed), judge, new Date());
    expect(report).toMatchObject({ overallStatus: 'INVALID', signature: { cryptoValid: false } });
    const statuses = report.signatures.map(({ name, status }) => [name === 'Prepared', status]);
    expect(statuses).toEqual([
      [false, 'VALID'],
      [true, 'INVALID'],
    ]);
  });
});

describe('every kind of document is signed three times', () => {
  it.each(Object.entries(smallPdfs()))('%s', async (_, document) => {
    let bytes: Uint8Array = document;
    for (const request of [{}, { visibleSignature: true }, {}]) {
      bytes = await signBytes(bytes, 'a.pdf', signer, { format: 'PAdES', request });
    }
    expect(bytes.length).toBeGreaterThan(document.length);
  });
});
