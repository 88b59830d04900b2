import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { HandOver } from '../contract/http/hand-over.ts';
import { PLAIN_FACTS } from '../contract/http/inspection.ts';
import { REPORT_LANGUAGES } from '../contract/vocabulary/report-languages.ts';
import { drawReport } from './draw-report.ts';

const sheet = (fileName: string): HandOver => ({
  ...{ fileName, size: 1234, sha256: 'ab'.repeat(32), originals: [], station: 'desk:5080', stationVersion: '0.1.0' },
  inspection: {
    ...PLAIN_FACTS,
    detected: 'PlainFile',
  },
  checkedAt: '2026-03-04T05:06:07.000Z',
});

/** How often a text is drawn: by its glyphs, as the map of the font tells them. */
function drawn(pdf: Uint8Array, text: string): number {
  const streams = Buffer.from(pdf)
    .toString('latin1')
    .split('/Filter /FlateDecode')
    .slice(1)
    .map((part) => Buffer.from(part.slice(part.indexOf('stream\n') + 7, part.indexOf('\nendstream')), 'latin1'))
    .map((packed) => inflateSync(packed).toString('latin1'));
  const map = streams.find((stream) => stream.includes('begincmap')) ?? '';
  const glyphs = new Map(
    [...map.matchAll(/^<(\w{4})> <(\w{4})>$/gm)].map(([, glyph = '', code = '']) => [
      String.fromCharCode(Number.parseInt(code, 16)),
      glyph,
    ]),
  );
  const codes = Array.from(text, (character) => glyphs.get(character) ?? '????').join('');
  return (
    streams
      .filter((stream) => stream.startsWith('BT'))
      .join('')
      .split(codes).length - 1
  );
}

describe('drawReport', () => {
  const said = {
    en: ['This file is not signed', '2 files', '2 not signed'],
    de: ['Diese Datei ist nicht signiert', '2 Dateien', '2 nicht signiert'],
    fr: ['Ce fichier n’est pas signé', '2 fichiers', '2 non signés'],
    es: ['Este archivo no está firmado', '2 archivos', '2 sin firmar'],
  } as const;

  it.each(REPORT_LANGUAGES)('writes what the pages say in %s, several files with a summary', async (language) => {
    const { fileName, bytes } = await drawReport([sheet('one.txt'), sheet('two.txt')], language);
    const [verdict, files, count] = said[language];
    expect(fileName).toBe(`${files}.verification.pdf`);
    const file = Buffer.from(bytes).toString('latin1');
    expect(file).toContain(`/Lang (${language})`);
    // The summary and each file have a page of their own.
    expect(file.match(/\/Type \/Page /g)).toHaveLength(3);
    for (const words of [verdict, count, 'one.txt', 'two.txt', 'desk:5080 (0.1.0)']) {
      expect([words, drawn(bytes, words)]).not.toEqual([words, 0]);
    }
  });

  it('is of one file by its name, without a summary', async () => {
    const { fileName, bytes } = await drawReport([sheet('one.txt')], 'en');
    expect(fileName).toBe('one.txt.verification.pdf');
    expect(drawn(bytes, '1 not signed')).toBe(0);
    // The file is said once and in the foot of its one page.
    expect(drawn(bytes, 'one.txt')).toBe(2);
  });
});
