import { afterAll, describe, expect, it } from 'vitest';
import { dictionaryOf, PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { certified, contractPdf, DOC_MDP } from './contract-pdf.suite.ts';
import { changeCatalog, cmsOf, makeSigner, signPdf, verifyWith } from './signed-pdf.suite.ts';
import { ofUnknownAlgorithm } from './unknown-algorithm.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const unknown = ofUnknownAlgorithm(signer);
const first = signPdf(contractPdf(), signer);

describe('a later signature', () => {
  it('of an algorithm that is not known leaves the earlier one open, and calls nothing changed', () => {
    const { overallStatus, signatures } = verifyWith(fixture, signPdf(first, signer, { contents: unknown }));
    expect(overallStatus).toBe('INDETERMINATE');
    expect(signatures.map(({ status, signature }) => [status, signature.cryptoValid])).toEqual([
      ['INDETERMINATE', true],
      ['INDETERMINATE', false],
    ]);
    expect(signatures[0]?.reasonCodes).toContain('PDF_CHANGE_UNEXPLAINED');
    expect(signatures[1]?.reasonCodes).toContain('SIG_ALGORITHM_UNSUPPORTED');
  });

  it('that is broken is a change', () => {
    const ofAnother = (digest: Uint8Array): Uint8Array => cmsOf(signer)(digest.toReversed());
    const { overallStatus, signatures } = verifyWith(fixture, signPdf(first, signer, { contents: ofAnother }));
    expect([overallStatus, signatures[0]?.status]).toEqual(['INVALID', 'INVALID']);
    expect(signatures[0]?.reasonCodes).toContain('PDF_CHANGED_AFTER_SIGNING');
  });

  it('of an unknown algorithm does not make a changed page one of its own', () => {
    const isVisible = { isVisible: true, contents: unknown } as const;
    const { overallStatus, signatures } = verifyWith(fixture, signPdf(first, signer, isVisible));
    expect([overallStatus, signatures[0]?.status]).toEqual(['INDETERMINATE', 'INDETERMINATE']);
  });
});

describe('a later certification', () => {
  const status = (pdf: Buffer): string[] => verifyWith(fixture, pdf).signatures.map((one) => one.status);
  const certify = (level: number, pdf: Buffer): Buffer =>
    signPdf(pdf, signer, { entries: DOC_MDP(level), isCertification: true, name: 'Certification' });

  it.each([1, 2, 3])('after an approval is forbidden: P %i', (level) => {
    expect(status(certify(level, first))).toEqual(['INVALID', 'INVALID']);
  });

  it.each([0, 4])('of a level that there is not leaves both open: P %i', (level) => {
    expect(status(certify(level, first))).toEqual(['INDETERMINATE', 'INDETERMINATE']);
    expect(verifyWith(fixture, certify(level, first)).signatures[0]?.reasonCodes).toContain('PDF_CHANGE_UNEXPLAINED');
  });

  it.each([1, 2, 3])('in the place of another one is forbidden: after P %i', (level) => {
    expect(status(certify(3, certified(signer, level)))[0]).toBe('INVALID');
  });

  it.each(['UR3', 'UR', 'Other'])('with other permissions is forbidden: %s', (key) => {
    const also: Parameters<typeof changeCatalog>[1] = { Perms: dictionaryOf({ [key]: new PdfReference(7, 0) }) };
    const pdf = signPdf(first, signer, {
      also: (update) => {
        changeCatalog(update, also);
      },
    });
    expect(status(pdf)[0]).toBe('INVALID');
  });
});
