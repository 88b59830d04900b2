import { describe, expect, it } from 'vitest';
import { freeName, safeName } from './download-names.ts';

describe('safeName', () => {
  it.each([
    ['contract-signed.pdf', 'contract-signed.pdf'],
    ['žádost 1.pdf.p7m', 'žádost 1.pdf.p7m'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\evil.exe', 'evil.exe'],
    ['.bashrc', 'bashrc'],
    ['..', 'document'],
    ['', 'document'],
    ['a\u0000b\r\n.pdf', 'ab.pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['con.pdf', '_con.pdf'],
    ['LPT1', '_LPT1'],
    ['console.pdf', 'console.pdf'],
    ['what?*.pdf. ', 'what.pdf'],
    [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(236)}.pdf`],
    [`${'ž'.repeat(125)}.pdf.p7m`, `${'ž'.repeat(116)}.pdf.p7m`],
    [`${'a'.repeat(235)}👩‍⚖️.pdf`, `${'a'.repeat(235)}.pdf`],
  ])('%j becomes %j', (offered, safe) => expect(safeName(offered)).toBe(safe));
});

describe('freeName', () => {
  it.each([
    ['a.pdf', ['b.pdf'], 'a.pdf'],
    ['a.pdf', ['a.pdf'], 'a (1).pdf'],
    ['a.pdf', ['a.pdf', 'a (1).pdf'], 'a (2).pdf'],
    ['a.docx.p7m', ['a.docx.p7m'], 'a (1).docx.p7m'],
    ['v1.2 of the contract.pdf', ['v1.2 of the contract.pdf'], 'v1.2 of the contract (1).pdf'],
    ['name', ['name'], 'name (1)'],
  ])('%s where there are %j', (name, taken, free) => {
    expect(freeName(name, (candidate) => taken.includes(candidate))).toBe(free);
  });
});

it('leaves room for a number in what a disk takes, 255 bytes', () => {
  const long = safeName(`${'ž'.repeat(124)}x.p7s.tsr`);
  const free = freeName(long, (candidate) => candidate === long);
  expect(free).toMatch(/ \(1\)\.p7s\.tsr$/);
  expect(Buffer.byteLength(free)).toBeLessThanOrEqual(255);
});
