import { describe, expect, it } from 'vitest';
import { canonicalize, type Canonicalization } from './canonicalize.ts';
import { openXml, type XmlElement, type XmlTree } from './xml-document.ts';

const INCLUSIVE = { method: 'C14N 1.0', withComments: false } as const;
const EXCLUSIVE = { method: 'Exclusive C14N', withComments: false } as const;
const LINE = '<a b="1"><c>x &amp; y</c>z<d></d></a>';
/** A namespace declaration counts as much as six nodes. */
const DECLARATION = 6;

/** The canonical form of a document, and how many nodes were looked at for it. */
function written(xml: string, how: Canonicalization, leftOut: (tree: XmlTree) => XmlElement[] = () => []) {
  using tree = openXml(Buffer.from(xml));
  let [text, visited] = ['', 0];
  const sink = (bytes: Uint8Array): void => void (text += Buffer.from(bytes).toString());
  canonicalize(tree, how, sink, new Set(leftOut(tree)), (nodes) => (visited += nodes));
  return { text, visited };
}

describe('an element that is its own canonical form', () => {
  it('is copied as a whole, whatever is in it', () => {
    for (const how of [INCLUSIVE, EXCLUSIVE]) {
      const xml = `<r xmlns="urn:r">${LINE.repeat(10)}</r>`;
      expect(written(xml, how)).toEqual({ text: xml, visited: 10 + DECLARATION });
    }
  });

  it('is written in parts where a part of it is left out', () => {
    const first = (tree: XmlTree): XmlElement[] => [...tree.elementsNamed('', 'd')].slice(0, 1);
    const { text, visited } = written(`<r>${LINE}${LINE}</r>`, EXCLUSIVE, first);
    expect(text).toBe(`<r>${LINE.replace('<d></d>', '')}${LINE}</r>`);
    // Of the first line it and its three children, of the other one itself.
    expect(visited).toBe(4 + 1);
  });

  it('is written where more parts are left out than a call has arguments', () => {
    const { text } = written(`<r>${'<d></d>'.repeat(130_000)}<e></e></r>`, EXCLUSIVE, (tree) => [
      ...tree.elementsNamed('', 'd'),
    ]);
    expect(text).toBe('<r><e></e></r>');
  });

  it.each([
    ['a comment', '<c>x<!-- y --></c>', '<c>x</c>'],
    ['an empty-element tag', '<c/>', '<c></c>'],
    ['space in an end tag', '<c>x</c >', '<c>x</c>'],
    ['space in a start tag', '<c >x</c>', '<c>x</c>'],
    ['a CDATA section', '<c><![CDATA[<]]></c>', '<c>&lt;</c>'],
    ['a reference that is written otherwise', '<c>&#65;</c>', '<c>A</c>'],
    ['an apostrophe around a value', "<c d='1'></c>", '<c d="1"></c>'],
    ['attributes in another order', '<c e="1" d="2"></c>', '<c d="2" e="1"></c>'],
    ['a declaration', '<c xmlns="urn:c"></c>', '<c xmlns="urn:c"></c>'],
  ])('is none around %s, while what follows is', (_, part, canonical) => {
    for (const how of [INCLUSIVE, EXCLUSIVE]) {
      const around = (inner: string): string => `<r><b><s>${inner}</s>${LINE.repeat(10)}</b>${LINE.repeat(10)}</r>`;
      const { text, visited } = written(around(part), how);
      expect(text).toBe(around(canonical));
      expect(visited).toBeLessThan(20 + 3 + 3 + DECLARATION);
    }
  });

  it('has one namespace: exclusive forms declare another where it is first used', () => {
    const xml = '<r xmlns="urn:r" xmlns:p="urn:p"><a><p:b><p:c></p:c></p:b></a><a><c></c></a></r>';
    const declared = xml.replace(' xmlns:p="urn:p"', '').replace('<p:b', '<p:b xmlns:p="urn:p"');
    expect(written(xml, EXCLUSIVE).text).toBe(declared);
    expect(written(xml, INCLUSIVE).text).toBe(xml);
  });
});

describe('the memory of a document that was closed', () => {
  it('is that of the next one, which sees nothing of what was there', () => {
    const before = openXml(Buffer.from(`<r>${'<a b="1">&lt;x</a>'.repeat(1_000)}</r>`));
    const { bytes } = before.nodes;
    before[Symbol.dispose]();
    for (const xml of ['<s>y</s>', '<s c="2"></s>', '<s>&amp;y</s>']) {
      using tree = openXml(Buffer.from(xml));
      expect(tree.nodes.bytes.buffer).toBe(bytes.buffer);
      expect(written(xml, EXCLUSIVE).text).toBe(xml);
      expect(tree.root.attributes()).toHaveLength(xml.includes('c=') ? 1 : 0);
      expect(tree.nodes.nextAttribute(tree.size + 1)).toBe(0);
    }
    for (const broken of ['<s>y', '<s', '<s c="2', '<s><!-', '<s>&am']) {
      expect(() => openXml(Buffer.from(broken))).toThrow(expect.objectContaining({ code: 'XML_STRUCTURE_INVALID' }));
    }
  });

  it('is not taken by two that are open at a time', () => {
    using one = openXml(Buffer.from('<r a="1">x</r>'));
    using other = openXml(Buffer.from('<s b="2">y</s>'));
    expect(one.nodes.bytes.buffer).not.toBe(other.nodes.bytes.buffer);
    expect([one.root.plainText(), other.root.plainText()]).toEqual(['x', 'y']);
  });
});
