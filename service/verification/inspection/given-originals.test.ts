import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { entry, mimetype } from '../asic/asic-files.suite.ts';
import { rawZip } from '../asic/raw-zip.suite.ts';
import * as cms from '../cades/cms-forgery.suite.ts';
import { makeSigner, signPdf } from '../pades/signed-pdf.suite.ts';
import { verifyDocument } from '../verify-document.ts';
import type { DocumentInput, VerificationOutcome } from '../verification.ts';
import * as kit from '../xades/signed-xml.suite.ts';

const input = (bytes: Uint8Array): DocumentInput => ({ kind: 'bytes', bytes });
const trust = { ...kit.trust, trustAnchors: [...kit.trust.trustAnchors, ...cms.trust.trustAnchors] };

function inspect(document: Uint8Array | string, ...originals: Uint8Array[]): Promise<VerificationOutcome> {
  const files = { document: input(Buffer.from(document)), original: null, originals: originals.map(input) };
  return verifyDocument({ format: 'CAdES', ...files, trust, revocationMode: 'Offline', at: kit.NOW });
}

const A = Buffer.from('An offer of 100 EUR\n');
const B = Buffer.from('An annex that nobody signed\n');
const digest = `<ds:DigestValue>${createHash('sha256').update(A).digest('base64')}</ds:DigestValue>`;
const references = [kit.reference('a.txt', []).replace(kit.EMPTY_DIGEST, digest)];
const detached = kit.sign(kit.signatureTemplate({ references }));
const container = rawZip([
  mimetype('ASiC_E'),
  entry('a.txt', A),
  entry('META-INF/manifest.xml', '<m/>'),
  entry(
    'META-INF/signatures0.xml',
    `<asic:XAdESSignatures xmlns:asic="http://uri.etsi.org/02918/v1.2.1#">${detached}</asic:XAdESSignatures>`,
  ),
]);
const invoice = kit.signedInvoice();
const bare = Buffer.from(invoice.replace(/<ds:Signature .*<\/ds:Signature>/s, ''));
const signedAttributes = cms.attributesOf(cms.signers.ec, { messageDigest: cms.digest('SHA-256', A) });
const beside = cms.forge(cms.signers.ec, { eContent: null, signedAttributes });
const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => fixture.remove());
const page = Buffer.from(buildPdf({ pieces: onePage() }));

describe('a file that is given along with a signature', () => {
  it.each<[string, Uint8Array | string, Uint8Array]>([
    ['XML beside it', detached, A],
    ['XML that holds it', invoice, bare],
    ['CMS', beside, A],
    ['a container', container, A],
    ['a PDF that begins with it', signPdf(page, signer), page],
  ])('leaves %s as it is where it was signed, and not where it was not', async (_what, document, signed) => {
    const alone = await inspect(document, signed);
    expect(alone.signature.cryptoValid).toBe(true);
    expect(alone.reasonCodes).not.toContain('SIG_COVERAGE_INCOMPLETE');
    expect((await inspect(document, signed, signed)).overallStatus, 'twice').toBe(alone.overallStatus);
    for (const given of [
      [signed, B],
      [B, signed],
    ]) {
      const { overallStatus, isValid, detail, reasonCodes, signature } = await inspect(document, ...given);
      expect([overallStatus, isValid, signature.cryptoValid]).toEqual(['INDETERMINATE', false, true]);
      expect(reasonCodes).toContain('SIG_COVERAGE_INCOMPLETE');
      expect(reasonCodes).not.toContain('SIG_VALID');
      expect(detail).toContain(createHash('sha256').update(B).digest('hex'));
    }
  });

  it('is not taken for a part of a PDF or container alone', async () => {
    for (const document of [container, signPdf(page, signer)]) {
      expect((await inspect(document, B)).reasonCodes).toContain('SIG_COVERAGE_INCOMPLETE');
    }
  });
});
