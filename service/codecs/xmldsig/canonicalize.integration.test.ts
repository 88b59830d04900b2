import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Canonicalization } from './canonicalization.ts';
import { canonicalBytes } from './canonicalize.ts';
import { documentIds } from './ids.ts';
import { NASTY_DOCUMENTS } from './nasty-documents.suite.ts';
import { openXml } from './xml-document.ts';

const METHODS: readonly (readonly [Canonicalization['method'], uri: string])[] = [
  ['C14N 1.0', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'],
  ['C14N 1.1', 'http://www.w3.org/2006/12/xml-c14n11'],
  ['Exclusive C14N', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
];

const XMLLINT_OPTIONS: readonly (readonly [Canonicalization['method'], option: string])[] = [
  ['C14N 1.0', '--c14n'],
  ['C14N 1.1', '--c14n11'],
  ['Exclusive C14N', '--exc-c14n'],
];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'c14n-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(Object.entries(NASTY_DOCUMENTS))('%s', (_name, xml) => {
  it('has the canonical forms that xmlsec1 takes digests of, as a whole and from an element on', () => {
    const withTemplate = xml.replace(/<\/[^<>]*>(?=[^<]*(?:<[!?][^>]*>[^<]*)*$)/, (end) => template() + end);
    expect(withTemplate).not.toBe(xml);
    const expected = digestsOfXmlsec(withTemplate);
    using tree = openXml(Buffer.from(withTemplate));
    const element = documentIds(tree).find('t');
    const signature = [...tree.root.children()].at(-1);
    if (element === null || signature === undefined) throw new Error('no element');
    const without = new Set([signature]);
    const actual = selections().flatMap((how) => [
      digest(canonicalBytes(element, how)),
      digest(canonicalBytes(tree, how, without)),
    ]);
    expect(actual).toEqual(expected);
  });

  it('has the canonical forms that xmllint prints', () => {
    const path = join(folder, 'document.xml');
    writeFileSync(path, xml);
    using tree = openXml(Buffer.from(xml));
    for (const [method, option] of XMLLINT_OPTIONS) {
      const printed = execFileSync('xmllint', ['--huge', option, path], { maxBuffer: 1 << 26, stdio: 'pipe' });
      expect(Buffer.from(canonicalBytes(tree, { method, withComments: true })).equals(printed)).toBe(true);
    }
  });
});

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}

/** The digests that xmlsec1 fills into the template. */
function digestsOfXmlsec(xml: string): string[] {
  const path = join(folder, 'template.xml');
  const key = join(folder, 'hmac');
  writeFileSync(path, xml);
  writeFileSync(key, 'key');
  const ids = ['t', 'urn:p:t', 'urn:d:t'].flatMap((name) => ['--id-attr:Id', name]);
  const signed = execFileSync('xmlsec1', ['--sign', '--hmackey', key, ...ids, path], { maxBuffer: 1 << 26 });
  return Array.from(signed.toString().matchAll(/<s:DigestValue>([^<]*)</g), ([, value]) => value ?? '');
}

/** Every method, without comments and with them, exclusive also with a list of prefixes. */
function selections(): Canonicalization[] {
  return METHODS.flatMap(([method]) => [
    { method, withComments: false },
    { method, withComments: true },
    ...(method === 'Exclusive C14N'
      ? [{ method, withComments: false, inclusivePrefixes: ['p', '#default', 'q'] }]
      : []),
  ]);
}

/** A signature with two references for each way, one to the element and one to the document without the signature. */
function template(): string {
  return (
    '<s:Signature xmlns:s="http://www.w3.org/2000/09/xmldsig#"><s:SignedInfo>' +
    '<s:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>' +
    '<s:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"/>' +
    `${selections().map(references).join('')}</s:SignedInfo><s:SignatureValue/></s:Signature>`
  );
}

function references({ method, withComments, inclusivePrefixes }: Canonicalization): string {
  const uri = METHODS.find(([name]) => name === method)?.[1] ?? '';
  const algorithm = withComments ? `${uri}${uri.endsWith('#') ? '' : '#'}WithComments` : uri;
  const list = inclusivePrefixes?.join(' ');
  const inclusive = list === undefined ? '' : `<e:InclusiveNamespaces xmlns:e="${uri}" PrefixList="${list}"/>`;
  const canonicalize = `<s:Transform Algorithm="${algorithm}">${inclusive}</s:Transform>`;
  const enveloped = '<s:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>';
  return (
    reference(withComments ? "#xpointer(id('t'))" : '#t', canonicalize) +
    reference(withComments ? '#xpointer(/)' : '', enveloped + canonicalize)
  );
}

function reference(uri: string, transforms: string): string {
  return (
    `<s:Reference URI="${uri}"><s:Transforms>${transforms}</s:Transforms>` +
    '<s:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><s:DigestValue></s:DigestValue></s:Reference>'
  );
}
