import { afterAll, describe, expect, it } from 'vitest';
import { formatDate } from '../../codecs/pdf/dates.ts';
import { contractPdf } from './contract-pdf.suite.ts';
import { makeSigner, signPdf, verifyWith } from './signed-pdf.suite.ts';

/** The dictionary's /M, which every viewer shows, against the time of the certificate: 31 December 2025 until 2045. */

const fixture = makeSigner();
afterAll(() => {
  fixture.remove();
});

const claiming = (entry: string, subFilter = 'ETSI.CAdES.detached'): ReturnType<typeof verifyWith> =>
  verifyWith(fixture, signPdf(contractPdf(), fixture.signer, { kind: `/Type /Sig /SubFilter /${subFilter} ${entry}` }));
const at = (text: string): string => `/M (${formatDate(new Date(text))})`;

const OUTSIDE: Readonly<Record<string, string>> = {
  'years before': at('2019-05-01T00:00:00Z'),
  'two days before': at('2025-12-29T00:00:00Z'),
  'years after': at('2050-01-01T00:00:00Z'),
  'two days after': at('2046-01-02T00:00:00Z'),
  'of another century': '/M (D:19990101000000Z)',
  'a year alone': '/M (D:2021)',
  'without a zone': '/M (D:20190501120000)',
  'in a zone': "/M (D:20190501120000+02'00')",
  'in digits': '/M <443A32303139303530313132303030305A>',
  'in UTF-16': `/M <FEFF${Buffer.from('D:20190501120000Z', 'latin1').toString('hex').replace(/../g, '00$&')}>`,
};

describe('a claimed time at which the certificate was not valid', () => {
  it.each(Object.entries(OUTSIDE))('%s', (_what, entry) => {
    for (const subFilter of ['ETSI.CAdES.detached', 'adbe.pkcs7.detached']) {
      const report = claiming(entry, subFilter);
      expect(report).toMatchObject({
        ...{ overallStatus: 'INDETERMINATE', isValid: false, signature: { cryptoValid: true } },
        detail: 'The signature claims a time at which its certificate was not valid.',
      });
      expect(report.reasonCodes).toContain('SIG_SIGNING_TIME_IMPLAUSIBLE');
      // What the level rests on is as it was.
      if (subFilter.startsWith('ETSI')) expect(report.signatures[0]?.profileReached).toBe('B');
    }
  });
});

describe('a claimed time says nothing against the signature', () => {
  it.each([
    ['within', at('2026-06-01T00:00:00Z')],
    ['as the certificate begins', at('2025-12-31T00:00:00Z')],
    ['as it ends', at('2045-12-31T00:00:00Z')],
    ['of another zone, which is not told', '/M (D:20251230130000)'],
    ['none', ''],
    ['no date', '/M (yesterday)'],
    ['no text', '/M 2019'],
  ])('%s', (_what, entry) => {
    const report = claiming(entry);
    expect(report.overallStatus).toBe('VALID');
    expect(report.reasonCodes).not.toContain('SIG_SIGNING_TIME_IMPLAUSIBLE');
  });
});
