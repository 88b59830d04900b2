import { createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DS } from '../../../service/codecs/xmldsig/algorithms.ts';
import { verifyDocument } from '../../../service/verification/verify-document.ts';
import { createXadesEngine } from './xades-engine.ts';
import {
  PACKAGINGS,
  XML,
  path,
  useXmlWorkshop,
  signed,
  taskFor,
  deviceSignature,
  xmlsec,
} from './xml-workshop.suite.ts';

useXmlWorkshop();

describe('what is refused', () => {
  it.each([
    ['a DOCTYPE', '<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>', 'XML_DOCTYPE_FORBIDDEN'],
    ['broken XML', '<r><a></r>', 'XML_STRUCTURE_INVALID'],
    ['a relative namespace', '<r xmlns="relative"/>', 'XML_CANONICALIZATION_FAILED'],
    ['text', 'no markup at all', 'The file is no XML', 'options'],
    ['a picture', '\x89PNG\r\n\x1a\n', 'The file is no XML', 'options'],
    [
      'an unfinished signature',
      `<r><Signature xmlns="${DS}"><SignedInfo/><SignatureValue/></Signature></r>`,
      'never finished',
    ],
    [
      'a signature that was never made',
      `<r><a Id="a"/><Signature xmlns="${DS}"><SignedInfo><Reference URI="#a"><DigestValue/></Reference></SignedInfo><SignatureValue> </SignatureValue></Signature></r>`,
      'never finished',
    ],
    ['more than is judged', `<a>${'x'.repeat(29_000_000)}</a>`, 'XML_LIMIT_EXCEEDED: it is larger than the 29 MB'],
    ['more elements than are judged', `<a>${'<b/>'.repeat(5_000_000)}</a>`, 'XML_LIMIT_EXCEEDED'],
    ['deep nesting', '<a>'.repeat(300) + '</a>'.repeat(300), 'XML_LIMIT_EXCEEDED'],
  ])('%s, permanently', async (_what, input, code, area = 'document') => {
    await expect(signed(input, { packaging: 'enveloped' })).rejects.toMatchObject({
      code: 'SIGNING_OPERATION_FAILED',
      ...{ kind: 'permanent', area },
      message: expect.stringContaining(code) as string,
    });
  });

  it.each([
    ['enveloping', 21_750_001, 'XML_LIMIT_EXCEEDED: it is larger than the 21.7 MB'],
    ['enveloping', 29_000_001, 'XML_LIMIT_EXCEEDED: it is larger than the 29 MB'],
  ] as const)('%s: a file of %i bytes, which could not be judged', async (packaging, size, message) => {
    await expect(signed(Buffer.alloc(size, 1), { packaging })).rejects.toMatchObject({
      kind: 'permanent',
      message: expect.stringContaining(message) as string,
    });
  });

  it('nothing of what the verifier takes', async () => {
    const { fileName } = await signed(`<a>${'x'.repeat(28_900_000)}</a>`, { packaging: 'enveloped' });
    const report = await verifyDocument({
      ...{ format: 'XAdES', document: { kind: 'file', path: path(fileName) }, original: null, at: new Date() },
      ...{ revocationMode: 'Offline', trust: { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] } },
    });
    expect(report.reasonCodes).not.toContain('SIG_LIMIT_EXCEEDED');
    expect(report.signatures).toMatchObject([{ signature: { cryptoValid: true } }]);
  });

  it('a signature value of another key or another document', async () => {
    writeFileSync(path('plain.xml'), XML);
    const { task } = taskFor('plain.xml', { packaging: 'enveloped' });
    const other = createPrivateKey(readFileSync(path('root.key')));
    const prepared = await createXadesEngine().prepare(task);
    const value = deviceSignature(prepared.dataToBeSigned, other, task.algorithm);
    await expect(prepared.embed(value)).rejects.toMatchObject({ code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' });
  });

  it.each(PACKAGINGS)('%s: a document that changed after it was prepared', async (packaging) => {
    writeFileSync(path('plain.xml'), XML);
    const { task, privateKey } = taskFor('plain.xml', { packaging });
    const prepared = await createXadesEngine().prepare(task);
    writeFileSync(path('plain.xml'), XML.replace('ä', 'ö'));
    const value = deviceSignature(prepared.dataToBeSigned, privateKey, task.algorithm);
    await expect(prepared.embed(value)).rejects.toMatchObject({ code: 'SIGNING_OPERATION_FAILED' });
  });
});

describe('a document that is signed already', () => {
  it('bears a second signature beside the first, and both hold', async () => {
    const first = await signed(XML, { packaging: 'enveloped' });
    const second = await signed(readFileSync(path(first.fileName)), { packaging: 'enveloped' });
    for (const node of [2, 3]) expect(xmlsec(path(second.fileName), `/*/*[${node}]`)).toBe('OK');
    writeFileSync(path('other.xml'), readFileSync(path(second.fileName), 'utf8').replace('b="ä"', 'b="a"'));
    for (const node of [2, 3]) expect(xmlsec(path('other.xml'), `/*/*[${node}]`)).not.toBe('OK');
  });

  it('is not given a second signature inside of the first', async () => {
    const { fileName } = await signed(XML, { packaging: 'enveloping' });
    const again = signed(readFileSync(path(fileName)), { packaging: 'enveloped' });
    await expect(again).rejects.toMatchObject({ code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' });
  });

  it.each([
    ['http://www.w3.org/TR/1999/REC-xpath-19991116', '<ds:XPath>not(ancestor-or-self::ds:Signature)</ds:XPath>', true],
    ['http://www.w3.org/TR/1999/REC-xpath-19991116', '<ds:XPath>not(ancestor-or-self::ds:Signatur)</ds:XPath>', false],
    ['http://www.w3.org/TR/1999/REC-xslt-19991116', '', false],
    ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', '', false],
  ])('is signed once more where its reference leaves signatures out: %s %s', async (algorithm, parameter, isTaken) => {
    const transform = `<ds:Transform Algorithm="${algorithm}">${parameter}</ds:Transform>`;
    const xml =
      '<r><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:Reference URI="">' +
      `<ds:Transforms>${transform}</ds:Transforms><ds:DigestValue>AA==</ds:DigestValue></ds:Reference></ds:SignedInfo>` +
      '<ds:SignatureValue>AA==</ds:SignatureValue></ds:Signature></r>';
    const outcome = signed(xml, { packaging: 'enveloped' });
    if (isTaken) await expect(outcome).resolves.toMatchObject({ contentType: 'application/xml' });
    else await expect(outcome).rejects.toThrow(/would break that one\. Counter-sign it/);
  });

  it('is signed once more where both stand, an object or a part of it being signed', async () => {
    const first = await signed(XML, {
      packaging: 'enveloping',
      key: 'p256',
      algorithm: { scheme: 'ECDSA', hash: 'SHA-256' },
    });
    const wrapped = readFileSync(path(first.fileName), 'utf8').replace(/(<ds:Signature[^]*)/, '<all>$1</all>');
    const second = await signed(wrapped, { packaging: 'enveloped' });
    for (const node of [1, 2]) {
      expect(xmlsec(path(second.fileName), `/*/*[${node}]`)).toBe('OK');
    }
  });

  it('goes into an enveloping signature as it is, and comes out whole', async () => {
    const first = await signed(XML, { packaging: 'enveloped' });
    const original = readFileSync(path(first.fileName));
    const second = await signed(original, { packaging: 'enveloping' });
    expect(xmlsec(path(second.fileName))).toBe('OK');
    const content = /<ds:Object [^>]*Encoding="[^"]*base64">([^<]*)</.exec(readFileSync(path(second.fileName), 'utf8'));
    expect(Buffer.from(content?.[1] ?? '', 'base64').equals(original)).toBe(true);
  });
});
