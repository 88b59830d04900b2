import { afterAll, describe, expect, it } from 'vitest';
import type { VerificationOutcome } from '../verification.ts';
import { certified, contractPdf } from './contract-pdf.suite.ts';
import { makeSigner, replaceObject, signPdf, verifyWith, type SigningChoice } from './signed-pdf.suite.ts';
import { ofUnknownAlgorithm } from './unknown-algorithm.suite.ts';

/** Whoever has no key appends what nobody can judge: that must not make a forbidden change a doubtful one. */

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

/** What cannot be judged, in three ways. */
const UNKNOWN: Readonly<Record<string, SigningChoice>> = {
  'an unknown algorithm': { contents: ofUnknownAlgorithm(signer) },
  'an unknown kind': { kind: '/Type /Sig /SubFilter /Nobody.knows', contents: () => Buffer.from('3000', 'hex') },
  'a broken timestamp': {
    kind: '/Type /DocTimeStamp /SubFilter /ETSI.RFC3161',
    contents: () => Buffer.from('3000', 'hex'),
  },
};

const first = signPdf(contractPdf(), signer);
const WIDE = '/Rect [72 600 500 760]';
const DRAWN = '/AP <</N 4 0 R>>';

const FOREIGN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'FreeText Square Stamp Text Redact Ink Link FileAttachment Watermark Screen'
      .split(' ')
      .map((subtype) => [`a ${subtype}`, `/Type /Annot /Subtype /${subtype} ${WIDE} /Contents (99 EUR)`]),
  ),
  'an action': `/Type /Annot /Subtype /Widget ${WIDE} /A <</S /JavaScript /JS (x)>>`,
  'actions of events': `/Type /Annot /Subtype /Widget ${WIDE} /AA <</E 4 0 R>>`,
  'another type': `/Type /XObject /Subtype /Widget ${WIDE} ${DRAWN}`,
  'a kid that is there already': '/Kids [7 0 R]',
  'another field above it': `/Type /Annot /Subtype /Widget ${WIDE} ${DRAWN} /Parent 7 0 R`,
};

function appended(pdf: Buffer, kind: string, more: SigningChoice): VerificationOutcome {
  return verifyWith(fixture, signPdf(pdf, signer, { ...UNKNOWN[kind], ...more }));
}

describe.each(Object.keys(UNKNOWN))('a field with %s', (kind) => {
  it.each(Object.entries(FOREIGN))('is forbidden as %s', (_, entries) => {
    const fieldText = (value: string, page: string): string =>
      `<</FT /Sig /T (Stamp) /V ${value} /P ${page} ${entries}>>`;
    expect(appended(first, kind, { fieldText }).signatures[0]).toMatchObject({
      status: 'INVALID',
      signature: { cryptoValid: true },
    });
  });

  it('is what a certification forbids, where it shows', () => {
    const { signatures } = appended(certified(signer, 1), kind, { isVisible: true });
    expect(signatures[0]?.status).toBe('INVALID');
    expect(signatures[0]?.reasonCodes).toContain('PDF_DOCMDP_VIOLATED');
  });

  it('does not excuse what else its revision changes', () => {
    const page = (pdf: Buffer): Buffer => replaceObject(pdf, 4, '<</Length 2>>\nstream\nBT\nendstream');
    expect(verifyWith(fixture, page(first)).overallStatus).toBe('INVALID');
    const { signatures } = verifyWith(fixture, page(signPdf(first, signer, UNKNOWN[kind])));
    expect(signatures[0]?.status).toBe('INVALID');
  });

  it('leaves open what it may be where nobody forbids it, and is never VALID', () => {
    for (const isVisible of [false, true]) {
      expect(appended(first, kind, { isVisible }).signatures[0]?.status).toBe('INDETERMINATE');
    }
  });
});

describe('a signature of an unknown algorithm', () => {
  it('is forbidden by a certification and by a lock, drawn or not', () => {
    const lock = '/Lock <</Type /SigFieldLock /Action /All>>';
    const bases = [certified(signer, 1), signPdf(contractPdf(), signer, { fieldEntries: lock })];
    for (const base of bases) {
      for (const isVisible of [false, true]) {
        expect(appended(base, 'an unknown algorithm', { isVisible }).signatures[0]?.status).toBe('INVALID');
      }
    }
  });

  it('in a field that was there for it is open, and changes nothing else of it', () => {
    const empty = contractPdf({
      6: '<</Fields [7 0 R]>>',
      7: '<</Type /Annot /Subtype /Widget /FT /Sig /T (Approver) /Rect [0 0 0 0] /P 3 0 R /F 132>>',
    });
    const signed = signPdf(empty, signer);
    const choice = { existingField: 7 } as const;
    expect(appended(signed, 'an unknown algorithm', choice).signatures[0]?.status).toBe('INDETERMINATE');
    const named = { ...choice, fieldEntries: '/TU (Somebody else)' };
    expect(appended(signed, 'an unknown algorithm', named).signatures[0]?.status).toBe('INVALID');
  });
});
