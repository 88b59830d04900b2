import { describe, expect, it } from 'vitest';
import { canonicalBytes } from './canonicalize.ts';
import { unsignedPrefixes } from './unsigned-prefixes.ts';
import { openXml } from './xml-document.ts';

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

function prefixesOf(xml: string, inclusivePrefixes: readonly string[] = []): string[] {
  using tree = openXml(Buffer.from(xml));
  return unsignedPrefixes({ apex: tree, inclusivePrefixes });
}

function canonical(xml: string, inclusivePrefixes: readonly string[]): string {
  using tree = openXml(Buffer.from(xml));
  return Buffer.from(
    canonicalBytes(tree, { method: 'Exclusive C14N', withComments: false, inclusivePrefixes }),
  ).toString();
}

/** Each binds a prefix where no element or attribute is called by it, and maybe what was bound otherwise by a forger. */
const OPEN: Readonly<Record<string, readonly [xml: string, prefix: string, forged?: string]>> = {
  'a type': [`<r xmlns:x="urn:a" ${XSI}><v xsi:type="x:T"/></r>`, 'x'],
  'a type without a prefix': [`<p:r xmlns="urn:a" xmlns:p="urn:p" ${XSI}><p:v xsi:type="T"/></p:r>`, '#default'],
  'a name in an attribute': ['<r xmlns:x="urn:a"><v base="x:T"/></r>', 'x'],
  'a name in a text': ['<r xmlns:x="urn:a"><v>\n x:T </v></r>', 'x'],
  'one of several names': ['<r xmlns:x="urn:a"><v>T x:U</v></r>', 'x'],
  'a step of a path': ['<r xmlns:x="urn:a"><v select="T/x:U[1]"/></r>', 'x'],
  'a function in an expression': ['<r xmlns:x="urn:a"><v test="not(x:is(.))"/></r>', 'x'],
  'a colon by its number': ['<r xmlns:x="urn:a"><v>x&#58;T</v></r>', 'x'],
  'a comment in the name': ['<r xmlns:x="urn:a"><v>x<!-- -->:T</v></r>', 'x'],
  'a part of a text after an element': ['<r xmlns:x="urn:a">a:b<w>c:d</w>a:b<v>x:T</v></r>', 'x'],
  'a CDATA section': ['<r xmlns:x="urn:a"><v><![CDATA[x:T]]></v></r>', 'x'],
  'letters of other alphabets': ['<r xmlns:ж="urn:a"><v t="ж:Т"/></r>', 'ж'],
  'its own declaration': ['<r xmlns:x="urn:p"><x:v/><v xmlns:x="urn:a" t="x:T"/></r>', 'x'],
  'a use beside it': [
    '<r xmlns:x="urn:a"><x:v/><v t="x:T"/></r>',
    'x',
    '<r xmlns:x="urn:a"><x:v/><v xmlns:x="urn:b" t="x:T"/></r>',
  ],
  'a use below it': [
    '<r xmlns:x="urn:a"><v t="x:T"><x:v/></v></r>',
    'x',
    '<r xmlns:x="urn:b"><v t="x:T"><x:v xmlns:x="urn:a"/></v></r>',
  ],
  'an attribute of the document element': ['<r xmlns:x="urn:a" t="x:T"/>', 'x'],
};

describe.each(Object.entries(OPEN))('a prefix that nothing signs: %s', (_, [xml, prefix, forged]) => {
  const rebound = forged ?? xml.replace('"urn:a"', '"urn:b"');

  it('is found, and is what anybody can bind otherwise', () => {
    expect(prefixesOf(xml)).toEqual([prefix]);
    expect(canonical(rebound, [])).toBe(canonical(xml, []));
  });

  it('is signed where it is listed', () => {
    expect(prefixesOf(xml, [prefix])).toEqual([]);
    expect(canonical(rebound, [prefix])).not.toBe(canonical(xml, [prefix]));
  });
});

describe('nothing is found', () => {
  const closed: Readonly<Record<string, string>> = {
    'where the element has the prefix': '<r xmlns:x="urn:a"><x:v t="x:T"/></r>',
    'where an element around it has': '<x:r xmlns:x="urn:a"><v t="x:T">x:T</v></x:r>',
    'where an attribute has': '<r xmlns:x="urn:a"><v x:b="" t="x:T"/></r>',
    'where the prefix is not declared': '<r xmlns:y="urn:a"><v t="x:T" u="https://y/">x:T</v></r>',
    'in a sentence': '<r xmlns:x="urn:a"><v>Total x:T and more, x: 1</v></r>',
    'in an address or a name of many parts': '<r xmlns:x="urn:a"><v t="urn:x:T" u="x://y">12:30</v></r>',
    'without declarations': '<r><v t="x:T">x:T</v></r>',
    'of the prefix xml': '<r xmlns:x="urn:a"><v t="xml:lang"/></r>',
    'of a default namespace that is used': `<r xmlns="urn:a" ${XSI}><v xsi:type="T"/></r>`,
  };
  it.each(Object.entries(closed))('%s', (_, xml) => {
    expect(prefixesOf(xml)).toEqual([]);
  });
});

it('looks outwards of an element, and at nothing that is left out', () => {
  using tree = openXml(Buffer.from('<x:r xmlns:x="urn:a"><v t="x:T"/><w/></x:r>'));
  const [v, w] = [...tree.root.children()];
  if (v === undefined || w === undefined) throw new Error('no child');
  expect(unsignedPrefixes({ apex: v })).toEqual(['x']);
  expect(unsignedPrefixes({ apex: w })).toEqual([]);
  expect(unsignedPrefixes({ apex: tree })).toEqual([]);
  using other = openXml(Buffer.from('<r xmlns:x="urn:a"><v t="x:T"/></r>'));
  expect(unsignedPrefixes({ apex: other, without: new Set(other.root.children()) })).toEqual([]);
});

it('tells of all that it looked at', () => {
  using tree = openXml(Buffer.from(`<x:r xmlns:x="urn:a">${'<v t="x:T"/>'.repeat(5000)}</x:r>`));
  let nodes = 0;
  unsignedPrefixes({ apex: tree }, (count) => (nodes += count));
  expect(nodes).toBeGreaterThan(10_000);
});
