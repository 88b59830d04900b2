import { afterAll, describe, expect, it } from 'vitest';
import { contractPdf } from './contract-pdf.suite.ts';
import { cmsOf, makeSigner, signPdf, verifyWith } from './signed-pdf.suite.ts';
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
