import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import { postParts, startTestStation, type Part, type TestStation } from './test-station.suite.ts';

let languages: string[];
let station: TestStation;
beforeEach(async () => {
  languages = [];
  station = await startTestStation({
    overrides: {
      drawReport(sheets, language) {
        languages.push(language);
        const names = sheets.map(({ fileName, station: asked }) => `${asked} ${fileName}`);
        return Promise.resolve({ fileName: 'zwei – Dateien.pdf', bytes: Buffer.from(names.join(', ')) });
      },
    },
  });
});
afterEach(() => station.stop());

const post = (...parts: readonly Part[]): Promise<Response> => postParts(`${station.api}/reports`, parts);

describe('POST /reports', () => {
  it('answers one report on all files, under its own name', async () => {
    const response = await post(['language', 'fr'], ['file', 'x', 'a.pdf'], ['file', 'y', 'b.pdf']);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''zwei%20%E2%80%93%20Dateien.pdf");
    const host = new URL(station.url).host;
    expect(await response.text()).toBe(`${host} a.pdf, ${host} b.pdf`);
    expect(languages).toEqual(['fr']);
    expect(await station.store.keys()).toEqual([]);
  });

  it('is in English where no language is named', async () => {
    expect((await post(['file', 'x', 'a.pdf'])).status).toBe(200);
    expect(languages).toEqual(['en']);
  });

  const many = Array.from({ length: 21 }, (_, index): Part => ['file', 'x', `${index}.pdf`]);
  it.each<[string, readonly Part[]]>([
    ['no file', [['originalFile', 'x', 'x']]],
    ['an empty file', [...many.slice(0, 2), ['file', '', 'x']]],
    ['a file too many', many],
    [
      'a language that it does not speak',
      [
        ['language', 'it'],
        ['file', 'x', 'x'],
      ],
    ],
    [
      'a field that it does not know',
      [
        ['format', 'PAdES'],
        ['file', 'x', 'x'],
      ],
    ],
  ])('refuses a form with %s', async (_, parts) => {
    const response = await post(...parts);
    expect(response.status).toBe(400);
    expect(ProblemDetails.parse(await response.json()).errorCode).toBe('SIGNATURE_REQUEST_INVALID');
    expect(languages).toEqual([]);
  });
});
