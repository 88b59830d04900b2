import { describe, expect, it } from 'vitest';
import { endOfElement } from './element-end.ts';
import { openXml } from './xml-document.ts';

const TEXT =
  '<?xml version="1.0"?><!-- <a> --><a x="1 > 0"><?pi <b> ?><b><c y=\'"/>\'/></b><![CDATA[</a><b>]]><b ><c></c></b></a>';

describe('the end of an element', () => {
  it.each([
    ['a', 0, '</a>', false],
    ['b', 0, '</b><![CDATA[', false],
    ['c', 0, '/></b>', true],
    ['b', 1, '</b></a>', false],
    ['c', 1, '</c>', false],
  ])('%s, number %i', (name, number, rest, isEmptyTag) => {
    const bytes = Buffer.from(TEXT);
    using tree = openXml(bytes);
    const element = [...tree.elements()].filter(({ localName }) => localName === name)[number] ?? tree.root;
    const end = endOfElement(element);
    expect(end.isEmptyTag).toBe(isEmptyTag);
    expect(TEXT.slice(end.offset).startsWith(rest)).toBe(true);
  });
});
