import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { signFile, softwareSignerOf } from '../../../e2e/actors/engines/sign-with-engine.ts';
import { localLevelServices } from '../../../e2e/actors/levels/local-level-services.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import type { Packaging, SignatureOperation } from '../../../service/contract/vocabulary/signature-formats.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { signedInvoice } from '../../../service/verification/xades/signed-xml.suite.ts';
import { verifyXades } from '../../../service/verification/xades/verify-xades.ts';
import type { EngineDocument } from '../engine.ts';
import type { ExtensionLevel } from '../extender.ts';
import { createXadesEngine } from './xades-engine.ts';

type Kind = 'rsa-2048' | 'p-256' | 'p-384';
const KINDS: readonly Kind[] = ['rsa-2048', 'p-256', 'p-384'];
const PACKAGINGS = ['enveloped', 'enveloping', 'detached'] as const;
const XML = '<?xml version="1.0"?>\n<!-- <a> --><o:order xmlns:o="urn:x"><o:sum>100</o:sum></o:order>';

describe('a signature added to an XML file', () => {
  let ca: TestCa;
  beforeAll(() => {
    ca = makeTestCa(mkdtempSync(join(tmpdir(), 'xades-added-')));
    writeFileSync(ca.path('content'), XML);
  });
  afterAll(() => rmSync(ca.folder, { recursive: true, force: true }));

  const bytesOf = (name: string): Buffer => readFileSync(ca.path(name));
  const textOf = (name: string): string => readFileSync(ca.path(name), 'utf8');
  const documentOf = (name: string): EngineDocument => ({
    ...{ path: ca.path(name), size: statSync(ca.path(name)).size, originalFileName: `${name}.xml` },
  });
  const first = (packaging: Packaging, kind: Kind = 'p-256', content = 'content') =>
    signFile(documentOf(content), ca.path('a'), softwareSignerOf(ca, kind), { format: 'XAdES', packaging });
  const add = (
    operation: SignatureOperation,
    [from, to]: readonly [string, string],
    more: { kind?: Kind; content?: string; targetSignature?: string } = {},
  ) =>
    signFile(documentOf(from), ca.path(to), softwareSignerOf(ca, more.kind ?? 'rsa-2048'), {
      format: 'XAdES',
      request: { operation, targetSignature: more.targetSignature ?? null },
      additionalDocuments: more.content === undefined ? [] : [documentOf(more.content)],
    });
  const contentOf = (packaging: Packaging) => (packaging === 'detached' ? { content: 'content' } : {});
  const judge = (name: string, content?: string) =>
    verifyXades(bytesSource(bytesOf(name)), content === undefined ? [] : [bytesSource(bytesOf(content))], {
      trust: { trustAnchors: [ca.trustAnchor], intermediates: [], crls: ca.crls(), ocspResponses: [] },
      revocationMode: 'Online',
      at: new Date(),
    });
  const signaturesOf = (name: string): string[] =>
    textOf(name)
      .match(/<ds:Signature [^]*?<\/ds:Signature>/g)
      ?.map((text) => text) ?? [];
  const raise = (
    level: ExtensionLevel,
    [from, to]: readonly [string, string],
    before: string | null,
    content?: string,
  ) =>
    createXadesEngine().extend({
      ...{ inputPath: ca.path(from), outputPath: ca.path(to), level, hash: 'SHA-256', at: new Date() },
      content: content === undefined ? null : documentOf(content),
      before: before === null ? null : documentOf(before),
      services: localLevelServices(ca),
    });
  const refusal = (outcome: Promise<unknown>): Promise<string> =>
    outcome.then(
      () => 'made',
      (fault: unknown) => (fault instanceof StationError ? `${fault.area}: ${fault.message}` : String(fault)),
    );

  it.each(PACKAGINGS)(
    '%s: beside the others, each of which stays byte for byte and covers the same',
    async (packaging) => {
      await first(packaging);
      const output = await add('cosign', ['a', 'b'], contentOf(packaging));
      await add('cosign', ['b', 'c'], { kind: 'p-384', ...contentOf(packaging) });
      expect(output).toMatchObject({ contentType: 'application/xml', fileName: 'a-signed.xml' });
      expect(signaturesOf('c').slice(0, 2)).toEqual(signaturesOf('b'));
      expect(signaturesOf('c').slice(0, 1)).toEqual(signaturesOf('a'));
      const whole = { status: 'VALID', coversWholeDocument: true, profileReached: 'B' };
      expect(judge('c', contentOf(packaging).content)).toMatchObject({
        overallStatus: 'VALID',
        signatures: [whole, whole, whole],
      });
      if (packaging === 'detached') return;
      writeFileSync(ca.path('d'), textOf('c').replace('>100<', '>900<'));
      const { signatures } = judge('d');
      expect(signatures.map(({ status }) => status)).toEqual(['INVALID', 'INVALID', 'INVALID']);
    },
  );

  it('over what is no XML, as base64 in the first signature', async () => {
    writeFileSync(ca.path('text'), 'plain text');
    await first('enveloping', 'p-256', 'text');
    await add('cosign', ['a', 'b']);
    const whole = { status: 'VALID', coversWholeDocument: true };
    expect(judge('b')).toMatchObject({ overallStatus: 'VALID', signatures: [whole, whole] });
  });

  it.each(['utf16le', 'latin1'] as const)('in its encoding: %s', async (encoding) => {
    const name = encoding === 'latin1' ? 'ISO-8859-1' : 'UTF-16';
    const text = `${encoding === 'latin1' ? '' : '\uFEFF'}<?xml version="1.0" encoding="${name}"?><!-- < --><ä>ü</ä>`;
    writeFileSync(ca.path('encoded'), Buffer.from(text, encoding));
    await first('enveloped', 'p-256', 'encoded');
    await add('cosign', ['a', 'b']);
    await add('countersign', ['b', 'c'], { targetSignature: judge('b').signatures[0]?.name ?? '' });
    expect(judge('c')).toMatchObject({ overallStatus: 'VALID', signatures: [{ counterSignatures: [{}] }, {}] });
  });

  it.each(PACKAGINGS)('%s: ten people sign one file', async (packaging) => {
    await first(packaging);
    for (let count = 1; count < 10; count += 1) {
      await add('cosign', ['a', 'b'], { kind: KINDS[count % 3] ?? 'p-256', ...contentOf(packaging) });
      writeFileSync(ca.path('a'), bytesOf('b'));
    }
    const { overallStatus, signatures } = judge('a', contentOf(packaging).content);
    expect([overallStatus, signatures.length]).toEqual(['VALID', 10]);
    expect(signatures.every(({ coversWholeDocument }) => coversWholeDocument)).toBe(true);
  });

  it.each(PACKAGINGS)('%s: over one that is named, told in the report', async (packaging) => {
    await first(packaging);
    await add('cosign', ['a', 'b'], contentOf(packaging));
    const names = judge('b').signatures.map(({ name }) => name);
    expect(await refusal(add('countersign', ['b', 'c']))).toMatch(/^options: Several signatures/);
    expect(await refusal(add('countersign', ['b', 'c'], { targetSignature: '7' }))).toMatch(/^options: No signature/);
    for (const [from, to] of [
      ['b', 'c'],
      ['c', 'd'],
    ] as const) {
      await add('countersign', [from, to], { kind: 'p-384', targetSignature: names[1] ?? '' });
    }
    expect(signaturesOf('d')[0]).toEqual(signaturesOf('a')[0]);
    const report = judge('d', contentOf(packaging).content);
    const counter = { status: 'VALID', countersigned: null };
    expect(report).toMatchObject({
      overallStatus: 'VALID',
      signatures: [
        { status: 'VALID' },
        { status: 'VALID', coversWholeDocument: true, counterSignatures: [counter, counter] },
      ],
    });
    expect(report.signatures[0]).not.toHaveProperty('counterSignatures');
  });

  it('over one with an archive timestamp, which holds, and beside it', async () => {
    await first('enveloped');
    await raise('LTA', ['a', 'b'], null);
    await add('countersign', ['b', 'c']);
    await add('cosign', ['c', 'd'], { kind: 'p-384' });
    expect(judge('d')).toMatchObject({
      overallStatus: 'VALID',
      signatures: [{ profileReached: 'LTA', counterSignatures: [{ status: 'VALID' }] }, { profileReached: 'B' }],
    });
    // The next archive timestamp is over the counter-signature, too.
    await raise('LTA', ['c', 'e'], null);
    expect(judge('e')).toMatchObject({ signatures: [{ status: 'VALID', profileReached: 'LTA' }] });
    expect(await refusal(add('cosign', ['e', 'f']))).toBe('made');
  });

  it.each(['T', 'LT', 'LTA'] as const)('at level %s: what was there before is not raised with it', async (level) => {
    for (const packaging of PACKAGINGS) {
      await first(packaging);
      const { content } = contentOf(packaging);
      await add('cosign', ['a', 'b'], contentOf(packaging));
      await raise(level, ['b', 'c'], 'a', content);
      expect(signaturesOf('c')[0]).toEqual(signaturesOf('a')[0]);
      expect(judge('c', content)).toMatchObject({
        overallStatus: 'VALID',
        signatures: [{ profileReached: 'B' }, { profileReached: level }],
      });
    }
  });

  it('holds for xmlsec1, too', async () => {
    for (const packaging of ['enveloped', 'enveloping'] as const) {
      await first(packaging);
      await add('cosign', ['a', 'b']);
      for (const place of [1, 2]) {
        const args = ['--verify', '--enabled-key-data', 'x509', '--trusted-pem', ca.path('root.pem')];
        const ids = ['Object', 'SignatureValue'].flatMap((name) => [
          '--id-attr:Id',
          `http://www.w3.org/2000/09/xmldsig#:${name}`,
        ]);
        const properties = ['--id-attr:Id', 'http://uri.etsi.org/01903/v1.3.2#:SignedProperties'];
        const node = ['--node-xpath', `(//*[local-name()="Signature"])[${place}]`];
        execFileSync('xmlsec1', [...args, ...ids, ...properties, ...node, ca.path('b')], { stdio: 'pipe' });
      }
    }
  });

  it('detached: needs the document, and the one that was signed', async () => {
    await first('detached');
    expect(await refusal(add('cosign', ['a', 'b']))).toMatch(/^document: .*was not given along/);
    writeFileSync(ca.path('other'), 'Another document.');
    expect(await refusal(add('cosign', ['a', 'b'], { content: 'other' }))).toMatch(/SIG_DIGEST_MISMATCH/);
    // A counter-signature is over the value alone.
    expect(await refusal(add('countersign', ['a', 'b']))).toBe('made');
  });

  it('refuses to break a signature over all of the document, which takes counter-signatures', async () => {
    const plain = signedInvoice().replace('<ds:SignatureValue>', '<ds:SignatureValue Id="V">');
    writeFileSync(ca.path('plain'), plain);
    expect(await refusal(add('cosign', ['plain', 'b']))).toMatch(/would break that one[.] Counter-sign it/);
    await add('countersign', ['plain', 'b']);
    expect(judge('b').signatures).toMatchObject([
      { coversWholeDocument: true, signature: { cryptoValid: true }, counterSignatures: [{ status: 'VALID' }] },
    ]);
  });

  it('does not guess which data is meant, where signatures are over different things', async () => {
    await first('enveloping');
    const one = signaturesOf('a').join('');
    await first('enveloping');
    writeFileSync(ca.path('many'), `<AFIRMA>${one}${signaturesOf('a').join('')}</AFIRMA>`);
    expect(judge('many').overallStatus).toBe('VALID');
    expect(await refusal(add('cosign', ['many', 'b']))).toMatch(/^document: .*over different things/);
  });

  it.each(['cosign', 'countersign'] as const)('%s refuses what is broken, foreign or not signed', async (how) => {
    const refused = (bytes: string): Promise<string> => {
      writeFileSync(ca.path('bad'), bytes);
      return refusal(add(how, ['bad', 'b']));
    };
    await first('enveloped');
    expect(await refused(textOf('a').replace('>100<', '>900<'))).toMatch(
      /^document: .*broken already.*SIG_DIGEST_MISMATCH/,
    );
    expect(await refused(XML)).toMatch(/^document: .*bears no signature/);
    expect(await refused('plain text')).toMatch(/The file is no XML/);
    expect(await refused(textOf('a').slice(0, -10))).toMatch(/XML_STRUCTURE_INVALID/);
    expect(await refused(`<!DOCTYPE a>${textOf('a').slice(22)}`)).toMatch(
      /XML_DOCTYPE_FORBIDDEN|XML_STRUCTURE_INVALID/,
    );
  });

  it('counter-signs no value without an identifier, and no more than twenty times', async () => {
    await first('enveloped');
    const unnamed = textOf('a').replace(/<ds:SignatureValue Id="[^"]*">/, '<ds:SignatureValue>');
    writeFileSync(ca.path('unnamed'), unnamed);
    expect(await refusal(add('countersign', ['unnamed', 'b']))).toMatch(/no identifier of its own/);
    for (let count = 0; count < 20; count += 1) {
      await add('countersign', ['a', 'b'], { kind: 'p-256' });
      writeFileSync(ca.path('a'), bytesOf('b'));
    }
    expect(judge('a').signatures[0]?.counterSignatures).toHaveLength(20);
    expect(await refusal(add('countersign', ['a', 'b']))).toMatch(/20 counter-signatures/);
  });
});
