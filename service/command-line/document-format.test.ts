import { describe, expect, it } from 'vitest';
import { naturalFormat } from './document-format.ts';

const SIGNED_DATA = Buffer.from('3082060906092a864886f70d010702a0', 'hex');
const pdf = Buffer.from('%PDF-1.7\n');

describe('the natural format of a file', () => {
  it.each([
    ['PAdES', 'a PDF', pdf],
    ['PAdES', 'a PDF after other bytes', Buffer.concat([Buffer.from('0 or 1\n'), pdf])],
    ['CAdES', 'CMS around a PDF', Buffer.concat([SIGNED_DATA, pdf])],
    ['CAdES', 'CMS of indefinite length around a PDF', Buffer.concat([Buffer.from('308006092a', 'hex'), pdf])],
    ['CAdES', 'a ZIP file around a PDF', Buffer.concat([Buffer.from('PK\u0003\u0004'), pdf])],
    ['XAdES', 'XML', Buffer.from('<?xml version="1.0"?><order/>')],
    ['CAdES', 'HTML', Buffer.from('<!doctype html><p>')],
    ['CAdES', 'nothing', Buffer.alloc(0)],
  ])('is %s for %s', async (format, _name, content) => {
    expect(await naturalFormat(new Blob([Uint8Array.from(content)]))).toBe(format);
  });
});
