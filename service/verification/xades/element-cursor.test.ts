import { describe, expect, it } from 'vitest';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import { openXml } from '../../codecs/xmldsig/xml-document.ts';
import { decodeBase64, trimmedText } from './element-cursor.ts';

describe('decodeBase64', () => {
  it('reads over the white space of XML, wherever it stands', () => {
    const bytes = decodeBase64(' \tQUF\r\nB\nQg=\n= ', 'a test');
    expect(Buffer.from(bytes).toString()).toBe('AAAB');
    expect(decodeBase64('\n', 'a test')).toHaveLength(0);
  });

  it.each([
    ['half a group', 'QUF'],
    ['spare bits', 'QUE/QR=='],
    ['another alphabet', 'QUF_'],
    ['a space of another kind', 'QUFB\u00a0'],
    ['a letter whose low byte is a letter of base64', 'QUF\u0142'],
    ['text after the padding', 'QQ==QQ=='],
  ])('refuses %s', (_what, text) => {
    expect(() => decodeBase64(text, 'a test')).toThrow(XmlError);
  });
});

describe('trimmedText', () => {
  it.each([
    ['white space of XML', ' \t\r\n2026-01-01 \n', '2026-01-01'],
    ['nothing of another kind', '\u00a0x\u2003', '\u00a0x\u2003'],
    ['nothing between', 'a \n b', 'a \n b'],
    ['all of it', ' \n\t ', ''],
    ['a million blanks that are not at an end', `x${' '.repeat(1_000_000)}y`, `x${' '.repeat(1_000_000)}y`],
  ])('cuts off %s', (_what, text, expected) => {
    using tree = openXml(Buffer.from(`<a>${text.replaceAll('\r', '&#13;')}</a>`));
    expect(trimmedText(tree.root) === expected).toBe(true);
  });
});
