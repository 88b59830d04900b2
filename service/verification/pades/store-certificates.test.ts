import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import { dictionaryOf } from '../../codecs/pdf/pdf-objects.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import * as kit from '../cades/cms-forgery.suite.ts';
import { digestPieces } from '../cades/signed-content.ts';
import { verifyCms } from '../cades/verify-cms.ts';
import type { TrustMaterial, VerificationOutcome } from '../verification.ts';
import { createContentsJudge } from './contents-judge.ts';
import { contractPdf } from './contract-pdf.suite.ts';
import { changeCatalog, signPdf, updatePdf } from './signed-pdf.suite.ts';
import { verifyPades } from './verify-pades.ts';

const signer = kit.signers.ec;
const { certificate } = signer;
const { serialNumber, issuer, subject } = parseCertificate(certificate);
const strangerKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
/** Of another key, with issuer and serial number of the signer's. */
const double = kit.issue(strangerKey, { serialNumber, issuer: issuer.der, subject: subject.der });
const noExtension = kit.issue(strangerKey, { extensions: [builder.basicConstraintsExtension(false)] });

const unaccompanied = { eContent: null, certificates: [] };

/** Signed without any certificate inside, and with these in the store. */
function signedPdf(store: readonly Uint8Array[]): Buffer {
  const maker = { certificate, chain: [], key: signer.privateKey };
  const pdf = signPdf(contractPdf(), maker, {
    contents: (messageDigest) =>
      kit.forge(signer, { ...unaccompanied, signedAttributes: kit.attributesOf(signer, { messageDigest }) }),
  });
  if (store.length === 0) return pdf;
  return updatePdf(pdf, (update) => {
    const streams = store.map((bytes) => update.addStream(dictionaryOf({ Length: 0 }), bytes));
    changeCatalog(update, { DSS: dictionaryOf({ Certs: streams }) });
  });
}

function verdict(pdf: Uint8Array, trust: TrustMaterial = kit.trust): VerificationOutcome {
  const judge = createContentsJudge({ trust, at: kit.NOW, revocationMode: 'SoftFail' });
  return verifyPades(bytesSource(pdf), judge, kit.NOW);
}

describe('a signature that does not bring the certificate of its signer', () => {
  it('is left open where nobody knows it', () => {
    const { overallStatus, reasonCodes, signature } = verdict(signedPdf([]));
    expect([overallStatus, signature.cryptoValid]).toEqual(['INDETERMINATE', false]);
    expect(reasonCodes).toContain('SIG_SIGNER_CERTIFICATE_NOT_FOUND');
  });

  it.each<[string, Uint8Array[]]>([
    ['alone', [certificate]],
    ['among others', [noExtension, double, certificate]],
    ['with a line end behind it', [Buffer.concat([certificate, Buffer.from('\n')])]],
    ['beside something that is none', [Buffer.from('no certificate'), certificate]],
  ])('takes it from the store of the document, %s', (_, store) => {
    const { signature, certificate: judged } = verdict(signedPdf(store));
    expect([signature.cryptoValid, signature.signerThumbprint]).toEqual([true, judged.thumbprint]);
    expect(judged.isValid).toBe(true);
  });

  it('is VALID with the store, and trust in its authority', () => {
    expect(verdict(signedPdf([certificate])).overallStatus).toBe('VALID');
    const nobody = { ...kit.trust, trustAnchors: [] };
    expect(verdict(signedPdf([certificate]), nobody).overallStatus).toBe('INDETERMINATE');
  });

  it('takes it from the certificates of the station', () => {
    const { overallStatus } = verdict(signedPdf([]), { ...kit.trust, intermediates: [double, certificate] });
    expect(overallStatus).toBe('VALID');
  });

  it.each<[string, Uint8Array[]]>([
    ['a double', [double]],
    ['somebody else', [noExtension]],
  ])('is not called broken for %s in the store', (_, store) => {
    const { overallStatus, reasonCodes, signature } = verdict(signedPdf(store));
    expect([overallStatus, signature.cryptoValid]).toEqual(['INDETERMINATE', false]);
    expect(reasonCodes).toContain('SIG_SIGNER_CERTIFICATE_NOT_FOUND');
  });

  it('in a file of its own takes it from the certificates of the station, too', () => {
    const question = {
      signedData: kit.forge(signer, unaccompanied),
      digestContent: digestPieces([kit.content]),
      pades: false,
      at: kit.NOW,
      revocationMode: 'SoftFail',
    } as const;
    expect(verifyCms({ ...question, trust: kit.trust }).status).toBe('INDETERMINATE');
    expect(verifyCms({ ...question, trust: { ...kit.trust, intermediates: [certificate] } }).status).toBe('VALID');
  });
});
