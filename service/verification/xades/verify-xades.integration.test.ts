import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DS, TRANSFORM, XADES } from '../../codecs/xmldsig/algorithms.ts';
import { issue } from '../cades/cms-forgery.suite.ts';
import * as kit from './signed-xml.suite.ts';

const { signatureTemplate, reference, transform, verify, signers } = kit;
const C14N_11 = 'http://www.w3.org/2006/12/xml-c14n11';
const METHODS = [kit.C14N, `${kit.C14N}#WithComments`, C14N_11, kit.EXC_C14N, `${kit.EXC_C14N}WithComments`];
const NOT_SIGNATURE = transform(TRANSFORM.xpath, '<ds:XPath>not(ancestor-or-self::ds:Signature)</ds:XPath>');
const SUBTRACT = transform(
  TRANSFORM.xpathFilter2,
  `<f:XPath xmlns:f="${TRANSFORM.xpathFilter2}" Filter="subtract">/descendant::ds:Signature</f:XPath>`,
);
/** A document with what canonical forms go wrong on. */
const DOCUMENT = `<?xml version="1.0" encoding="UTF-8"?>
<?before data?><!-- outside -->
<b:book xmlns:b="urn:b" xmlns="urn:default" xmlns:unused="urn:u" xml:lang="sl" z="1" b:a="&#9;2" a="&quot;'">
  <empty/><chapter xmlns="" no='1'>čšž 😀 &lt;&amp;&gt; ]]&gt; <![CDATA[<raw>&]]><!-- inside --> <?pi  data ?></chapter>
  <b:part xmlns:b="urn:b2"><title xmlns="urn:t" b:x="y">1&#13;&#10;2</title></b:part>${kit.HERE}
</b:book>
<?after?>`;

function signerOf(scheme: 'ECDSA' | 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' | 'SHA-384' | 'SHA-512'): kit.TestSigner {
  const keys =
    scheme === 'ECDSA'
      ? generateKeyPairSync('ec', { namedCurve: { 'SHA-256': 'P-256', 'SHA-384': 'P-384', 'SHA-512': 'P-521' }[hash] })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { algorithm: { scheme, hash }, privateKey: keys.privateKey, certificate: issue(keys.publicKey) };
}

describe('signatures made by xmlsec1', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'verify-xades-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const ids = ['SignedProperties', 'Object', 'Manifest', 'Signature'].flatMap((name) => [
    '--id-attr:Id',
    `${name === 'SignedProperties' ? XADES : DS}:${name}`,
  ]);
  const run = (...options: readonly string[]): void => {
    execFileSync('xmlsec1', options, { stdio: 'pipe', cwd: folder });
  };
  const keyFile = ({ privateKey }: kit.TestSigner): string => {
    const file = join(folder, 'key.pem');
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }));
    return file;
  };
  /** Fills the template in by xmlsec1. */
  const sign = (template: string, signer: kit.TestSigner = signers.rsa): string => {
    writeFileSync(join(folder, 'template.xml'), template);
    run('--sign', '--privkey-pem', keyFile(signer), ...ids, '--output', 'signed.xml', 'template.xml');
    return readFileSync(join(folder, 'signed.xml'), 'utf8');
  };
  const enveloped = (changes: Partial<kit.SignatureParts>): string =>
    DOCUMENT.replace(kit.HERE, signatureTemplate({ signer: signers.rsa, ...changes }));

  it.each(METHODS)('enveloped are VALID, canonical by %s, and INVALID with one character changed', (method) => {
    for (const removal of [kit.ENVELOPED, NOT_SIGNATURE, SUBTRACT]) {
      const references = [reference('', [removal, transform(method)])];
      const signed = sign(enveloped({ references, canonicalization: method }));
      expect(verify(signed)).toMatchObject({
        ...{ overallStatus: 'VALID', signature: { cryptoValid: true } },
        signatures: [{ coversWholeDocument: true, profileReached: 'B' }],
      });
      for (const [from, to] of [
        ['raw', 'raW'],
        ['urn:b2', 'urn:b3'],
        ['<?after?>', ''],
        ['pi data ', 'pi data'],
      ] as const) {
        expect(signed).toContain(from);
        expect(verify(signed.replace(from, to)).reasonCodes).toContain('SIG_DIGEST_MISMATCH');
      }
      expect(verify(signed.replace('<!-- inside -->', '')).overallStatus).toBe('VALID');
    }
  });

  it.each([
    signerOf('RSASSA-PKCS1-v1_5', 'SHA-256'),
    signerOf('RSASSA-PKCS1-v1_5', 'SHA-384'),
    signerOf('RSASSA-PKCS1-v1_5', 'SHA-512'),
    signerOf('ECDSA', 'SHA-256'),
    signerOf('ECDSA', 'SHA-384'),
    signerOf('ECDSA', 'SHA-512'),
  ])('by $algorithm.scheme with $algorithm.hash are VALID', (signer) => {
    expect(verify(sign(enveloped({ signer }), signer)).overallStatus).toBe('VALID');
  });

  it.each(METHODS)('enveloping are VALID, canonical by %s', (method) => {
    const objects = `<ds:Object Id="O"><a xmlns="urn:a" xmlns:p="urn:p"><!-- c --><p:b/></a></ds:Object>`;
    const references = [reference('#O', [transform(method)])];
    const signed = sign(signatureTemplate({ signer: signers.rsa, objects, references, canonicalization: method }));
    expect(verify(signed)).toMatchObject({ overallStatus: 'VALID', signatures: [{ coversWholeDocument: true }] });
    expect(verify(signed.replace('<p:b/>', '<p:c/>')).reasonCodes).toContain('SIG_DIGEST_MISMATCH');
  });

  it('enveloping with base64, and with a manifest, are VALID', () => {
    const content = kit.base64(Buffer.alloc(10_000, 'content'));
    const objects = `<ds:Object Id="O">${content.replace(/.{76}/g, '$&\n')}</ds:Object>`;
    const encoded = { signer: signers.rsa, objects, references: [reference('#O', [transform(TRANSFORM.base64)])] };
    expect(verify(sign(signatureTemplate(encoded))).overallStatus).toBe('VALID');
  });

  it('detached are VALID with the file they are of', () => {
    const original = Buffer.from('any\r\nbytes \0 at all');
    writeFileSync(join(folder, 'original.bin'), original);
    const signed = sign(signatureTemplate({ signer: signers.rsa, references: [reference('original.bin', [])] }));
    expect(verify(signed, original)).toMatchObject({
      overallStatus: 'VALID',
      signatures: [{ coversWholeDocument: true }],
    });
    expect(verify(signed, original.subarray(1)).overallStatus).toBe('INVALID');
    expect(verify(signed).overallStatus).toBe('INDETERMINATE');
  });

  it('and those of the test signer are accepted by xmlsec1', () => {
    const signer = signers.rsa;
    const certificate = join(folder, 'signer.der');
    writeFileSync(certificate, signer.certificate);
    for (const method of METHODS) {
      const references = [reference('', [kit.ENVELOPED, transform(method)])];
      writeFileSync(join(folder, 'own.xml'), kit.sign(enveloped({ references, canonicalization: method }), signer));
      run('--verify', '--pubkey-cert-der', certificate, ...ids, 'own.xml');
    }
  });
});
