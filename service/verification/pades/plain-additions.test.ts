import { afterAll, describe, expect, it } from 'vitest';
import { certified, contractPdf } from './contract-pdf.suite.ts';
import { filledForm, line } from './filled-form.suite.ts';
import { makeSigner, replaceObject, signPdf, verifyWith } from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

function verdict(pdf: Uint8Array): string {
  const { overallStatus, reasonCodes } = verifyWith(fixture, pdf);
  return overallStatus === 'VALID' ? 'VALID' : `${overallStatus} ${reasonCodes[0] ?? ''}`;
}

const WIDGET = '/Type /Annot /Subtype /Widget /F 4 /Rect [100 300 300 360]';
const SIGNATURE = `${WIDGET} /FT /Sig /T (Buyer)`;
const TEXT = `${WIDGET} /FT /Tx /T (name)`;

/** A field of the form, on page 3, that does not say so, as iText 5 makes them; object 8 is a second page. */
const form = (field: string): Buffer =>
  contractPdf({
    2: '<</Type /Pages /Kids [3 0 R 8 0 R] /Count 2 /MediaBox [0 0 595.28 841.89]>>',
    7: `<<${field}>>`,
    8: '<</Type /Page /Parent 2 0 R>>',
  });

const FIRST: Readonly<Record<string, (pdf: Buffer) => Buffer>> = {
  'an approval': (pdf) => signPdf(pdf, signer, { name: 'First' }),
  'a certification for filling in': (pdf) => certified(signer, 2, pdf),
};

describe.each(Object.entries(FIRST))('after %s a field that did not name its page', (_, first) => {
  it('is signed, and names it', () => {
    const signed = first(form(SIGNATURE));
    expect(verdict(signPdf(signed, signer, { existingField: 7, fieldEntries: '/P 3 0 R' }))).toBe('VALID');
  });

  it('names it', () => {
    for (const field of [SIGNATURE, TEXT]) {
      expect(verdict(replaceObject(first(form(field)), 7, `<<${field} /P 3 0 R>>`))).toBe('VALID');
    }
  });

  it('is filled in, and names it', () => {
    const filled = replaceObject(first(form(TEXT)), 7, `<<${TEXT} /V (Bob) /P 3 0 R>>`);
    expect(verdict(filled)).toMatch(/^INDETERMINATE PDF_(UNREGULATED|PERMITTED)_CHANGE/);
  });

  it.each(['8 0 R', '2 0 R', '99 0 R', '4 0 R', 'null', '(x)', '1 0 R'])('names something else: %s', (page) => {
    for (const field of [SIGNATURE, TEXT]) {
      expect(verdict(replaceObject(first(form(field)), 7, `<<${field} /P ${page}>>`))).not.toBe('VALID');
      expect(verdict(replaceObject(first(form(field)), 7, `<<${field} /V (Bob) /P ${page}>>`))).not.toBe('VALID');
    }
    const signed = first(form(SIGNATURE));
    const later = signPdf(signed, signer, { existingField: 7, fieldEntries: `/P ${page}` });
    expect(verdict(later)).toMatch(/^IN(VALID|DETERMINATE)/);
  });

  it('named another one before', () => {
    const signed = first(form(`${SIGNATURE} /P 8 0 R`));
    const field = `<<${SIGNATURE} /P 3 0 R>>`;
    expect(verdict(replaceObject(signed, 7, field))).toContain('INVALID');
  });
});

describe('a lock that comes with the signature in an empty field', () => {
  const lock = '/Lock <</Type /SigFieldLock /Action /All>>';

  it('breaks nothing', () => {
    const signed = signPdf(form(`${SIGNATURE} /P 3 0 R`), signer, { name: 'First' });
    expect(verdict(signPdf(signed, signer, { existingField: 7, fieldEntries: lock }))).toBe('VALID');
  });

  it('is nothing that may come alone', () => {
    const signed = signPdf(form(`${SIGNATURE} /P 3 0 R`), signer, { name: 'First' });
    expect(verdict(replaceObject(signed, 7, `<<${SIGNATURE} /P 3 0 R ${lock}>>`))).toContain('INVALID');
  });
});

describe('the first option in sight (TI), written with the value', () => {
  const options = '/Opt [(One) (Two)]';

  it('means nothing in a combo box', () => {
    const field = `/FT /Ch /Ff 131072 ${options}`;
    const pdf = filledForm(signer, { field, value: '(Two)', entries: '/TI 0', content: line('Two') });
    expect(verdict(pdf)).toBe('VALID');
  });

  it('leaves a list open, which could be drawn from another option on', () => {
    const ground = '0.6 0.757 0.855 rg 1 6.6 198 6 re f';
    const texts = 'BT /Helv 5 Tf 0 g 2 14 Td (One) Tj 0 -6 Td (Two) Tj ET';
    const content = `/Tx BMC q 1 1 198 18 re W n ${ground} ${texts} Q EMC`;
    const filling = { field: `/FT /Ch ${options}`, value: '(Two)', content };
    expect(verdict(filledForm(signer, { ...filling, entries: '/I [1]' }))).toBe('VALID');
    expect(verdict(filledForm(signer, { ...filling, entries: '/I [1] /TI 1' }))).toBe(
      'INDETERMINATE PDF_PERMITTED_CHANGE',
    );
  });

  it('is nothing for a text field', () => {
    expect(verdict(filledForm(signer, { entries: '/TI 0', content: line('Bob') }))).toContain('INVALID');
  });
});

describe('defaults that are written down', () => {
  const fields = { 'a text field': TEXT, 'an empty signature field': SIGNATURE.replace('/F 4 ', '') };
  const defaults = '/Ff 0 /BS <</S /S /W 1>>';

  it.each(Object.entries(fields))('in %s', (_, field) => {
    const signed = signPdf(form(`${field} /P 3 0 R`), signer, { name: 'First' });
    for (const written of ['/Ff 0', '/BS <<>>', '/BS <</Type /Border /W 1>>', defaults]) {
      expect(verdict(replaceObject(signed, 7, `<<${field} /P 3 0 R ${written}>>`))).toBe('VALID');
    }
  });

  it('with a value, as MuPDF fills in', () => {
    const field = TEXT.replace('/F 4 ', '');
    const signed = signPdf(form(field), signer, { name: 'First' });
    expect(verdict(replaceObject(signed, 7, `<<${field} /F 0 ${defaults} /V (Bob)>>`))).toContain(
      'INDETERMINATE PDF_UNREGULATED_CHANGE',
    );
    for (const entries of ['', defaults])
      expect(verdict(filledForm(signer, { entries, content: line('Bob') }))).toBe('VALID');
  });

  it.each([
    ...['/BS <</W 2>>', '/BS <</W 1.0>>', '/BS <</S /D>>', '/BS <</S /S /D [1]>>', '/BS <</W 1 /W 1>>', '/BS 1'],
    ...['/BS null', '/F 2', '/F 0.0', '/F -1', '/Ff 4096', '/Ff 0.0', '/Border [0 0 1]'],
  ])('are these and nothing else: %s', (written) => {
    const field = TEXT.replace('/F 4 ', '');
    const signed = signPdf(form(`${field} /P 3 0 R`), signer, { name: 'First' });
    expect(verdict(replaceObject(signed, 7, `<<${field} /P 3 0 R ${written}>>`))).not.toBe('VALID');
  });

  it('are none where something else holds', () => {
    const bordered = `${TEXT} /P 3 0 R /Border [0 0 5]`;
    const signed = signPdf(form(bordered), signer, { name: 'First' });
    expect(verdict(replaceObject(signed, 7, `<<${bordered} /BS <</W 1>>>>`))).toContain('INVALID');
    const password = `${TEXT} /P 3 0 R /Ff 8192`;
    const locked = signPdf(form(password), signer, { name: 'First' });
    expect(verdict(replaceObject(locked, 7, `<<${TEXT} /P 3 0 R /Ff 0>>`))).toContain('INVALID');
  });
});
