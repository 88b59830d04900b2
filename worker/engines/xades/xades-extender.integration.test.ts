import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { signFile, softwareSignerOf } from '../../../e2e/actors/engines/sign-with-engine.ts';
import { localLevelServices } from '../../../e2e/actors/levels/local-level-services.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import { SIGNED_PROPERTIES_TYPE } from '../../../service/codecs/xmldsig/algorithms.ts';
import { verifyXades } from '../../../service/verification/xades/verify-xades.ts';
import {
  C14N,
  ENVELOPED,
  reference,
  signedInvoice,
  transform,
} from '../../../service/verification/xades/signed-xml.suite.ts';
import type { EngineDocument } from '../engine-document.ts';
import type { ExtensionLevel, ExtensionTask } from '../extender.ts';
import type { LevelServices } from '../level-services.ts';
import { createXadesEngine } from './xades-engine.ts';

const XML =
  '<?xml version="1.0" encoding="UTF-8"?>\n<!-- a --><o:order xmlns:o="urn:o" o:n="7"><line>5 &gt; 4</line></o:order>\n';
const UTF_16 = Buffer.from(`\ufeff${XML.replace('UTF-8', 'UTF-16')}`, 'utf16le');
const ADDED = {
  T: ['SignatureTimeStamp'],
  LT: ['SignatureTimeStamp', 'CertificateValues', 'RevocationValues', 'TimeStampValidationData'],
  LTA: ['SignatureTimeStamp', 'CertificateValues', 'RevocationValues', 'TimeStampValidationData', 'ArchiveTimeStamp'],
};

describe('a XAdES signature raised', () => {
  let ca: TestCa;
  let services: LevelServices;
  beforeAll(() => {
    ca = makeTestCa(mkdtempSync(join(tmpdir(), 'xades-extender-')));
    const local = localLevelServices(ca);
    const ocspResponses = [ca.ocspResponse('tsa', { issuer: 'intermediate' })];
    services = {
      ...local,
      // The signer's evidence and the authority's are different ones.
      validationData: async (of) => {
        const data = await local.validationData(of);
        const isOfTimestamps = of.certificates.some(
          (der) => Buffer.compare(der, ca.timestampAuthority.certificate) === 0,
        );
        return isOfTimestamps ? { ...data, ocspResponses } : data;
      },
    };
  });
  afterAll(() => rmSync(ca.folder, { recursive: true, force: true }));

  const sign = async (
    packaging: 'enveloped' | 'enveloping' | 'detached',
    input: string | Buffer = XML,
  ): Promise<EngineDocument> => {
    writeFileSync(ca.path('input'), input);
    const document = { path: ca.path('input'), size: statSync(ca.path('input')).size, originalFileName: 'order.xml' };
    rmSync(ca.path('b'), { force: true });
    await signFile(document, ca.path('b'), softwareSignerOf(ca, 'p-256'), { format: 'XAdES', packaging });
    return document;
  };
  const raise = async (
    from: string,
    to: string,
    level: ExtensionLevel,
    more: Partial<ExtensionTask> = {},
  ): Promise<Buffer> => {
    const extended = await createXadesEngine().extend({
      ...{ inputPath: ca.path(from), outputPath: ca.path(to), content: null, before: null, level, hash: 'SHA-256' },
      ...{ at: new Date(), services, ...more },
    });
    const bytes = readFileSync(ca.path(to));
    expect(extended).toMatchObject({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    return bytes;
  };
  const signaturesOf = (bytes: Uint8Array, original: Uint8Array | null): unknown[] => {
    const trust = { trustAnchors: [ca.trustAnchor], intermediates: [], crls: ca.crls(), ocspResponses: [] };
    const question = { trust, at: new Date(), revocationMode: 'Online' } as const;
    const report = verifyXades(bytesSource(bytes), original === null ? [] : [bytesSource(original)], question);
    return report.signatures.map(({ signature }) => signature.cryptoValid);
  };
  const namesIn = (text: string): string[] =>
    [...text.matchAll(/<xades(?:141)?:(\w+) xmlns/g)].map(([, name = '']) => name);

  describe.each(['enveloped', 'enveloping', 'detached'] as const)('%s', (packaging) => {
    it.each(['T', 'LT', 'LTA'] as const)('to %s holds, every byte before in its place', async (level) => {
      const document = await sign(packaging);
      const content = packaging === 'detached' ? document : null;
      const before = readFileSync(ca.path('b'), 'utf8');
      const after = (await raise('b', 'raised', level, { content })).toString('utf8');
      const start = before.indexOf('</xades:QualifyingProperties>');
      const end = after.length - (before.length - start);
      expect(after.slice(0, start) + after.slice(end)).toBe(before);
      const names = ['UnsignedProperties', 'UnsignedSignatureProperties', ...ADDED[level]];
      expect(namesIn(after.slice(start, end))).toEqual(names);
      expect(signaturesOf(Buffer.from(after), content && Buffer.from(XML))).toEqual([true]);
    });
  });

  it('step by step has what it gets at once, and a second archive timestamp when renewed', async () => {
    await sign('enveloped');
    await raise('b', 't', 'T');
    const lt = await raise('t', 'lt', 'LT');
    const lta = await raise('lt', 'lta', 'LTA');
    expect(namesIn(lta.toString()).slice(3)).toEqual(ADDED.LTA);
    const again = await raise('lt', 'again', 'LT');
    expect(again.equals(lt)).toBe(true);
    const ocspResponses = [ca.ocspResponse('tsa', { issuer: 'intermediate', arguments: ['-ndays', '9'] })];
    const validationData = () => Promise.resolve({ certificates: [], crls: [], ocspResponses });
    const renewed = await raise('lta', 'renewed', 'LTA', { services: { ...services, validationData } });
    expect(namesIn(renewed.toString()).slice(3)).toEqual([...ADDED.LTA, 'TimeStampValidationData', 'ArchiveTimeStamp']);
    expect(signaturesOf(renewed, null)).toEqual([true]);
  });

  it('where its evidence is renewed, asks for that of the youngest authority only: signers may have expired since', async () => {
    await sign('enveloped');
    await raise('b', 'lta', 'LTA');
    const asked: (readonly Uint8Array[])[] = [];
    const validationData: LevelServices['validationData'] = (of) => {
      asked.push(of.certificates);
      return services.validationData(of);
    };
    await raise('lta', 'renewed', 'LTA', { services: { ...services, validationData }, isRenewal: true });
    expect(asked).toHaveLength(1);
    const holds = (der: Uint8Array) => asked[0]?.some((each) => Buffer.compare(each, der) === 0);
    expect(holds(ca.timestampAuthority.certificate)).toBe(true);
    expect(holds(ca.signer('p-256').certificate)).toBe(false);
  });

  it('in UTF-16 stays in UTF-16', async () => {
    await sign('enveloped', UTF_16);
    const raised = await raise('b', 'raised', 'LTA');
    expect(namesIn(raised.toString('utf16le')).slice(3)).toEqual(ADDED.LTA);
    expect(signaturesOf(raised, null)).toEqual([true]);
  });

  it('is raised with its neighbour', async () => {
    const content = await sign('detached');
    const one = readFileSync(ca.path('b'), 'utf8').replace(/^<\?.*?\?>\s*/, '');
    await sign('detached');
    const other = readFileSync(ca.path('b'), 'utf8').replace(/^<\?.*?\?>\s*/, '');
    writeFileSync(ca.path('b'), `<both>${one}${other}</both>`);
    const raised = await raise('b', 'raised', 'LTA', { content });
    expect(namesIn(raised.toString()).filter((name) => name === 'ArchiveTimeStamp')).toHaveLength(2);
    expect(signaturesOf(raised, Buffer.from(XML))).toEqual([true, true]);
  });

  const timestampsOf = (bytes: Uint8Array): string[] => {
    const trust = { trustAnchors: [ca.trustAnchor], intermediates: [], crls: ca.crls(), ocspResponses: [] };
    const question = { trust, at: new Date(), revocationMode: 'Offline' } as const;
    const { signatures } = verifyXades(bytesSource(bytes), [], question);
    return signatures.flatMap(({ timestamps = [] }) => timestamps.map(({ kind, isIntact }) => `${kind} ${isIntact}`));
  };
  const LASTING = ['SignatureTimestamp true', 'ArchiveTimestamp true'];

  it.each([
    ['that name no canonicalization', []],
    ['by that of XML-Signature', [transform(C14N)]],
  ])('of another maker is timestamped over what its references %s give (EN 319 132-1 4.5)', async (_, transforms) => {
    const references = [reference('', [ENVELOPED, ...transforms])];
    const propertiesReference = reference('#S-P', transforms, SIGNED_PROPERTIES_TYPE);
    writeFileSync(ca.path('b'), signedInvoice({ references, propertiesReference }));
    expect(timestampsOf(await raise('b', 'raised', 'LTA'))).toEqual(LASTING);
  });

  it('keeps properties of other standards below its archive timestamp', async () => {
    const records = '<r:SealingEvidenceRecords xmlns:r="http://uri.etsi.org/19132/v1.1.1#"/>';
    await sign('enveloped');
    const stamped = (await raise('b', 't', 'T'))
      .toString()
      .replace(/(<\/\w+:UnsignedSignatureProperties>)/, `${records}$1`);
    writeFileSync(ca.path('t'), stamped);
    const raised = (await raise('t', 'raised', 'LTA')).toString();
    expect(raised).toContain(records);
    expect(timestampsOf(Buffer.from(raised))).toEqual(LASTING);
    expect(timestampsOf(Buffer.from(raised.replace(records, '')))).toEqual([LASTING[0], 'ArchiveTimestamp false']);
  });

  it('without the file that it is over is refused for an archive timestamp', async () => {
    await sign('detached');
    await expect(raise('b', 'raised', 'LTA')).rejects.toMatchObject({ code: 'SIGNATURE_PROFILE_UNSUPPORTED' });
  });

  it.each(['no XML', '<a/>'])('%j is refused', async (text) => {
    writeFileSync(ca.path('b'), text);
    await expect(raise('b', 'raised', 'T')).rejects.toMatchObject({ code: 'SIGNATURE_PROFILE_UNSUPPORTED' });
  });
});
