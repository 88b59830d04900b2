import { createHash, sign } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { buildSignedAttributes } from '../../codecs/cms/signed-attributes.ts';
import { buildSignedData } from '../../codecs/cms/signed-data-builder.ts';
import { contractPdf, gapOf } from './contract-pdf.suite.ts';
import { overwrite } from './raw-update.suite.ts';
import { makeSigner, signPdf, verifyWith } from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

/** A CMS that holds `content`, signed with its digest, or that of `signed`. */
function cmsAround(content: Uint8Array | null, signed: Uint8Array = content ?? new Uint8Array()): Uint8Array {
  const algorithm = { scheme: 'ECDSA', hash: 'SHA-256' } as const;
  const { certificate: signingCertificate, chain: certificates } = signer;
  const messageDigest = createHash('sha256').update(signed).digest();
  const signedAttributes = buildSignedAttributes({ messageDigest, signingCertificate, algorithm, signingTime: null });
  const signatureValue = sign('sha256', signedAttributes, { key: signer.key, dsaEncoding: 'ieee-p1363' });
  return buildSignedData({ signedAttributes, algorithm, signingCertificate, signatureValue, certificates }, content);
}

/** Says that its CMS holds the SHA-1 digest of the byte ranges, whatever `contents` makes of them. */
function signedBy(contents: (covered: Buffer) => Uint8Array, base: Buffer = contractPdf()): Buffer {
  const kind = '/Type /Sig /SubFilter /adbe.pkcs7.sha1';
  const pdf = signPdf(base, signer, { kind, contents: () => new Uint8Array() });
  const { start, end } = gapOf(pdf.subarray(base.length));
  const covered = Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]);
  pdf.write(Buffer.from(contents(covered)).toString('hex'), start + 1, 'latin1');
  return pdf;
}

const sha1 = (data: Uint8Array): Buffer => createHash('sha1').update(data).digest();
const good = signedBy((covered) => cmsAround(sha1(covered)));

describe('a signature over the SHA-1 digest of the document', () => {
  it('is intact, and not VALID', () => {
    const { overallStatus, reasonCodes, signature, signatures } = verifyWith(fixture, good);
    expect([overallStatus, signature.cryptoValid]).toEqual(['INDETERMINATE', true]);
    expect(signature.reasonCodes).toEqual(['SIG_ALGORITHM_WEAK']);
    expect(reasonCodes).toEqual(['SIG_ALGORITHM_WEAK', 'CERT_VALID', 'REVOCATION_GOOD']);
    expect(signatures[0]?.profileReached).toBeNull();
  });

  it.each<[string, Buffer]>([
    ['signed text changed', overwrite(good, 'Pay 10 EUR', 'Pay 99 EUR')],
    ['the digest of another document', signedBy(() => cmsAround(sha1(Buffer.from('another'))))],
    ['the digest by SHA-256', signedBy((covered) => cmsAround(createHash('sha256').update(covered).digest()))],
    ['the digest and more', signedBy((covered) => cmsAround(Buffer.concat([sha1(covered), Buffer.of(0)])))],
    ['a part of the digest', signedBy((covered) => cmsAround(sha1(covered).subarray(0, 19)))],
    ['the document itself', signedBy((covered) => cmsAround(covered.subarray(0, 900)))],
    ['nothing', signedBy(() => cmsAround(new Uint8Array()))],
    ['the digest, while another was signed', signedBy((covered) => cmsAround(sha1(covered), sha1(Buffer.of(1))))],
  ])('%s: INVALID', (_, pdf) => {
    const { overallStatus, reasonCodes, signature } = verifyWith(fixture, pdf);
    expect([overallStatus, signature.cryptoValid]).toEqual(['INVALID', false]);
    expect(reasonCodes).toContain('SIG_DIGEST_MISMATCH');
  });

  it('is of an unknown kind when it holds no digest', () => {
    const { overallStatus, reasonCodes, signature } = verifyWith(
      fixture,
      signedBy(() => cmsAround(null)),
    );
    expect([overallStatus, signature.cryptoValid, reasonCodes]).toEqual([
      'INDETERMINATE',
      false,
      ['PDF_SUBFILTER_UNSUPPORTED'],
    ]);
  });

  it('leaves an earlier signature as it is', () => {
    const both = signedBy((covered) => cmsAround(sha1(covered)), signPdf(contractPdf(), signer));
    const { overallStatus, signatures } = verifyWith(fixture, both);
    expect(overallStatus).toBe('INDETERMINATE');
    expect(signatures.map(({ status, signature }) => [status, signature.cryptoValid])).toEqual([
      ['VALID', true],
      ['INDETERMINATE', true],
    ]);
  });
});

describe('a signature of a kind that is not known', () => {
  const kind = '/Type /Sig /SubFilter /adbe.x509.rsa_sha1';

  it.each<[string, Buffer]>([
    ['after one that is', signPdf(signPdf(contractPdf(), signer), signer, { kind })],
    ['before one that is', signPdf(signPdf(contractPdf(), signer, { kind }), signer)],
  ])('%s does not stand for the document, and is said', (_, pdf) => {
    const { overallStatus, reasonCodes, signature } = verifyWith(fixture, pdf);
    expect([overallStatus, signature.cryptoValid]).toEqual(['INDETERMINATE', true]);
    expect(reasonCodes).toContain('PDF_SUBFILTER_UNSUPPORTED');
    expect(reasonCodes).not.toContain('SIG_VALID');
  });

  it('stands for it alone, and hides no broken one', () => {
    const alone = verifyWith(fixture, signPdf(contractPdf(), signer, { kind }));
    expect([alone.overallStatus, alone.signature.cryptoValid]).toEqual(['INDETERMINATE', false]);
    const broken = overwrite(signPdf(signPdf(contractPdf(), signer), signer, { kind }), 'Pay 10 EUR', 'Pay 99 EUR');
    const verdict = verifyWith(fixture, broken);
    expect([verdict.overallStatus, verdict.signature.cryptoValid]).toEqual(['INVALID', false]);
  });
});
