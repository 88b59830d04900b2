import { describe, expect, it } from 'vitest';
import {
  digestUri,
  hashFromDigestUri,
  readCanonicalization,
  readSignatureMethod,
  signatureMethodUri,
} from './algorithms.ts';
import { openXml, type XmlElement } from './xml-document.ts';

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const MORE_2007 = 'http://www.w3.org/2007/05/xmldsig-more#';

function withMethod<T>(algorithm: string, content: string, read: (method: XmlElement) => T): T {
  const namespaces = `xmlns="http://www.w3.org/2000/09/xmldsig#" xmlns:pss="${MORE_2007}"`;
  using tree = openXml(Buffer.from(`<Method ${namespaces} Algorithm="${algorithm}">${content}</Method>`));
  return read(tree.root);
}

const digest = (hash: 'SHA-256' | 'SHA-384' | 'SHA-512'): string => `<DigestMethod Algorithm="${digestUri(hash)}"/>`;
const readPss = (content: string) =>
  withMethod(`${MORE_2007}rsa-pss`, `<pss:RSAPSSParams>${content}</pss:RSAPSSParams>`, readSignatureMethod);

describe('signature methods', () => {
  it.each([
    ['RSASSA-PKCS1-v1_5', 'SHA-384', `${MORE}rsa-sha384`],
    ['RSASSA-PSS', 'SHA-512', `${MORE_2007}sha512-rsa-MGF1`],
    ['ECDSA', 'SHA-256', `${MORE}ecdsa-sha256`],
    ['EdDSA', 'SHA-512', 'http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519'],
  ] as const)('%s with %s is written and read as %s', (scheme, hash, uri) => {
    expect(signatureMethodUri({ scheme, hash })).toBe(uri);
    expect(withMethod(uri, '', readSignatureMethod)).toMatchObject({
      kind: scheme,
      hash: scheme === 'EdDSA' ? null : hash,
    });
  });

  it('HMAC and everything unknown are none', () => {
    for (const uri of [`${MORE}hmac-sha256`, 'http://www.w3.org/2000/09/xmldsig#hmac-sha1', 'urn:x', '']) {
      expect(withMethod(uri, '', readSignatureMethod)).toBeNull();
    }
  });

  it('weak ones are named', () => {
    const uri = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
    expect(withMethod(uri, '', readSignatureMethod)).toEqual({ kind: 'RSASSA-PKCS1-v1_5', hash: 'SHA-1' });
    expect(hashFromDigestUri('http://www.w3.org/2000/09/xmldsig#sha1')).toBe('SHA-1');
  });

  it('take no parameters that they do not have', () => {
    const read = (): unknown =>
      withMethod(`${MORE}rsa-sha256`, '<HMACOutputLength>1</HMACOutputLength>', readSignatureMethod);
    expect(read).toThrow(expect.objectContaining({ code: 'XML_STRUCTURE_INVALID' }) as Error);
  });

  it('RSA-PSS with parameters fills in what is left out', () => {
    const pss = (hash: string, mgfHash: string, saltBytes: number) => ({
      pss: { hash, mgfHash, saltBytes, trailerField: 1 },
    });
    expect(withMethod(`${MORE_2007}rsa-pss`, '', readSignatureMethod)).toMatchObject(pss('SHA-256', 'SHA-256', 32));
    expect(readPss(digest('SHA-384'))).toMatchObject(pss('SHA-384', 'SHA-384', 48));
    expect(readPss(`${digest('SHA-512')}<pss:SaltLength>20</pss:SaltLength>`)).toMatchObject(
      pss('SHA-512', 'SHA-512', 20),
    );
    const mask = `<pss:MaskGenerationFunction Algorithm="${MORE_2007}MGF1">${digest('SHA-512')}</pss:MaskGenerationFunction>`;
    expect(readPss(mask)).toMatchObject(pss('SHA-256', 'SHA-512', 32));
    expect(readPss(mask.replace('#MGF1', '#MGF2'))).toBeNull();
    for (const broken of ['<pss:SaltLength>-1</pss:SaltLength>', digest('SHA-256') + digest('SHA-384')]) {
      expect(() => readPss(broken)).toThrow(expect.objectContaining({ code: 'XML_STRUCTURE_INVALID' }) as Error);
    }
  });
});

it('prefix lists belong to the exclusive canonicalization alone', () => {
  const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const list = `<e:InclusiveNamespaces xmlns:e="${exclusive}" PrefixList=" a #default\n b"/>`;
  expect(withMethod(exclusive, list, readCanonicalization)).toEqual({
    method: 'Exclusive C14N',
    withComments: false,
    inclusivePrefixes: ['a', '#default', 'b'],
  });
  const read = (): unknown => withMethod('http://www.w3.org/2006/12/xml-c14n11', list, readCanonicalization);
  expect(read).toThrow(expect.objectContaining({ code: 'XML_STRUCTURE_INVALID' }) as Error);
});
