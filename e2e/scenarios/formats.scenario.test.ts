import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignatureCreated, type SignatureView } from '../../service/contract/http/signatures.ts';
import { VerificationReport } from '../../service/contract/http/verification.ts';
import { expectProblem, jsonOf, postForm, type Answer } from '../actors/http/api-call.ts';
import { createParts, type FormPart } from '../actors/http/multipart.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';
import { createStationClient, type StationClient } from '../actors/station/station-client.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';

function secondOf({ startedAt }: SignatureView): number {
  return Math.floor(new Date(startedAt ?? 0).getTime() / 1000) + 1;
}

const XML = Buffer.from('<?xml version="1.0"?>\n<order xmlns="urn:order"><amount>100</amount></order>\n');
const TEXT = Buffer.from('Pay 100 to Alice.\n');

/** Every format of the specification other than PAdES, through the whole station, from outside. */
describe('formats', () => {
  let station: RunningStation;
  let client: StationClient;
  let folder: string;

  beforeAll(async () => {
    station = await startStation();
    client = createStationClient(station.url);
    folder = mkdtempSync(path.join(tmpdir(), 'formats-'));
  });
  afterAll(async () => {
    await station.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const post = (parts: readonly FormPart[]): Promise<Answer> => postForm(`${station.url}/api/v1/signatures`, parts);
  async function signed(parts: readonly FormPart[]): Promise<SignatureView> {
    const { id } = SignatureCreated.parse(jsonOf(await post(parts)));
    return client.finished(id);
  }
  const download = (id: string): Promise<Response> => fetch(`${station.url}/api/v1/signatures/${id}/content`);

  it.each([
    ['CAdES', undefined, TEXT, 'order.txt', 'order.txt.p7m', 'application/pkcs7-mime'],
    ['CAdES', 'encapsulated', TEXT, 'order.txt', 'order.txt.p7m', 'application/pkcs7-mime'],
    ['CAdES', 'detached', TEXT, 'order.txt', 'order.txt.p7s', 'application/pkcs7-signature'],
    ['XAdES', undefined, XML, 'order.xml', 'order-signed.xml', 'application/xml'],
    ['XAdES', 'enveloping', XML, 'order.xml', 'order-signed.xml', 'application/xml'],
    ['XAdES', 'detached', XML, 'order.xml', 'order-signed.xml', 'application/xml'],
    ['ASiC_S', undefined, TEXT, 'order.txt', 'order.asics', 'application/vnd.etsi.asic-s+zip'],
    ['ASiC_E', undefined, TEXT, 'order.txt', 'order.asice', 'application/vnd.etsi.asic-e+zip'],
  ])('%s %s: signed, named, downloaded, found VALID', async (format, packaging, document, fileName, name, type) => {
    const view = await signed(createParts(document, { format, packaging }, fileName));
    expect(view).toMatchObject({ status: 'Completed', errorMessage: null, format, profile: 'B' });
    const answer = await download(view.id);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-disposition')).toContain(`filename="${name}"`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(view.outputSha256);
    expect(await client.verification(view.id)).toMatchObject({
      overallStatus: 'VALID',
      format,
      source: 'StoredSignature',
      signatureId: view.id,
      signatures: [{ status: 'VALID', coversWholeDocument: true, profileReached: 'B' }],
    });
  });

  it.each([
    ['{"parts":["name"]}', 'Digitally signed by', 'Signature of'],
    ['{"parts":["name"],"language":"de"}', 'Digital signiert von', 'Unterschrift von'],
  ])('draws and describes a stamp of %s in the language that was asked for', async (stampTemplate, label, field) => {
    const view = await signed(createParts(buildPdf({ pieces: onePage() }), { stampTemplate }));
    expect(view).toMatchObject({ status: 'Completed', stampTemplate: expect.stringContaining('parts') as string });
    const pdf = Buffer.from(await (await download(view.id)).arrayBuffer()).toString('latin1');
    expect(/\/Contents ?\(([^)]*)\)/.exec(pdf)?.[1]).toMatch(label);
    expect(/\/TU ?\(([^)]*)\)/.exec(pdf)?.[1]).toMatch(field);
  });

  it.each(['encapsulated', 'detached'] as const)(
    'adds signatures to a CMS file, %s: beside the first and over one of them, each VALID',
    async (packaging) => {
      const first = await signed(createParts(TEXT, { format: 'CAdES', packaging }, 'order.txt'));
      const content: FormPart[] =
        packaging === 'detached' ? [{ name: 'file', content: TEXT, fileName: 'order.txt' }] : [];
      const bytesOf = async ({ id }: SignatureView) => Buffer.from(await (await download(id)).arrayBuffer());
      const name = packaging === 'detached' ? 'order.txt.p7s' : 'order.txt.p7m';
      const add = async (fields: Record<string, string>, to: Buffer): Promise<SignatureView> =>
        signed([...createParts(to, { format: 'CAdES', ...fields }, name), ...content]);
      // The station's clock goes on meanwhile: the same key and second would make the same signature.
      await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(secondOf(first));
      const second = await add({ operation: 'cosign' }, await bytesOf(first));
      expect(second).toMatchObject({ status: 'Completed', errorMessage: null, operation: 'cosign', packaging: null });
      const third = await add({ operation: 'countersign', targetSignature: '1' }, await bytesOf(second));
      expect(third).toMatchObject({ status: 'Completed', errorMessage: null, targetSignature: '1' });
      const report = await client.verification(third.id);
      expect(report).toMatchObject({ overallStatus: 'VALID', signatures: [{ status: 'VALID' }, { status: 'VALID' }] });
      expect(JSON.stringify(report)).toMatch(/counter-signature by [^"]*, which is intact/);
      const refused = await add({ operation: 'cosign' }, Buffer.concat([await bytesOf(first), Buffer.from('x')]));
      expect(refused).toMatchObject({
        status: 'Failed',
        errorCode: 'SIGNING_OPERATION_FAILED',
        failureArea: 'document',
      });
    },
  );

  it.each(['enveloped', 'enveloping', 'detached'] as const)(
    'adds signatures to signed XML, %s: beside the first and over it, each VALID',
    async (packaging) => {
      const bytesOf = async ({ id }: SignatureView) => Buffer.from(await (await download(id)).arrayBuffer());
      const first = await signed(createParts(XML, { format: 'XAdES', packaging }, 'order.xml'));
      const content: FormPart[] =
        packaging === 'detached' ? [{ name: 'file', content: XML, fileName: 'order.xml' }] : [];
      const add = async (fields: Record<string, string>, to: Buffer): Promise<SignatureView> =>
        signed([...createParts(to, { format: 'XAdES', ...fields }, 'order-signed.xml'), ...content]);
      const second = await add({ operation: 'countersign' }, await bytesOf(first));
      expect(second).toMatchObject({ status: 'Completed', errorMessage: null, operation: 'countersign' });
      const third = await add({ operation: 'cosign' }, await bytesOf(second));
      expect(third).toMatchObject({ status: 'Completed', errorMessage: null, packaging: null });
      const answer = await download(third.id);
      expect(answer.headers.get('content-disposition')).toContain('order-signed.xml');
      const whole = { status: 'VALID', coversWholeDocument: true };
      expect(await client.verification(third.id)).toMatchObject({
        overallStatus: 'VALID',
        signatures: [{ ...whole, counterSignatures: [{ status: 'VALID' }] }, whole],
      });
      const refused = await add({ operation: 'cosign' }, XML);
      expect(refused).toMatchObject({ status: 'Failed', errorCode: 'SIGNING_OPERATION_FAILED' });
      expect(refused).toMatchObject({ failureArea: 'document' });
    },
  );

  it.each([
    ['ASiC_S', 'CAdES'],
    ['ASiC_E', 'CAdES'],
    ['ASiC_S', 'XAdES'],
    ['ASiC_E', 'XAdES'],
  ])(
    '%s with %s takes a signature more, over the same files, and no further file',
    async (format, containerSignature) => {
      const first = await signed(createParts(TEXT, { format, containerSignature }, 'order.txt'));
      expect(first).toMatchObject({ status: 'Completed', errorMessage: null, containerSignature });
      const container = Buffer.from(await (await download(first.id)).arrayBuffer());
      await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(secondOf(first));
      const parts = createParts(container, { format, operation: 'cosign' }, `order.${format.toLowerCase()}`);
      const second = await signed(parts);
      expect(second).toMatchObject({ status: 'Completed', errorMessage: null, operation: 'cosign' });
      const signature = { status: 'VALID', covered: ['order.txt'] };
      const report = await client.verification(second.id);
      expect(report).toMatchObject({ overallStatus: 'VALID', signatures: [signature, signature] });
      const along = await post([...parts, { name: 'file', content: TEXT, fileName: 'more.txt' }]);
      expect(along.status).toBe(400);
    },
  );

  it('puts the documents of an ASiC-E into it, in order, under names that differ', async () => {
    const more = ['Anlage 1 (ä).pdf', 'ORDER.TXT'].map((fileName): FormPart => ({
      name: 'file',
      content: `content of ${fileName}`,
      fileName,
    }));
    const view = await signed([...createParts(TEXT, { format: 'ASiC_E' }, 'order.txt'), ...more]);
    expect(view).toMatchObject({ status: 'Completed', errorMessage: null });
    const container = path.join(folder, 'several.asice');
    writeFileSync(container, Buffer.from(await (await download(view.id)).arrayBuffer()));
    const names = execFileSync('python3', ['-c', LIST_ENTRIES, container], { encoding: 'utf8' }).trim().split('\n');
    expect(names[0]).toBe('mimetype');
    expect(names.filter((name) => name.startsWith('META-INF/'))).toHaveLength(2);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(names).toHaveLength(6);
    expect(names).toContain('Anlage 1 (ä).pdf');
    expect(await client.verification(view.id)).toMatchObject({ overallStatus: 'VALID' });
  });

  it('takes a detached signature with its document, in an upload', async () => {
    for (const [format, document, name] of [
      ['CAdES', TEXT, 'order.txt'],
      ['XAdES', TEXT, 'order.txt'],
    ] as const) {
      const view = await signed(createParts(document, { format, packaging: 'detached' }, name));
      const signature = await client.content(view.id);
      const verdict = async (original: Uint8Array | null): Promise<VerificationReport> => {
        const parts: FormPart[] = [
          { name: 'format', content: format },
          { name: 'file', content: signature, fileName: 'signature' },
          ...(original === null ? [] : [{ name: 'originalFile', content: original, fileName: name }]),
        ];
        return VerificationReport.parse(jsonOf(await postForm(`${station.url}/api/v1/verifications`, parts)));
      };
      expect(await verdict(document)).toMatchObject({ overallStatus: 'VALID' });
      expect(await verdict(null)).toMatchObject({
        overallStatus: 'INDETERMINATE',
        reasonCodes: expect.arrayContaining(['SIG_DETACHED_CONTENT_MISSING']) as string[],
      });
      const other = await verdict(Buffer.from('Pay 900 to Mallory.\n'));
      expect(other).toMatchObject({ overallStatus: 'INVALID' });
      expect(other.reasonCodes).not.toContain('SIG_VALID');
    }
  });

  it('finds a stored output INVALID that is not what was stored', async () => {
    for (const [format, document] of [
      ['CAdES', TEXT],
      ['XAdES', XML],
      ['ASiC_S', TEXT],
      ['ASiC_E', TEXT],
    ] as const) {
      const { id } = await signed(createParts(document, { format }, 'order.xml'));
      const file = storedOutput(id);
      const bytes = readFileSync(file);
      const at = bytes.indexOf('100');
      writeFileSync(file, Buffer.concat([bytes.subarray(0, at), Buffer.from('900'), bytes.subarray(at + 3)]));
      const report = await client.verification(id);
      expect(report).toMatchObject({ overallStatus: 'INVALID', isValid: false });
      expect(report.reasonCodes).toContain('OUTPUT_HASH_MISMATCH');
      // Somebody who can write to the database too is still found out by the signature itself.
      recordAsStored(file);
      const again = await client.verification(id);
      expect(again).toMatchObject({ overallStatus: 'INVALID' });
      expect(again.reasonCodes).not.toContain('OUTPUT_HASH_MISMATCH');
      expect(again.reasonCodes).not.toContain('SIG_VALID');
    }
  });

  it('refuses XML with a DOCTYPE, and what is no XML, for good and with a reason', async () => {
    const doctype = Buffer.from('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>');
    for (const document of [doctype, TEXT, Buffer.from('<a>')]) {
      const view = await signed(createParts(document, { format: 'XAdES' }, 'a.xml'));
      expect(view).toMatchObject({ status: 'Failed', errorCode: 'SIGNING_OPERATION_FAILED', retryCount: 0 });
      expect(view.errorMessage).not.toContain('unexpectedly');
      expect(view.errorMessage).not.toContain('passwd');
    }
  });

  it('takes one document, except into ASiC-E', async () => {
    for (const format of ['PAdES', 'XAdES', 'CAdES', 'ASiC_S']) {
      const two = [...createParts(TEXT, { format }), { name: 'file', content: TEXT, fileName: 'b.txt' }];
      expectProblem(await post(two), 400, 'SIGNATURE_REQUEST_INVALID');
    }
  });

  it('takes no file without content, as the specification says', async () => {
    const answer = await post(createParts('', { format: 'CAdES' }));
    expectProblem(answer, 400, 'SIGNATURE_REQUEST_INVALID');
  });

  function storedOutput(id: string): string {
    const files = path.join(station.dataDirectory, 'files');
    const found = readdirSync(files, { recursive: true, encoding: 'utf8' }).find(
      (name) => name.includes(id) && /signed(-\d+)?\.(bin|part)$/.test(name),
    );
    if (found === undefined) throw new Error('The output is not in the storage.');
    return path.join(files, found);
  }

  function recordAsStored(file: string): void {
    const bytes = readFileSync(file);
    const database = new Sqlite(path.join(station.dataDirectory, 'station.db'));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const key = path.relative(path.join(station.dataDirectory, 'files'), file);
    const { changes } = database
      .prepare('UPDATE stored_files SET sha256 = ?, size = ? WHERE storage_key = ? OR staged_key = ?')
      .run(sha256, bytes.length, key, key);
    database.close();
    expect(changes).toBe(1);
  }
});

const LIST_ENTRIES = 'import sys, zipfile\nfor name in zipfile.ZipFile(sys.argv[1]).namelist(): print(name)';
