import { describe, expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import {
  dictionaryOf,
  isPdfArray,
  PdfReference,
  type PdfDictionary,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import { attributesOf, forge } from '../cades/cms-forgery.suite.ts';
import { makeCrl } from '../certificate-path/evidence.suite.ts';
import { authority, issue, type Issued } from '../certificate-path/issued-certificates.suite.ts';
import { signatureTimestamp, signerInfoOf, withUnsigned } from '../timestamps/cms-signatures.suite.ts';
import { makeToken, makeTsa, otherRoot, root, signerOf, tsa, valid } from '../timestamps/timestamping.suite.ts';
import type { VerificationOutcome } from '../verification.ts';
import { createContentsJudge } from './contents-judge.ts';
import { contractPdf } from './contract-pdf.suite.ts';
import { changeCatalog, signPdf, TIMESTAMP, updatePdf } from './signed-pdf.suite.ts';
import { verifyPades } from './verify-pades.ts';

const NOW = new Date('2030-06-01T00:00:00Z');
const day = (date: string): Date => new Date(`${date}T00:00:00Z`);
const signer = issue('Signer', root, { changes: valid('2026-01-01', '2027-01-01') });
const maker = { certificate: signer.der, chain: [], key: signer.privateKey };
const oldTsa = makeTsa('Old TSA', root, true, { changes: valid('2020-01-01', '2029-01-01') });

/** `timestamp`: of the signature value. `more`: certificates in the CMS. */
function sign(pdf: Uint8Array, timestamp?: (value: Uint8Array) => Uint8Array, more: readonly Issued[] = []): Buffer {
  return signPdf(pdf, maker, {
    contents: (messageDigest) => {
      const cms = signerOf(signer);
      const signedAttributes = attributesOf(cms, { messageDigest, signingTime: null });
      const certificates = [signer, ...more].map((one) => one.der);
      const plain = forge(cms, { eContent: null, signedAttributes, certificates });
      if (timestamp === undefined) return plain;
      const stamped = [signatureTimestamp(timestamp(signerInfoOf(plain).signatureValue))];
      return withUnsigned(plain, stamped, signer, { eContent: null });
    },
  });
}

const signed = sign(contractPdf());

function stamp(pdf: Uint8Array, at: string, by: Issued = tsa, imprint?: Uint8Array): Buffer {
  const contents = (digest: Uint8Array): Uint8Array =>
    makeToken({ of: new Uint8Array(), imprint: imprint ?? digest, at: day(at), by });
  return signPdf(pdf, maker, { ...TIMESTAMP, contents });
}

function store(pdf: Uint8Array, crls: readonly Uint8Array[]): Buffer {
  return updatePdf(pdf, (update) => {
    const streams = crls.map((bytes) => update.addStream(dictionaryOf({ Length: 0 }), bytes));
    changeCatalog(update, { DSS: dictionaryOf({ CRLs: streams }) });
  });
}

function judge(pdf: Uint8Array, crls: readonly Uint8Array[] = []): VerificationOutcome {
  const trust = { trustAnchors: [root.der], intermediates: [], crls, ocspResponses: [] };
  return verifyPades(bytesSource(pdf), createContentsJudge({ trust, at: NOW, revocationMode: 'Offline' }), NOW);
}

function signature(pdf: Uint8Array, crls: readonly Uint8Array[] = []): SignatureFinding | undefined {
  return judge(pdf, crls).signatures[0];
}

const current = { thisUpdate: day('2026-06-15'), nextUpdate: day('2026-08-01') };
const emptyCrl = makeCrl({ issuer: root, ...current });

describe('a PDF signed with a certificate that has expired', () => {
  it('is judged at the time of a document timestamp', () => {
    expect(judge(signed).overallStatus).toBe('INDETERMINATE');
    const outcome = judge(stamp(signed, '2026-06-01'));
    expect(outcome).toMatchObject({ overallStatus: 'VALID', timestamps: [{ kind: 'DocumentTimestamp' }] });
    expect(outcome.signatures[0]).toMatchObject({
      profileReached: 'T',
      bestSignatureTime: '2026-06-01T00:00:00.000Z',
    });
  });

  it('brings along what lies above the authority of a document timestamp over it', () => {
    const between = authority('Between', root, null, { changes: valid('2020-01-01', '2040-01-01') });
    const stamped = stamp(sign(contractPdf(), undefined, [between]), '2026-06-01', makeTsa('TSA below', between));
    const { signatures } = judge(stamped);
    expect(signatures.map(({ status }) => status)).toEqual(['VALID', 'VALID']);
    expect(signatures[0]?.timestamps).toMatchObject([{ status: 'VALID' }]);
    const alone = judge(stamp(sign(contractPdf()), '2026-06-01', makeTsa('TSA below', between)));
    expect(alone.signatures[1]?.reasonCodes).toContain('CERT_CHAIN_INCOMPLETE');
  });

  it('is judged at the time of a timestamp with other bytes behind it, which are told (PDFBox, in encrypted files)', () => {
    const behind = (bytes: string): Buffer => {
      const contents = (imprint: Uint8Array): Uint8Array =>
        Buffer.concat([
          makeToken({ of: new Uint8Array(), imprint, at: day('2026-06-01'), by: tsa }),
          Buffer.from(bytes),
        ]);
      return signPdf(signed, maker, { ...TIMESTAMP, contents });
    };
    const { overallStatus, reasonCodes, signatures } = judge(behind('what the room was filled with'));
    expect([overallStatus, reasonCodes.includes('SIG_TRAILING_DATA')]).toEqual(['INDETERMINATE', true]);
    expect(signatures).toMatchObject([
      { status: 'VALID', profileReached: 'T' },
      {
        status: 'INDETERMINATE',
        signature: { cryptoValid: true },
        reasonCodes: ['SIG_TRAILING_DATA', 'TIMESTAMP_PRESENT'],
      },
    ]);
    expect(judge(behind('\0\0')).overallStatus).toBe('VALID');
    expect(judge(behind('').subarray(0, -1)).overallStatus).not.toBe('VALID');
  });

  it('reaches LT with revocation data in the store, and LTA with a timestamp over it', () => {
    const longTerm = store(stamp(signed, '2026-06-01'), [emptyCrl]);
    expect(signature(longTerm)).toMatchObject({
      status: 'VALID',
      profileReached: 'LT',
      evidence: [{}, {}, { kind: 'Crl' }],
    });
    expect(signature(longTerm)?.certificate.revocation).toMatchObject({ status: 'Good', source: 'Crl' });
    expect(signature(stamp(longTerm, '2026-07-01'))).toMatchObject({ status: 'VALID', profileReached: 'LTA' });
    expect(signature(stamp(signed, '2026-07-01'))?.profileReached).toBe('T');
  });

  it('reaches no LTA by a timestamp over a store that got its revocation data later', () => {
    const empty = stamp(store(stamp(signed, '2026-06-01'), []), '2026-07-01');
    const levels = { profileReached: 'LT', profileByForm: 'LTA' };
    expect(signature(store(empty, [emptyCrl]))).toMatchObject({ status: 'VALID', ...levels });
    expect(signature(stamp(store(empty, [emptyCrl]), '2026-07-02'))).toMatchObject({ profileReached: 'LTA' });
  });

  it('reaches no LT by a store that was there before it (EN 319 142-1 6.3), but uses what lies in it', () => {
    const token = (value: Uint8Array): Uint8Array => makeToken({ of: value, at: day('2026-06-20') });
    const late = sign(store(contractPdf(), [emptyCrl]), token);
    expect(signature(late)).toMatchObject({
      status: 'VALID',
      profileReached: 'T',
      evidence: [{}, {}, { kind: 'Crl' }],
    });
    expect(signature(late)?.certificate.revocation).toMatchObject({ status: 'Good', source: 'Crl' });
    expect(signature(store(late, [emptyCrl]))?.profileReached).toBe('LT');
  });

  it('reaches LT where the store grew after it, not where it was written as it was', () => {
    const token = (value: Uint8Array): Uint8Array => makeToken({ of: value, at: day('2026-06-20') });
    const late = sign(store(contractPdf(), [emptyCrl]), token);
    const written = (more: (dss: PdfDictionary, crls: readonly PdfObject[]) => Record<string, PdfObject>): Buffer =>
      updatePdf(late, (update) => {
        const { document } = update;
        const dss = document.dictionary(document.catalog, 'DSS') ?? dictionaryOf({});
        const crls = document.get(dss, 'CRLs');
        changeCatalog(update, { DSS: dss.with(more(dss, isPdfArray(crls ?? null) ? (crls as PdfObject[]) : [])) });
      });
    const levelOf = (pdf: Uint8Array): unknown => signature(pdf)?.profileReached;
    expect(levelOf(written(() => ({})))).toBe('T');
    expect(levelOf(written((_, crls) => ({ CRLs: [...crls, ...crls] })))).toBe('T');
    expect(
      levelOf(
        stamp(
          written(() => ({})),
          '2026-07-01',
        ),
      ),
    ).toBe('T');
    const inPlace = (crl: Uint8Array): Buffer =>
      updatePdf(late, (update) => {
        const { document } = update;
        const crls = document.get(document.dictionary(document.catalog, 'DSS') ?? dictionaryOf({}), 'CRLs') ?? null;
        const [reference] = isPdfArray(crls) ? crls : [];
        if (!(reference instanceof PdfReference)) throw new Error('There is no list.');
        const head = Buffer.from(`<</Length ${crl.length}>>\nstream\n`);
        update.replaceBody(reference, Buffer.concat([head, crl, Buffer.from('\nendstream')]));
      });
    expect(levelOf(inPlace(emptyCrl))).toBe('T');
    expect(levelOf(inPlace(makeCrl({ issuer: root, ...current, nextUpdate: day('2026-09-01') })))).toBe('LT');
    // An entry for this signature says that somebody looked for its evidence, and found it there (clause 5.4.2.3).
    const entry = (crls: readonly PdfObject[]) => dictionaryOf({ '5A': dictionaryOf({ CRL: crls }) });
    expect(levelOf(written((_, crls) => ({ VRI: entry(crls) })))).toBe('LT');
  });

  it('takes a CRL that is older than the certificate for none about it', () => {
    const begun = makeCrl({ issuer: root, thisUpdate: day('2026-01-01'), nextUpdate: day('2026-08-01') });
    const before = makeCrl({ issuer: root, thisUpdate: day('2025-12-31'), nextUpdate: day('2026-08-01') });
    const levelWith = (crl: Uint8Array): unknown =>
      signature(store(stamp(signed, '2026-06-01'), [crl]))?.profileReached;
    expect([levelWith(begun), levelWith(before)]).toEqual(['LT', 'T']);
  });

  it('tells of a document timestamp that was there before it', () => {
    const early = sign(stamp(contractPdf(), '2026-05-01'));
    const { timestamps, signatures } = judge(early);
    expect(timestamps).toMatchObject([{ kind: 'DocumentTimestamp', status: 'VALID', isIntact: true }]);
    expect(signatures[1]).toMatchObject({ profileReached: 'B', bestSignatureTime: null, timestamps: [] });
  });

  it('keeps a timestamp whose authority has expired by a younger one over it', () => {
    const first = stamp(signed, '2026-06-01', oldTsa);
    expect(judge(first).overallStatus).toBe('INDETERMINATE');
    const chain = judge(stamp(stamp(first, '2028-06-01', makeTsa('Middle TSA')), '2030-01-01'));
    expect(chain.overallStatus).toBe('VALID');
    expect(chain.signatures.map(({ status }) => status)).toEqual(['VALID', 'VALID', 'VALID', 'VALID']);
    expect(chain.signatures[0]?.bestSignatureTime).toBe('2026-06-01T00:00:00.000Z');
    expect(judge(stamp(first, '2029-06-01')).overallStatus).toBe('INDETERMINATE');
    expect(judge(stamp(first, '2028-06-01', makeTsa('Foreign', otherRoot))).overallStatus).toBe('INDETERMINATE');
  });

  it.each([
    ['of other bytes', stamp(signed, '2026-06-01', tsa, Buffer.alloc(32, 7))],
    ['by a stranger', stamp(signed, '2026-06-01', makeTsa('Stranger', otherRoot))],
    ['whose purpose is not critical', stamp(signed, '2026-06-01', makeTsa('Lax', root, false))],
    ['of after its end', stamp(signed, '2028-06-01')],
    [
      'older than the one before it, which is a stranger’s',
      stamp(stamp(signed, '2029-06-01', makeTsa('S', otherRoot)), '2026-06-01'),
    ],
  ])('stays INDETERMINATE with a timestamp %s', (_, pdf) => {
    expect(signature(pdf)).toMatchObject({ status: 'INDETERMINATE', signature: { cryptoValid: true } });
  });

  it('that was revoked is VALID with a timestamp of before only', () => {
    const crl = makeCrl({ issuer: root, ...current, entries: [{ certificate: signer, revokedAt: day('2026-06-10') }] });
    for (const evidence of ['station', 'document'] as const) {
      const known = evidence === 'station' ? [crl] : [];
      const made = (at: string): Uint8Array =>
        evidence === 'station' ? stamp(signed, at) : store(stamp(signed, at), [crl]);
      expect(signature(made('2026-06-01'), known)?.status).toBe('VALID');
      expect(signature(made('2026-06-20'), known)).toMatchObject({ status: 'INDETERMINATE' });
      expect(signature(made('2026-06-20'), known)?.certificate.reasonCodes).toContain('CERT_REVOKED');
    }
  });

  it('takes no word from a CRL in the store that somebody else signed', () => {
    const forged = makeCrl({ issuer: otherRoot, name: 'Root', ...current, entries: [{ certificate: signer }] });
    const finding = signature(store(stamp(signed, '2026-06-01'), [forged]));
    expect(finding).toMatchObject({ status: 'VALID', certificate: { revocation: { status: 'Unknown' } } });
  });
});

describe('a document timestamp that fails beside signatures that hold', () => {
  it('does not stand for the document: the arithmetic that is told is that of the signatures', () => {
    const ofOther = stamp(signed, '2026-06-01', tsa, Buffer.alloc(32, 7));
    const again = sign(ofOther);
    for (const pdf of [ofOther, again]) {
      const { overallStatus, signature: deciding, signatures } = judge(pdf);
      expect(overallStatus).toBe('INDETERMINATE');
      expect(deciding.cryptoValid).toBe(true);
      expect(signatures[1]).toMatchObject({ signature: { cryptoValid: false } });
    }
  });

  it('nor hides one that is broken', () => {
    const broken = signPdf(contractPdf(), maker, {
      contents: (digest) =>
        forge(signerOf(signer), {
          ...{
            eContent: null,
            signedAttributes: attributesOf(signerOf(signer), { messageDigest: digest.toReversed(), signingTime: null }),
          },
        }),
    });
    const { overallStatus, signature: deciding } = judge(stamp(broken, '2026-06-01', tsa, Buffer.alloc(32, 7)));
    expect([overallStatus, deciding.cryptoValid]).toEqual(['INVALID', false]);
  });
});
