import { describe, expect, it } from 'vitest';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import { decodeBase64 } from './element-cursor.ts';

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
