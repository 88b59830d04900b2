import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import { DEFAULT_CANONICALIZATION, readCanonicalization } from '../../codecs/xmldsig/algorithms.ts';
import { canonicalBytes } from '../../codecs/xmldsig/canonicalize.ts';
import { openXml } from '../../codecs/xmldsig/xml-document.ts';
import type { VerificationOutcome } from '../verification.ts';
import { root, signerOf, valid } from '../timestamps/timestamping.suite.ts';
import { issue } from '../certificate-path/issued-certificates.suite.ts';
import * as kit from './signed-xml.suite.ts';
import { timestampProperty } from './timestamp-property.suite.ts';
import { verifyXades } from './verify-xades.ts';

const { reference, sign, signatureTemplate, transform, C14N } = kit;
const signer = signerOf(issue('Signer', root, { changes: valid('2026-01-01', '2032-01-01') }));

function judge(document: string, ...originals: readonly (string | Buffer)[]): VerificationOutcome {
  const trust = { trustAnchors: [root.der], intermediates: [], crls: [], ocspResponses: [] };
  const context = { trust, at: new Date('2030-06-01T00:00:00Z'), revocationMode: 'Offline' } as const;
  return verifyXades(
    bytesSource(Buffer.from(document)),
    originals.map((one) => bytesSource(Buffer.from(one))),
    context,
  );
}

/** A reference to a file outside of the document, with its digest. */
function ofFile(uri: string, content: string | Buffer, transforms: readonly string[] = []): string {
  const digest = createHash('sha256').update(content).digest('base64');
  return reference(uri, transforms).replace('<ds:DigestValue></ds', `<ds:DigestValue>${digest}</ds`);
}

const ONE = 'the first file';
const TWO = Buffer.from([0, 1, 2, 255]);
const XML = '<a b="1" c="2"></a>';
const template = (references: readonly string[], more: Partial<kit.SignatureParts> = {}): string =>
  signatureTemplate({ signer, references, ...more });
const signed = sign(
  template([ofFile('one.txt', ONE), ofFile('dir/two%20.bin', TWO), ofFile('three.xml', XML, [transform(C14N)])]),
  signer,
);

it('leaves a signature open that is over a file whose names have prefixes that its canonical form leaves out', () => {
  const file = (uri: string): string => `<a xmlns:x="${uri}"><b t="x:T"></b></a>`;
  const canonical = '<a><b t="x:T"></b></a>';
  const document = sign(template([ofFile('a.xml', canonical, [transform(kit.EXC_C14N)])]), signer);
  for (const uri of ['urn:a', 'urn:b']) {
    expect(judge(document, file(uri))).toMatchObject({
      overallStatus: 'INDETERMINATE',
      reasonCodes: expect.arrayContaining(['SIG_COVERAGE_INCOMPLETE']) as string[],
      signature: { cryptoValid: true },
    });
  }
  expect(judge(document, canonical).overallStatus).toBe('VALID');
});

describe('a signature over several files beside it', () => {
  it.each([
    ['in their order', [ONE, TWO, XML]],
    ['in another order', [XML, ONE, TWO]],
    ['written in another way, as its transform allows', [ONE, '<?xml version="1.0"?>\n<a  c="2"\n b="1"/>', TWO]],
    ['with another file between them', [ONE, 'else', TWO, XML]],
    ['with one of them twice', [ONE, ONE, TWO, XML]],
  ])('is VALID with all of them %s', (_, files) => {
    expect(judge(signed, ...files)).toMatchObject({
      overallStatus: 'VALID',
      signatures: [{ coversWholeDocument: true, covered: ['one.txt', 'dir/two%20.bin', 'three.xml'] }],
    });
  });

  it.each([
    ['the first', [TWO, XML], 'one.txt'],
    ['the last', [ONE, TWO], 'three.xml'],
    ['two', [TWO], 'one.txt'],
    ['the bytes of one, in whose place another lies', [ONE, Buffer.from([0, 1, 2, 254]), XML], 'dir/two%20.bin'],
    ['all, in whose place another lies', ['else'], 'one.txt'],
  ])('is INDETERMINATE without %s, and says which is missing', (_, files, name) => {
    const { overallStatus, reasonCodes, detail, signatures } = judge(signed, ...files);
    expect(overallStatus).toBe('INDETERMINATE');
    expect(reasonCodes).toContain('SIG_DETACHED_CONTENT_MISSING');
    expect(reasonCodes).not.toContain('SIG_DIGEST_MISMATCH');
    expect(detail).toBe(`None of the files given along is what the signature is over as "${name}".`);
    expect(signatures).toMatchObject([{ subIndication: 'SIGNED_DATA_NOT_FOUND', coversWholeDocument: false }]);
  });

  it('is INDETERMINATE without any, and INVALID where it was changed itself', () => {
    expect(judge(signed)).toMatchObject({ overallStatus: 'INDETERMINATE' });
    const changed = signed.replace('<xades:SigningTime>2026-10-01T11', '<xades:SigningTime>2026-10-01T12');
    expect(judge(changed, ONE, TWO, XML)).toMatchObject({ overallStatus: 'INVALID' });
  });

  it('takes no file twice for two that it is over', () => {
    const twice = sign(template([ofFile('one.txt', ONE), ofFile('two.txt', ONE)]), signer);
    expect(judge(twice, ONE)).toMatchObject({ overallStatus: 'VALID' });
    expect(judge(twice, 'else')).toMatchObject({ overallStatus: 'INDETERMINATE' });
  });
});

describe('several signatures in one document, each over a file of its own', () => {
  const one = template([ofFile('one.txt', ONE)]);
  const two = template([ofFile('two.bin', TWO)], { id: 'T' });
  const both = sign(sign(`<both>${one}${two}</both>`, signer), signer);

  it('are judged with what was given along', () => {
    expect(judge(both, TWO, ONE).overallStatus).toBe('INDETERMINATE');
    expect(judge(both, TWO, ONE).signatures.map(({ signature }) => signature.cryptoValid)).toEqual([true, true]);
    const { overallStatus, signatures } = judge(both, ONE);
    expect(overallStatus).toBe('INDETERMINATE');
    expect(signatures.map(({ signature }) => signature.cryptoValid)).toEqual([true, false]);
    expect(signatures.map(({ status }) => status)).not.toContain('INVALID');
  });
});

describe('a timestamp over several files beside the signature', () => {
  /** Canonical forms of elements of the signature, which come behind the files in what is timestamped. */
  const canonical = (document: string, ...names: readonly string[]): Buffer => {
    using tree = openXml(Buffer.from(document));
    const method = [...tree.elements()].find(({ localName }) => localName === 'CanonicalizationMethod');
    const how = (method && readCanonicalization(method)) ?? DEFAULT_CANONICALIZATION;
    const forms = names.map((name) => {
      const element = [...tree.elements()].find(({ localName }) => localName === name);
      if (element === undefined) throw new Error(`no ${name}`);
      return canonicalBytes(element, how);
    });
    return Buffer.concat(forms);
  };
  const files = [Buffer.from(ONE), TWO];
  const plain = sign(template([ofFile('one.txt', ONE), ofFile('two.bin', TWO)]), signer);
  const whole = Buffer.concat([
    ...files,
    canonical(plain, 'SignedProperties', 'SignedInfo', 'SignatureValue', 'KeyInfo'),
  ]);
  const stamped = (of: Uint8Array): string =>
    plain.replace(
      '</xades:SignedProperties>',
      `</xades:SignedProperties>${timestampProperty(of, {}, 'ArchiveTimeStamp')}`,
    );

  it('holds with all of them, in whatever order they are given', () => {
    for (const given of [files, files.toReversed()]) {
      expect(judge(stamped(whole), ...given)).toMatchObject({
        overallStatus: 'VALID',
        timestamps: [{ kind: 'ArchiveTimestamp', status: 'VALID', isIntact: true }],
      });
    }
  });

  it.each([
    ['one of them', files.slice(0, 1)],
    ['the other one', files.slice(1)],
    ['all of them', []],
    ['one, in whose place another lies', [Buffer.from('else'), TWO]],
  ])('is not called broken without %s', (_, given) => {
    expect(judge(stamped(whole), ...given)).toMatchObject({
      overallStatus: 'INDETERMINATE',
      timestamps: [{ status: 'INDETERMINATE', isIntact: false }],
    });
  });

  it('is INVALID where it is over other bytes', () => {
    const { timestamps } = judge(stamped(whole.subarray(1)), ...files);
    expect(timestamps).toMatchObject([{ status: 'INVALID', isIntact: false }]);
  });
});
