import { expect, it } from 'vitest';
import { hasDividedText } from './divided-texts.ts';
import { openXml } from './xml-document.ts';

function isDivided(text: string, without: string | null = null): boolean {
  using tree = openXml(Buffer.from(text));
  const leftOut = [...tree.elements()].filter(({ localName }) => localName === without);
  return hasDividedText(tree, new Set(leftOut));
}

it.each([
  '<a>1<!---->00</a>',
  '<a><!--9999-->100</a>',
  '<a><b/><c>1<!--x--> <!--y-->0</c></a>',
  '<a>1<!--x--><![CDATA[0]]></a>',
  '<a>1<!--x--><?p?>0</a>',
  '<a><!--x-->&#48;</a>',
])('finds a comment before more of a text: %s', (text) => {
  expect(isDivided(text)).toBe(true);
});

it.each([
  '<!--x--><a>100</a><!--x-->',
  '<a>100<!--x--></a>',
  '<a>100<!--x--> </a>',
  '<a> <!--x--> <b>1</b></a>',
  '<a>one <!--x--> two <b>three</b></a>',
  '<a>1<?p?>00</a>',
  '<a>1<![CDATA[<!--x-->]]>00</a>',
])('but none that divides nothing: %s', (text) => {
  expect(isDivided(text)).toBe(false);
});

it('leaves out what is not signed', () => {
  expect(isDivided('<a><s>1<!--x-->0</s></a>', 's')).toBe(false);
  expect(isDivided('<a><s>1<!--x-->0</s></a>', 'b')).toBe(true);
});

it('looks at elements with many comments once', () => {
  const nodes: number[] = [];
  using tree = openXml(Buffer.from(`<a>${'<!--x-->1'.repeat(20_000)}<b/></a>`));
  const startedAt = performance.now();
  expect(hasDividedText(tree, new Set(), (count) => nodes.push(count))).toBe(false);
  expect(nodes.reduce((sum, count) => sum + count, 0)).toBe(tree.size);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
