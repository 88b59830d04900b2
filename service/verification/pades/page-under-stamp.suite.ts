import { afterAll } from 'vitest';
import { stream, type Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { contractPdf } from './contract-pdf.suite.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import { makeSigner, signPdf, verifyWith } from './signed-pdf.suite.ts';

/** A page that somebody signed, and what a later signature over a part of it does to that one. */

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

export interface Page {
  readonly content: string;
  readonly extra?: Pieces;
  readonly resources?: string;
  /** Further entries of the page. */
  readonly page?: string;
}

/** A stream of an object. */
export function draw(content: string, entries = ''): string {
  return stream(entries, Buffer.from(content, 'latin1')).toString('latin1');
}

/** A page of which the signature lies over the part left 100, bottom 100, right 300, top 160. */
export function signed({ content, extra = {}, resources = '', page: more = '' }: Page): Buffer {
  const page = `<<${more} /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [7 0 R] /Resources <</Font <</F1 5 0 R /F2 11 0 R>> ${resources}>>>>`;
  return signPdf(contractPdf({ 3: page, 4: draw(content), 11: '<<>>', ...extra }), signer);
}

/** The signature of the page, and a later one that shows itself over it: what is VALID, and the first reason otherwise. */
export function verdicts(pdf: Buffer): string[] {
  return findings(pdf).map(({ status, reasonCodes }) => (status === 'VALID' ? status : `${status} ${reasonCodes[0]}`));
}

/** The whole of what is said of each. */
export function findings(pdf: Buffer): readonly SignatureFinding[] {
  return verifyWith(fixture, signPdf(pdf, signer, { isVisible: true })).signatures;
}
