import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AsicFormat } from '../../../service/codecs/asic/asic-container.ts';
import type { EngineTask } from '../engine.ts';
import { isAsDescribed, makeAsicFixture, type AsicFixture } from './asic-signing.suite.ts';

const FORMATS = ['ASiC_S', 'ASiC_E'] as const;
const MEDIA_TYPES = { ASiC_S: 'application/vnd.etsi.asic-s+zip', ASiC_E: 'application/vnd.etsi.asic-e+zip' };
const CONTENT = Buffer.from('%PDF-1.7 a contract\r\n'.repeat(5000));

let folder = '';
let fixture: AsicFixture;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'asic-engine-'));
  fixture = makeAsicFixture(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string, ...parameters: readonly string[]): string {
  return execFileSync(command, parameters, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 16 * 1024 * 1024 });
}

/** Unpacked by python's zipfile, which also compares each CRC. */
function unpack(path: string): (name: string) => string {
  const target = mkdtempSync(join(folder, 'unpacked-'));
  const script =
    'import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nz.extractall(sys.argv[2])';
  run('python3', '-c', script, path, target);
  return (name) => join(target, name);
}

/** The judgement of openssl on a detached signature over a file. */
function opensslVerify(signature: string, content: string): string {
  writeFileSync(fixture.ca.path('anchor.pem'), run('openssl', 'x509', '-in', fixture.ca.path('root.pem')));
  const files = ['-inform', 'DER', '-in', signature, '-content', content, '-CAfile', fixture.ca.path('anchor.pem')];
  return run('openssl', 'cms', '-verify', '-cades', '-binary', '-purpose', 'any', '-out', '/dev/null', ...files);
}

describe.each(FORMATS)('%s', (format) => {
  it.each(['p-256', 'rsa-2048', 'p-384'] as const)(
    'signed with %s is right for other programs and for us',
    async (signer) => {
      const task = fixture.task([fixture.document('Zmluva č. 1.pdf', CONTENT)], signer);
      const output = await fixture.sign(format, task);
      expect(isAsDescribed(task.outputPath, output)).toBe(true);
      expect(output.contentType).toBe(MEDIA_TYPES[format]);
      expect(output.fileName).toBe(format === 'ASiC_S' ? 'Zmluva č. 1.asics' : 'Zmluva č. 1.asice');
      expect(run('unzip', '-t', task.outputPath)).toContain('No errors detected');
      const bytes = readFileSync(task.outputPath);
      expect(bytes.toString('latin1', 30, 38 + MEDIA_TYPES[format].length)).toBe(`mimetype${MEDIA_TYPES[format]}`);
      const path = unpack(task.outputPath);
      expect(readFileSync(path('Zmluva č. 1.pdf')).equals(CONTENT)).toBe(true);
      const signed = format === 'ASiC_S' ? 'Zmluva č. 1.pdf' : 'META-INF/ASiCManifest.xml';
      opensslVerify(path('META-INF/signature.p7s'), path(signed));
      const report = await fixture.verify(format, task.outputPath);
      expect({ status: report.overallStatus, detail: report.detail, codes: report.reasonCodes }).toMatchObject({
        status: 'VALID',
        detail: null,
        codes: expect.arrayContaining(['SIG_VALID', 'CERT_VALID']) as unknown,
      });
      expect(report.signatures).toMatchObject([
        { name: 'META-INF/signature.p7s', coversWholeDocument: true, profileReached: 'B' },
      ]);
    },
  );

  it('is the same byte for byte when signed again, apart from the signature, whatever the zone of the machine', async () => {
    const at = new Date('2026-03-04T23:06:07Z');
    const task = fixture.task([fixture.document('a.txt', CONTENT)], 'rsa-2048', at);
    await fixture.sign(format, task);
    const again = { ...task, outputPath: `${task.outputPath}-again` };
    await fixture.sign(format, again);
    expect(readFileSync(again.outputPath).equals(readFileSync(task.outputPath))).toBe(true);
    expect(run('zipinfo', '-T', task.outputPath, 'a.txt')).toContain('20260304.230606 a.txt');
  });

  it('refuses to finish when the document changed after it was digested', async () => {
    const document = fixture.document('a.txt', CONTENT);
    const changes: ((task: EngineTask) => void)[] = [
      () => writeFileSync(document.path, CONTENT.with(70_000, 0)),
      () => truncateSync(document.path, 5),
    ];
    for (const change of changes) {
      writeFileSync(document.path, CONTENT);
      const task = fixture.task([document]);
      const { createAsicEEngine, createAsicSEngine } = await import('./asic-engine.ts');
      const prepared = await (format === 'ASiC_S' ? createAsicSEngine() : createAsicEEngine()).prepare(task);
      change(task);
      const embedded = prepared.embed(fixture.signatureValue(task, prepared.dataToBeSigned));
      await expect(embedded).rejects.toMatchObject({ code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' });
    }
  });

  it('signs a document without a byte in it', async () => {
    const task = fixture.task([fixture.document('empty', new Uint8Array(0))]);
    await fixture.sign(format, task);
    expect(run('unzip', '-t', task.outputPath)).toContain('No errors detected');
    expect((await fixture.verify(format, task.outputPath)).overallStatus).toBe('VALID');
  });

  it('takes a container for an ordinary data object', async () => {
    const inner = fixture.task([fixture.document('a.txt', CONTENT)]);
    await fixture.sign(format, inner);
    const task = fixture.task([fixture.document('inner.asice', readFileSync(inner.outputPath))]);
    await fixture.sign(format, task);
    expect((await fixture.verify(format, task.outputPath)).overallStatus).toBe('VALID');
    expect(run('zipinfo', '-1', task.outputPath)).toContain('inner.asice');
  });
});

describe('ASiC_E with several documents', () => {
  const NAMES = [
    'smlouva.pdf',
    'SMLOUVA.pdf',
    'e\u0301.txt',
    '\u00e9.txt',
    '📄 one+one=2 100% #1?&<>"\'.xml',
    'mimetype',
    'META-INF',
    'META-INF/x',
    'meta-inf\\y',
    '..',
    'C:secret.txt',
    'a\u0000b\nc.txt',
    '\ud800.txt',
    `${'ž'.repeat(125)}.docx`,
    `${'Ž'.repeat(125)}.docx`,
    'signature.p7s',
    'same',
    'same',
    'same',
  ];

  it('keeps names apart, keeps them safe, and finds all again', async () => {
    const documents = NAMES.map((name, index) => fixture.document(name, Buffer.from(`document ${index}`)));
    const task = fixture.task(documents, 'p-521');
    await fixture.sign('ASiC_E', task);
    const report = await fixture.verify('ASiC_E', task.outputPath);
    expect({ status: report.overallStatus, detail: report.detail }).toEqual({ status: 'VALID', detail: null });
    expect(report.signatures[0]?.coversWholeDocument).toBe(true);
    const script =
      'import sys,zipfile,json\nprint(json.dumps([(i.filename,i.flag_bits,i.extra.hex()) for i in zipfile.ZipFile(sys.argv[1]).infolist()]))';
    const entries = JSON.parse(run('python3', '-c', script, task.outputPath)) as [string, number, string][];
    const names = entries.map(([name]) => name);
    expect(names.slice(1, -2)).toMatchInlineSnapshot(`
      [
        "smlouva.pdf",
        "SMLOUVA (2).pdf",
        "é.txt",
        "é (2).txt",
        "📄 one+one=2 100% #1?&<>"'.xml",
        "mimetype (2)",
        "META-INF (2)",
        "META-INF_x",
        "meta-inf_y",
        "document",
        "C_secret.txt",
        "a_b_c.txt",
        "�.txt",
        "žžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžžž.docx",
        "ŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽŽ (2).docx",
        "signature.p7s",
        "same",
        "same (2)",
        "same (3)",
      ]
    `);
    expect(names.slice(-2)).toEqual(['META-INF/ASiCManifest.xml', 'META-INF/signature.p7s']);
    for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(
      entries.every(([name, flags, extra]) => extra === '' && flags === (/^[\x20-\x7e]*$/.test(name) ? 0 : 0x800)),
    ).toBe(true);
    mkdirSync(join(folder, 'by-unzip'));
    run('unzip', '-q', task.outputPath, '-d', join(folder, 'by-unzip'));
    for (const [index, name] of names.slice(1, -2).entries()) {
      expect(readFileSync(join(folder, 'by-unzip', name), 'utf8')).toBe(`document ${index}`);
    }
  });

  it('has a manifest that a reader of its own finds right', async () => {
    const task = fixture.task(
      [fixture.document('ž 1.pdf', CONTENT), fixture.document('b&c.txt', Buffer.from('b'))],
      'p-384',
    );
    await fixture.sign('ASiC_E', task);
    const script = `
import sys,zipfile,hashlib,base64,urllib.parse,json
import xml.etree.ElementTree as ET
z=zipfile.ZipFile(sys.argv[1]); A='{http://uri.etsi.org/02918/v1.2.1#}'; D='{http://www.w3.org/2000/09/xmldsig#}'
r=ET.fromstring(z.read('META-INF/ASiCManifest.xml')); assert r.tag==A+'ASiCManifest'
out=[(r[0].tag==A+'SigReference', r[0].get('URI'), r[0].get('MimeType'))]
for o in r[1:]:
  name=urllib.parse.unquote(o.get('URI')); d=o.find(D+'DigestValue').text
  assert base64.b64decode(d)==hashlib.sha384(z.read(name)).digest()
  out.append((o.tag==A+'DataObjectReference', name, o.get('MimeType'), o.find(D+'DigestMethod').get('Algorithm')))
print(json.dumps(out))`;
    expect(JSON.parse(run('python3', '-c', script, task.outputPath))).toEqual([
      [true, 'META-INF/signature.p7s', 'application/pkcs7-signature'],
      [true, 'ž 1.pdf', 'application/pdf', 'http://www.w3.org/2001/04/xmldsig-more#sha384'],
      [true, 'b&c.txt', 'text/plain', 'http://www.w3.org/2001/04/xmldsig-more#sha384'],
    ]);
  });

  it('is refused for ASiC_S, and with more than a container may hold', async () => {
    const document = fixture.document('a', Buffer.from('a'));
    const sign = (format: AsicFormat, count: number): Promise<unknown> =>
      fixture.sign(format, fixture.task(Array(count).fill(document) as (typeof document)[]));
    await expect(sign('ASiC_S', 2)).rejects.toMatchObject({ code: 'SIGNATURE_REQUEST_INVALID' });
    await expect(sign('ASiC_E', 998)).rejects.toMatchObject({ code: 'SIGNATURE_REQUEST_INVALID' });
    await expect(sign('ASiC_E', 997)).resolves.toMatchObject({ contentType: MEDIA_TYPES.ASiC_E });
  });
});
