import { describe, expect, it } from 'vitest';
import { MAX_SHOWN_TEXT, pictureType, readableText, sha256Of } from './readable-text.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

describe('a text that is looked at', () => {
  it('is shown as it is', () => {
    const text = 'Zahle 100 €\r\n\tan Anna <b>Grüber</b> 漢字 🖋';
    expect(readableText(bytesOf(text))).toEqual({ text, isWhole: true });
    expect(readableText(new Uint8Array([0xff, 0xfe, 0x41, 0]))?.text).toBe('A');
  });

  it('hides and reorders nothing', () => {
    expect(readableText(bytesOf('pay \u202e001\u202c'))?.text).toBe('pay ⟦U+202E⟧001⟦U+202C⟧');
    expect(readableText(bytesOf('a\u200bb\u00adc\u001b[8md'))?.text).toBe('a⟦U+200B⟧b⟦U+00AD⟧c⟦U+001B⟧[8md');
    expect(readableText(bytesOf('10\u2066 000'))?.text).toBe('10⟦U+2066⟧ 000');
  });

  it('is none where the bytes are none', () => {
    expect(readableText(new Uint8Array([0xff, 0x41]))).toBeNull();
    expect(readableText(bytesOf('a\u0000b'))).toBeNull();
  });

  it('says when it is cut', () => {
    const shown = readableText(bytesOf('x'.repeat(MAX_SHOWN_TEXT + 1)));
    expect([shown?.text.length, shown?.isWhole]).toEqual([MAX_SHOWN_TEXT, false]);
  });
});

it('knows pictures by their bytes, and takes no drawing with scripts for one', () => {
  expect(pictureType(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe('image/jpeg');
  expect(pictureType(bytesOf('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'))).toBeNull();
});

it('hashes the bytes', async () => {
  expect(await sha256Of(bytesOf('contract'))).toBe('cc8321d6375c494d043fdd0260f21bc0ec51dacc9f6abb7f909cdcd3041b78bf');
});
