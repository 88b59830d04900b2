import { describe, expect, it } from 'vitest';
import { onePage } from '../../e2e/documents/pdf/one-page.ts';
import { buildPdf, stream } from '../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../codecs/byte-source.ts';
import { dictionaryOf } from '../codecs/pdf/pdf-objects.ts';
import { makeAsicFiles, entry, mimetype } from './asic/asic-files.suite.ts';
import { rawZip } from './asic/raw-zip.suite.ts';
import { verifyAsic } from './asic/verify-asic.ts';
import * as cms from './cades/cms-forgery.suite.ts';
import { verifyCades } from './cades/verify-cades.ts';
import { authority, issue } from './certificate-path/issued-certificates.suite.ts';
import { CountedBudget, budgetOf } from './counted-work.suite.ts';
import { createContentsJudge } from './pades/contents-judge.ts';
import { contractPdf } from './pades/contract-pdf.suite.ts';
import { changeCatalog, signPdf, updatePdf } from './pades/signed-pdf.suite.ts';
import { verifyPades } from './pades/verify-pades.ts';
import type { VerificationOutcome } from './verification.ts';
import { BASE_NANOSECONDS, WORK, WorkExceededError } from './work-budget.ts';
import * as xml from './xades/signed-xml.suite.ts';
import { verifyXades } from './xades/verify-xades.ts';

/** Documents that multiply one thing by another: what is counted is work, whatever it takes on this machine. */

const { ec } = cms.signers;
const crowd = ((): Uint8Array[] => {
  const keys = authority('Same', null);
  return Array.from({ length: 60 }, () => authority('Same', null, null, { keys }).der);
})();
const context = (budget: CountedBudget) =>
  ({ trust: cms.trust, at: cms.NOW, revocationMode: 'Offline', budget }) as const;

/** By `count` people with certificates of an authority that is there 60 times. */
function manySigners(count: number, certificates: readonly Uint8Array[] = crowd): Buffer {
  const same = authority('Same', null);
  const signed = Array.from({ length: count }, (_, index) => {
    const one = issue(`Signer ${String(index)}`, same, { keys: { ...ec, publicKey: same.publicKey } });
    const signer = { ...ec, certificate: one.der };
    return { certificate: one.der, attributes: cms.attributesOf(signer), sid: cms.issuerAndSerial(one.der) };
  });
  const infoOf = ({ certificate, attributes, sid }: (typeof signed)[number]): Uint8Array =>
    cms
      .fieldsOf(cms.forge({ ...ec, certificate }, { signedAttributes: attributes, sid }))
      .at(-1)
      ?.subarray(0) ?? new Uint8Array();
  const infos = signed.map((one) => cms.childrenOf(infoOf(one))[0] ?? new Uint8Array());
  return Buffer.from(
    cms.forge(ec, {
      certificates: [...signed.map((one) => one.certificate), ...certificates],
      signerInfos: () => infos,
    }),
  );
}

function judgeCms(bytes: Uint8Array, budget: CountedBudget): VerificationOutcome {
  return verifyCades(bytesSource(bytes), null, context(budget));
}

describe('many signers with many certificates', () => {
  const ten = manySigners(10);

  it('pay for each certificate that each of them looks at', () => {
    const one = new CountedBudget(0);
    judgeCms(manySigners(1), one);
    const all = new CountedBudget(0);
    judgeCms(ten, all);
    const looks = 9 * 70 * WORK.node;
    expect(all.spent - one.spent).toBeGreaterThan(looks);
    // Ten times as many signers among seventy certificates: less than ten times all that one costs.
    expect(all.spent).toBeLessThan(10 * one.spent);
  });

  it('end at what a document may cost, at the same place whatever is known already', () => {
    const spent = [1, 2].map(() => {
      const budget = budgetOf(50_000_000);
      expect(() => judgeCms(ten, budget)).toThrow(WorkExceededError);
      return budget.spent;
    });
    expect(spent[0]).toBe(spent[1]);
  });
});

describe('a content', () => {
  const size = 50_000;
  const eContent = Buffer.alloc(size, 'a');
  const attributes = (hash: string): Uint8Array => cms.attributesOf(ec, { messageDigest: cms.digest(hash, eContent) });
  const attached = cms.forge(ec, { eContent, signedAttributes: attributes('SHA-256') });

  it('is paid for where it lies inside, and where it is handed in beside the signature', () => {
    const small = new CountedBudget(0);
    judgeCms(cms.forge(ec), small);
    const inside = new CountedBudget(0);
    expect(judgeCms(attached, inside).overallStatus).toBe('VALID');
    expect(inside.spent - small.spent).toBeGreaterThanOrEqual((size - 1_000) * WORK.digestedByte);
    const detached = cms.forge(ec, { eContent: null, signedAttributes: attributes('SHA-256') });
    const beside = new CountedBudget(0);
    expect(verifyCades(bytesSource(detached), bytesSource(eContent), context(beside)).overallStatus).toBe('VALID');
    expect(beside.spent).toBeGreaterThanOrEqual(size * WORK.digestedByte);
  });

  it('is paid for by each hash, before it is read', () => {
    const source = { ...bytesSource(eContent), size: 1e9 };
    const detached = cms.forge(ec, { eContent: null, signedAttributes: attributes('SHA-256') });
    expect(() => verifyCades(bytesSource(detached), source, context(new CountedBudget(0)))).toThrow(WorkExceededError);
  });
});

describe('an entry of a container', () => {
  const files = makeAsicFiles();
  const signature = files.signature(Buffer.alloc(200_000, 'a'));
  files.remove();
  const container = (isDeflated: boolean): Buffer =>
    rawZip([
      mimetype('ASiC_S'),
      { ...entry('a.txt', Buffer.alloc(200_000, 'a')), isDeflated },
      entry('META-INF/signature.p7s', signature),
    ]);

  it('is paid for when it is digested, and once more when it is inflated', async () => {
    const spent = await Promise.all(
      [false, true].map(async (isDeflated) => {
        const budget = new CountedBudget(0);
        const report = await verifyAsic('ASiC_S', bytesSource(container(isDeflated)), context(budget));
        expect(report.signature.cryptoValid).toBe(true);
        return budget.spent;
      }),
    );
    expect(spent[0]).toBeGreaterThanOrEqual(200_000 * WORK.digestedByte);
    expect((spent[1] ?? 0) - (spent[0] ?? 0)).toBe(200_000 * WORK.inflatedByte);
  });

  it('is not read where nobody could pay for it', async () => {
    const judging = verifyAsic('ASiC_S', bytesSource(container(true)), context(budgetOf(500_000)));
    await expect(judging).rejects.toThrow(WorkExceededError);
  });
});

describe('the store of a PDF', () => {
  const maker = { certificate: ec.certificate, chain: [], key: ec.privateKey };
  const withStore = (certificates: readonly Uint8Array[], signatures: number): Buffer => {
    let pdf = contractPdf();
    for (let index = 0; index < signatures; index++) pdf = signPdf(pdf, maker);
    return updatePdf(pdf, (update) => {
      const streams = certificates.map((bytes) => update.addStream(dictionaryOf({ Length: 0 }), bytes));
      changeCatalog(update, { DSS: dictionaryOf({ Certs: streams }) });
    });
  };
  const spentFor = (certificates: readonly Uint8Array[], signatures: number): number => {
    const budget = new CountedBudget(0);
    const report = verifyPades(
      bytesSource(withStore(certificates, signatures)),
      createContentsJudge(context(budget)),
      cms.NOW,
      { budget },
    );
    expect(report.signatures.map(({ signature }) => signature.cryptoValid)).toEqual(Array(signatures).fill(true));
    return budget.spent;
  };

  it('is read once for all signatures, and paid for by each that looks at it', () => {
    const certificates = crowd;
    const one = spentFor(certificates, 1) - spentFor([], 1);
    const three = spentFor(certificates, 3) - spentFor([], 3);
    expect(one).toBeGreaterThan(60 * WORK.parsedItem);
    expect(three).toBeGreaterThan(one + 2 * 60 * WORK.node);
    expect(three).toBeLessThan(2 * 60 * WORK.parsedItem);
  });
});

describe('objects, fields and contents of a PDF', () => {
  const { ec: signer } = cms.signers;
  const maker = { certificate: signer.certificate, chain: [], key: signer.privateKey };
  const report = (pdf: Uint8Array, budget: CountedBudget): VerificationOutcome =>
    verifyPades(bytesSource(pdf), createContentsJudge(context(budget)), cms.NOW, { budget });
  const spentFor = (pdf: Uint8Array): number => {
    const budget = new CountedBudget(1e8);
    report(pdf, budget);
    return budget.spent;
  };
  const twice = (pdf: Buffer): Buffer => signPdf(signPdf(pdf, maker), maker, { isVisible: true });
  const plain = spentFor(twice(contractPdf()));
  const fields = Array.from({ length: 1000 }, (_, index) => 10 + index);
  const form = (entries: string): Buffer =>
    contractPdf({
      6: `<</Fields [${fields.map((number) => `${number} 0 R`).join(' ')}]>>`,
      ...Object.fromEntries(fields.map((number) => [number, `<</FT /Tx /T (${number}) ${entries}>>`])),
    });

  it.each<[string, Buffer, number]>([
    ['empty strings', contractPdf({ 8: `[${'()'.repeat(10_000)}]` }, '/Own 8 0 R'), 10_000 * 200],
    ['empty dictionaries', contractPdf({ 8: `[${'<<>>'.repeat(10_000)}]` }, '/Own 8 0 R'), 10_000 * 200],
    ['names in codes', contractPdf({ 8: `[${'/#41'.repeat(10_000)}]` }, '/Own 8 0 R'), 10_000 * 200],
    ['fields', form(''), 1000 * 300],
    ['operations below a signature', contractPdf({ 4: stream('', Buffer.from('0 g\n'.repeat(10_000))) }), 10_000 * 300],
  ])('%s are paid for by what they take, not by their bytes', (_, pdf, bytes) => {
    expect(spentFor(twice(pdf)) - plain).toBeGreaterThan(bytes * WORK.readByte);
  });

  it('leave a manual of 1,600 pages and 58,000 links within the work of one document', () => {
    const links = Array.from({ length: 500 }, (_, index) => 10 + index);
    const link = '<</Type /Annot /Subtype /Link /Border [0 0 0] /H /I /C [1 0 0] /Rect [103.1 300.2 200.3 310.4]';
    const texts = links.map((number) => [number, `${link} /A <</S /GoTo /D (section.${number})>>>>`] as const);
    const pieces = { ...onePage({ page: `/Annots [${links.join(' 0 R ')} 0 R]` }), ...Object.fromEntries(texts) };
    const bare = spentFor(signPdf(buildPdf({ pieces: onePage({}) }), maker));
    const one = (spentFor(signPdf(buildPdf({ pieces }), maker)) - bare) / links.length;
    const pagesAndContents = 450_000_000;
    expect(58_000 * one + pagesAndContents).toBeLessThan(BASE_NANOSECONDS);
    expect(one).toBeGreaterThan(4_000);
  });

  it('are left open where they are more than a document may cost', () => {
    expect(() => report(twice(form('')), budgetOf(2_000_000))).toThrow(WorkExceededError);
  });

  it('are left open, and called changed by nobody, where one object is more than there is memory for', () => {
    const pdf = twice(contractPdf({ 8: `[${'<<>>'.repeat(250_000)}]` }, '/Own 8 0 R'));
    const { overallStatus, reasonCodes } = report(pdf, new CountedBudget(1e9));
    expect({ overallStatus, reasonCodes }).toEqual({
      overallStatus: 'INDETERMINATE',
      reasonCodes: ['SIG_LIMIT_EXCEEDED'],
    });
  });
});

describe('signatures and references of XML', () => {
  const signatures = (count: number, references: number): Buffer => {
    const parts = Array.from({ length: count }, (_, index) =>
      xml.signatureTemplate({
        id: `S${String(index)}`,
        references: Array.from({ length: references }, () => xml.reference('#data', [xml.transform(xml.EXC_C14N)])),
      }),
    );
    return Buffer.from(`<all><data Id="data">${'<a>text</a>'.repeat(50)}</data>${parts.join('')}</all>`);
  };
  const spentFor = (document: Buffer): number => {
    const budget = new CountedBudget(0);
    verifyXades(bytesSource(document), [], context(budget));
    return budget.spent;
  };

  it('are paid for one by one', () => {
    const [few, many] = [spentFor(signatures(2, 3)), spentFor(signatures(20, 30))];
    expect(many - few).toBeGreaterThan((20 * 30 - 2 * 3) * 10_000);
  });

  it('are refused after a small part of them where they are more nodes than there is memory for', () => {
    const elements = (count: number) => bytesSource(Buffer.from(`<all>${'<a/>'.repeat(count)}</all>`));
    const [few, many] = [new CountedBudget(1e12), new CountedBudget(1e12)];
    verifyXades(elements(250_000), [], context(few));
    expect(verifyXades(elements(5_000_000), [], context(many)).reasonCodes).toContain('SIG_LIMIT_EXCEEDED');
    expect(many.spent).toBeLessThan(4 * few.spent);
  });

  it('are left open where they are more than a document may cost', () => {
    const budget = budgetOf(8_000_000);
    const report = verifyXades(bytesSource(signatures(20, 30)), [], context(budget));
    expect(report.overallStatus).toBe('INDETERMINATE');
    expect(report.reasonCodes).toContain('VERIFICATION_WORK_EXCEEDED');
  });
});
