import { createHash, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { NOW, issuerAndSerial, signers, trust } from '../cades/cms-forgery.suite.ts';
import type { VerificationOutcome } from '../verification.ts';
import { createContentsJudge } from './contents-judge.ts';
import { contractPdf, gapOf } from './contract-pdf.suite.ts';
import { overwrite } from './raw-update.suite.ts';
import { signPdf } from './signed-pdf.suite.ts';
import { verifyPades } from './verify-pades.ts';

/** Values of PKCS #1 with their certificate in /Cert (adbe.x509.rsa_sha1, ISO 32000-1 clause 12.8.3.2). */

const { rsa, ec } = signers;
const later = { certificate: ec.certificate, chain: [], key: ec.privateKey };
const certEntry = (...certificates: readonly Uint8Array[]): string => {
  const strings = certificates.map((one) => `<${Buffer.from(one).toString('hex')}>`);
  return strings.length === 1 ? `/Cert ${strings.join('')}` : `/Cert [${strings.join(' ')}]`;
};
const CERT = certEntry(rsa.certificate);
const byRsa = (hash: string, covered: Uint8Array): Uint8Array =>
  der.derOctetString(sign(hash, covered, rsa.privateKey));

function signedBy(
  contents: (covered: Buffer) => Uint8Array = (covered) => byRsa('sha1', covered),
  entries = CERT,
  base: Buffer = contractPdf(),
): Buffer {
  const kind = '/Type /Sig /SubFilter /adbe.x509.rsa_sha1';
  const pdf = signPdf(base, later, { kind, entries, contents: () => new Uint8Array() });
  const { start, end } = gapOf(pdf.subarray(base.length));
  const covered = Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]);
  pdf.write(Buffer.from(contents(covered)).toString('hex'), start + 1, 'latin1');
  return pdf;
}

function verify(pdf: Uint8Array): VerificationOutcome {
  const judge = createContentsJudge({ trust, at: NOW, revocationMode: 'Offline' });
  return verifyPades(bytesSource(pdf), judge, NOW);
}

describe('a bare value over the document', () => {
  it('is intact by SHA-1, and not VALID: its hash is weak, and nothing binds its certificate', () => {
    const { overallStatus, signature, signatures } = verify(signedBy());
    expect([overallStatus, signature.cryptoValid]).toEqual(['INDETERMINATE', true]);
    expect(signature.reasonCodes).toEqual(['SIG_SIGNED_ATTRIBUTES_MISSING', 'SIG_ALGORITHM_WEAK']);
    expect(signatures.map(({ profileReached }) => profileReached)).toEqual([null]);
    expect(signatures[0]?.certificate.isValid).toBe(true);
  });

  it.each([['sha256'], ['sha384'], ['sha512']])('is intact by %s', (hash) => {
    const { overallStatus, signature } = verify(signedBy((covered) => byRsa(hash, covered)));
    expect([overallStatus, signature.cryptoValid, signature.reasonCodes]).toEqual([
      'INDETERMINATE',
      true,
      ['SIG_SIGNED_ATTRIBUTES_MISSING'],
    ]);
  });

  it.each<[string, string]>([
    ['with those of its authorities', certEntry(rsa.certificate, ...trust.trustAnchors)],
    ['the one in an array', `/Cert [<${Buffer.from(rsa.certificate).toString('hex')}>]`],
  ])('has its certificate first, %s', (_, entries) => {
    const { signature } = verify(signedBy(undefined, entries));
    expect([signature.cryptoValid, signature.signerThumbprint]).toEqual([true, thumbprint(rsa.certificate)]);
  });

  it.each<[string, Buffer]>([
    ['the text was changed', overwrite(signedBy(), 'Pay 10 EUR', 'Pay 99 EUR')],
    ['it is over something else', signedBy(() => byRsa('sha1', Buffer.from('else')))],
    ['the key is that of another certificate', signedBy(undefined, certEntry(trust.trustAnchors[0] ?? ec.certificate))],
    ['another certificate stands first', signedBy(undefined, certEntry(ec.certificate, rsa.certificate))],
    ['it is by a hash that the kind does not have', signedBy((covered) => byRsa('md5', covered))],
    ['it is cut', signedBy((covered) => der.derOctetString(sign('sha1', covered, rsa.privateKey).subarray(1)))],
  ])('is broken where %s', (_, pdf) => {
    const { overallStatus, signature } = verify(pdf);
    expect([overallStatus, signature.cryptoValid]).toEqual(['INVALID', false]);
    expect(signature.reasonCodes).toContain('SIG_CRYPTO_INVALID');
  });

  it.each<[string, Buffer]>([
    ['there is no certificate', signedBy(undefined, '')],
    ['the certificate cannot be read', signedBy(undefined, '/Cert <3000>')],
    ['the certificate is no string', signedBy(undefined, '/Cert 12')],
    ['the value is no hexadecimal string', literal(signedBy())],
    ['there is no value', signedBy(() => issuerAndSerial(rsa.certificate))],
  ])('cannot be judged where %s', (_, pdf) => {
    const { overallStatus, signature, reasonCodes } = verify(pdf);
    expect([overallStatus, signature.cryptoValid]).toEqual(['INDETERMINATE', false]);
    expect(reasonCodes).toContain('PDF_SUBFILTER_UNSUPPORTED');
  });

  it('has what lies behind it told, as any other', () => {
    const hidden = signedBy((covered) => Buffer.concat([byRsa('sha1', covered), Buffer.from('hidden')]));
    const { overallStatus, reasonCodes } = verify(hidden);
    expect(overallStatus).not.toBe('VALID');
    expect(reasonCodes).toContain('SIG_TRAILING_DATA');
  });

  it('leaves one that was made before or after it as it is', () => {
    const before = verify(signedBy(undefined, CERT, signPdf(contractPdf(), later)));
    expect(before.signatures.map(({ status, signature }) => [status, signature.cryptoValid])).toEqual([
      ['VALID', true],
      ['INDETERMINATE', true],
    ]);
    const after = verify(signPdf(signedBy(), later));
    expect(after.signatures.map(({ signature }) => signature.cryptoValid)).toEqual([true, true]);
    expect(after.overallStatus).toBe('INDETERMINATE');
  });
});

/** The same document with parentheses around /Contents, of the same length. */
function literal(pdf: Buffer): Buffer {
  const { start, end } = gapOf(pdf.subarray(contractPdf().length));
  const changed = Buffer.from(pdf);
  changed.write('(', start, 'latin1');
  changed.write(')', end - 1, 'latin1');
  return changed;
}

function thumbprint(certificate: Uint8Array): string {
  return createHash('sha1').update(certificate).digest('hex').toUpperCase();
}
