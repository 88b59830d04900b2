import { expect, it } from 'vitest';
import { openXml } from '../../../service/codecs/xmldsig/xml-document.ts';
import { freeIds } from './data-object.ts';
import { identifiersOf } from './identifiers.ts';

const key = { certificate: Buffer.from('the signer') } as unknown as Parameters<typeof identifiersOf>[0]['key'];
const at = new Date('2026-11-26T08:00:00Z');
const digest = Buffer.from('what is signed');
const first = identifiersOf({ key, at })(digest).signature;

it('makes the same of the same, and others of another document, signer or second', () => {
  expect(identifiersOf({ key, at })(digest).signature).toBe(first);
  const others = [
    identifiersOf({ key, at })(Buffer.from('something else')),
    identifiersOf({ key: { ...key, certificate: Buffer.from('another') }, at })(digest),
    identifiersOf({ key, at: new Date('2026-11-26T08:00:01Z') })(digest),
    identifiersOf({ key, at }, 1)(digest),
  ];
  expect(new Set([first, ...others.map(({ signature }) => signature)]).size).toBe(5);
});

it('makes others at each call, and beside those that a document has', () => {
  const makeIds = identifiersOf({ key, at });
  expect([makeIds(digest).signature, makeIds(digest).signature]).toEqual([first, expect.not.stringMatching(first)]);
  using tree = openXml(Buffer.from(`<r><a ID="r-${first}"/></r>`));
  const { signature } = freeIds(tree, identifiersOf({ key, at }), digest);
  expect(signature).not.toBe(first);
});
