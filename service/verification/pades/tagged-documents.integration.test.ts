import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { printedPdf } from '../../../e2e/documents/pdf/tool-pdfs.ts';
import { soundTrees, taggedPdf } from '../../codecs/pdf/structure/tagged-pdf.suite.ts';
import { makeSigner, verifyWith } from './signed-pdf.suite.ts';
import { signAsStation } from './station-signature.suite.ts';

const fixture = makeSigner();
const folder = mkdtempSync(join(tmpdir(), 'tagged-'));
afterAll(() => {
  fixture.remove();
  rmSync(folder, { recursive: true, force: true });
});

function run(command: string, parameters: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, { encoding: 'latin1', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return stdout;
}

function saved(name: string, pdf: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, pdf);
  return path;
}

/** The structure with its text as poppler finds it, a line each. */
function structureOf(pdf: Uint8Array): string[] {
  return run('pdfinfo', ['-struct-text', saved('structure.pdf', pdf)])
    .trimEnd()
    .split('\n');
}

/** Poppler reads everything that was there, and the stamp's widget after it. */
function expectStampAtTheEnd(before: Uint8Array, after: Uint8Array): void {
  const older = structureOf(before).filter((line) => line !== '');
  const newer = structureOf(after);
  expect(newer.slice(0, older.length)).toEqual(older);
  expect(newer.slice(older.length)).toEqual([
    expect.stringMatching(/^ *Form$/),
    expect.stringMatching(/^ *Object \d+ 0$/),
  ]);
}

function expectSound(pdf: Uint8Array, signatures: number): void {
  const path = saved('signed.pdf', pdf);
  expect(run('qpdf', ['--check', path])).toContain('No syntax or stream encoding errors');
  const report = run('pdfsig', ['-nocert', path]);
  expect(report.split('Signature Validation: Signature is Valid.')).toHaveLength(signatures + 1);
  expect(verifyWith(fixture, pdf).overallStatus).toBe('VALID');
}

describe('a stamp in a tagged document', () => {
  it.each(Object.entries(soundTrees()))('%s: is read after everything else', (_, { pdf }) => {
    const signed = signAsStation(pdf, fixture.signer, true);
    expectStampAtTheEnd(pdf, signed);
    expectSound(signed, 1);
  });

  it('is read after everything else that Chromium printed, also when a second one follows', () => {
    const printed = readFileSync(printedPdf(folder));
    const signed = signAsStation(printed, fixture.signer, true);
    expectStampAtTheEnd(printed, signed);
    const again = signAsStation(signed, fixture.signer, true);
    expect(structureOf(again)).toEqual(structureOf(signed));
    expectSound(again, 2);
  });

  it.each([
    ['RC4', ['', 'x', '128', '--use-aes=n']],
    ['AES-128', ['', 'x', '128', '--use-aes=y']],
    ['AES-256', ['', 'x', '256']],
  ])('says in one encrypted by %s what it shows, encrypted as well', (_, choice) => {
    const titled = taggedPdf({ pieces: { 22: '<</Type /StructElem /S /P /P 21 0 R /Pg 3 0 R /K 0 /Alt (ten)>>' } });
    const encrypted = join(folder, 'encrypted.pdf');
    const input = saved('input.pdf', titled);
    run('qpdf', [input, '--allow-weak-crypto', '--object-streams=generate', '--encrypt', ...choice, '--', encrypted]);
    const before = readFileSync(encrypted);
    const signed = signAsStation(before, fixture.signer, true);
    expectStampAtTheEnd(before, signed);
    expectSound(signed, 1);
    const json = JSON.stringify(JSON.parse(run('qpdf', ['--json', '--decrypt', join(folder, 'signed.pdf')])));
    expect(json).toMatch(/"\/Alt":"u:Digitally signed by Ann Test\\n2026-03-04 05:06:07 UTC\+00:00\\nok"/);
    expect(json).toContain('"/Alt":"u:ten"');
    expect(signed.includes(Buffer.from('Digitally signed by Ann').toString('hex').toUpperCase())).toBe(false);
  });
});
