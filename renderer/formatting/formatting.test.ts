import { describe, expect, it } from 'vitest';
import { describeMetadata } from './audit.ts';
import { formatBytes } from './bytes.ts';
import { displayName, organisation, parseDistinguishedName } from './distinguished-name.ts';
import { detectKind, formatsFor, nameContradictsKind } from './file-kind.ts';
import { groupHex, shortenId } from './fingerprint.ts';
import { daysUntil, formatDuration, formatRelative, withLocalTimes } from './times.ts';
import { visibleName } from './visible-name.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('formatBytes', () => {
  it.each([
    [0, '0 bytes'],
    [1023, '1,023 bytes'],
    [1536, '1.5 KB'],
    [104_857_600, '100 MB'],
    [2_147_483_648, '2 GB'],
  ])('%i is %s', (size, words) => expect(formatBytes(size)).toBe(words));
});

describe('times', () => {
  it('in a sentence are turned into local ones, and everything else is left', () => {
    expect(withLocalTimes('It expired at 2026-11-20T07:13:30.322Z. Order 2026-11-20T1 stays.')).toMatch(
      /^It expired at \d{1,2} Nov 2026, \d\d:\d\d:\d\d \S+\. Order 2026-11-20T1 stays\.$/,
    );
  });

  const now = Date.parse('2026-11-21T12:00:00.000Z');
  it.each([
    ['2026-11-21T11:59:50.000Z', 'just now'],
    ['2026-11-21T11:48:00.000Z', '12 minutes ago'],
    ['2026-11-20T12:00:00.000Z', 'yesterday'],
    ['2026-11-21T12:01:00.000Z', 'in 1 minute'],
    // Noon where the test runs: of one moment the date is another one in some zones.
    [new Date(2026, 0, 5, 12).toISOString(), '5 Jan 2026'],
  ])('%s is %s', (iso, words) => expect(formatRelative(iso, now)).toBe(words));

  it.each([
    [64.2, '64 ms'],
    [1000, '1 s'],
    [1250, '1.3 s'],
    [200_000, '3 min 20 s'],
    [7_500_000, '2 h 5 min'],
  ])('%d ms is %s', (duration, words) => expect(formatDuration(duration)).toBe(words));

  it('counts whole days', () => {
    expect(daysUntil('2026-11-22T11:00:00.000Z', now)).toBe(0);
    expect(daysUntil('2026-11-20T11:00:00.000Z', now)).toBe(-2);
  });
});

describe('distinguished names', () => {
  it('undoes escapes, quotes and hex pairs (RFC 4514 2.4)', () => {
    expect(parseDistinguishedName('CN=Lu\\C4\\8Di\\C4\\87+E=a@b.c,O="Smith, Jones",OU=Sales\\, Linz')).toEqual([
      { type: 'CN', value: 'Lučić' },
      { type: 'E', value: 'a@b.c' },
      { type: 'O', value: 'Smith, Jones' },
      { type: 'OU', value: 'Sales, Linz' },
    ]);
  });

  it.each([
    ['SERIALNUMBER=1,CN=Anna Grüber,O=Works', 'Anna Grüber'],
    ['C=AT, O=Works', 'Works'],
    ['nothing', 'nothing'],
    ['CN=', 'CN='],
    ['\\', '\\'],
  ])('%s is shown as %s', (name, words) => expect(displayName(name)).toBe(words));

  it('names the organisation when it says more', () => {
    expect(organisation('CN=Anna,O=Works')).toBe('Works');
    expect(organisation('O=Works')).toBeNull();
  });
});

/** A local header with all its numbers, then the name and content of the first entry. */
const container = (type: string): Uint8Array => {
  const header = [0x50, 0x4b, 3, 4, ...new Uint8Array(26).fill(0xff)];
  return Uint8Array.from([...header, ...bytes(`mimetype${type}`), ...new Uint8Array(40).fill(0xfe)]);
};

describe('detectKind', () => {
  it.each([
    ['a PDF', bytes('%PDF-1.7\n'), 'pdf'],
    ['a PDF after junk', bytes(`${' '.repeat(300)}%PDF-1.4`), 'pdf'],
    ['XML with a declaration', bytes('\uFEFF<?xml version="1.0"?><a/>'), 'xml'],
    ['XML without', bytes('\n <ns:order x="1"/>'), 'xml'],
    ['XML in UTF-16', Uint8Array.from([0xff, 0xfe, 0x3c, 0, 0x61, 0, 0x2f, 0, 0x3e, 0]), 'xml'],
    ['HTML', bytes('<!DOCTYPE html><html>'), 'other'],
    ['HTML without doctype', bytes('<html lang="en">'), 'other'],
    ['ASiC-E', container('application/vnd.etsi.asic-e+zip'), 'asice'],
    ['ASiC-S', container('application/vnd.etsi.asic-s+zip'), 'asics'],
    ['another document in a ZIP', container('application/vnd.oasis.opendocument.text'), 'zip'],
    ['a ZIP', Uint8Array.from([0x50, 0x4b, 3, 4, 0]), 'zip'],
    [
      'CMS with a long length',
      Uint8Array.from([0x30, 0x82, 9, 9, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 13, 1, 7, 2]),
      'cms',
    ],
    [
      'CMS around a PDF',
      Uint8Array.from([0x30, 0x82, 9, 9, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 13, 1, 7, 2, ...bytes('%PDF-1.7')]),
      'cms',
    ],
    [
      'a container around a PDF',
      Uint8Array.from([...container('application/vnd.etsi.asic-e+zip'), ...bytes('%PDF-1.7')]),
      'asice',
    ],
    ['CMS as PEM', bytes('-----BEGIN PKCS7-----\n'), 'cms'],
    ['another DER sequence', Uint8Array.from([0x30, 3, 2, 1, 1]), 'other'],
    ['text', bytes('a < b'), 'other'],
    ['nothing', new Uint8Array(), 'other'],
  ] as const)('knows %s', (_, content, kind) => expect(detectKind(content)).toBe(kind));

  it('offers formats by kind', () => {
    expect(formatsFor('pdf')[0]).toBe('PAdES');
    expect(formatsFor('xml')[0]).toBe('XAdES');
    expect(formatsFor('zip')[0]).toBe('CAdES');
    expect(formatsFor('asice')[0]).toBe('ASiC_E');
    expect(formatsFor('asics')[0]).toBe('ASiC_S');
  });

  it('warns of names that promise something else', () => {
    expect(nameContradictsKind('a.PDF', 'pdf')).toBe(false);
    expect(nameContradictsKind('a.PDF', 'other')).toBe(true);
    expect(nameContradictsKind('a.csv', 'other')).toBe(false);
  });
});

describe('short forms', () => {
  it('groups hex and shortens ids', () => {
    expect(groupHex('ABCDEF0123')).toBe('ABCD EF01 23');
    expect(shortenId('1f0c9d7e-8a52-4c0e-9f3a-6d1d0b7c2a11')).toBe('1f0c9d7e…2a11');
    expect(shortenId('desk-card')).toBe('desk-card');
  });

  it('reads audit metadata in one line', () => {
    const metadata = {
      retryCount: 2,
      errorCode: null,
      isFinal: false,
      attempt: 1,
      size: 1536,
      waitReason: 'PIN_ASKED',
    };
    const values = { size: (bytes: string | number) => `${String(bytes)} B`, waitReason: () => 'a PIN' };
    expect(describeMetadata(metadata, { names: { attempt: 'try' }, values, yes: 'yes', no: 'no' })).toBe(
      'retry count 2 · is final no · try 1 · size 1536 B · wait reason a PIN',
    );
  });
});

describe('names of files in containers', () => {
  it('show what would turn them round or hide in them', () => {
    expect(visibleName('\u202egpj.exe')).toBe('\ufffdgpj.exe');
    expect(visibleName('order\u200b.txt\u2066')).toBe('order\ufffd.txt\ufffd');
    expect(visibleName('Rechnung März/日本語 \u{1f468}\u200d\u{1f469}.pdf')).toBe(
      'Rechnung März/日本語 \u{1f468}\u200d\u{1f469}.pdf',
    );
  });
});
