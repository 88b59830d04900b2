import { afterAll, describe, expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import type { WarningKind } from '../../contract/http/inspection.ts';
import { entry, makeAsicFiles, mimetype } from '../asic/asic-files.suite.ts';
import { rawZip } from '../asic/raw-zip.suite.ts';
import * as cms from '../cades/cms-forgery.suite.ts';
import { budgetOf, CountedBudget } from '../counted-work.suite.ts';
import { contractPdf } from '../pades/contract-pdf.suite.ts';
import { signPdf } from '../pades/signed-pdf.suite.ts';
import { verifyAsic } from '../asic/verify-asic.ts';
import { verifyDocument } from '../verify-document.ts';
import { createContentsJudge } from '../pades/contents-judge.ts';
import { verifyPades } from '../pades/verify-pades.ts';
import type { VerificationContext, VerificationOutcome } from '../verification.ts';
import { WORK } from '../work-budget.ts';
import { inspectDocument, type JudgeFormat } from './inspect-document.ts';

const { ec } = cms.signers;
const maker = { certificate: ec.certificate, chain: [], key: ec.privateKey };
const files = makeAsicFiles();
afterAll(() => files.remove());

const contextOf = (budget: CountedBudget): VerificationContext => ({
  ...{ trust: cms.trust, at: cms.NOW, revocationMode: 'Offline' as const, budget },
});

function inspect(
  document: Uint8Array,
  originals: readonly Uint8Array[],
  budget: CountedBudget,
): Promise<VerificationOutcome> {
  const context = contextOf(budget);
  const judge: JudgeFormat = async (format, source, _beside, { open }) =>
    format === 'PAdES'
      ? verifyPades(source, createContentsJudge(context), cms.NOW, { budget, open })
      : await verifyAsic('ASiC_S', source, context);
  const given = originals.map((one) => bytesSource(one));
  return inspectDocument(bytesSource(document), given, judge, { at: cms.NOW, budget });
}

const kindsOf = ({ inspection }: VerificationOutcome): WarningKind[] =>
  (inspection?.warnings ?? []).map(({ kind }) => kind);

describe('what is told of a PDF beside its verdict', () => {
  const strings = contractPdf({ 8: `[${'()'.repeat(10_000)}]` }, '/PieceInfo 8 0 R');

  it('is paid for out of the budget of the document', async () => {
    const [few, many] = [new CountedBudget(0), new CountedBudget(0)];
    expect(kindsOf(await inspect(contractPdf(), [], few))).toEqual([]);
    expect(kindsOf(await inspect(strings, [], many))).toEqual([]);
    expect(many.spent - few.spent).toBeGreaterThan(10_000 * 200 * WORK.readByte);
  });

  it('is said to be incomplete where the budget ends, and costs no verdict', async () => {
    const budget = budgetOf(5_000_000);
    const { inspection, reasonCodes } = await inspect(strings, [], budget);
    expect(inspection).toMatchObject({
      detected: 'PDF',
      warnings: [{ kind: 'NotExamined', count: 1 }],
      pageCount: null,
    });
    expect(reasonCodes).toEqual(['SIG_NOT_FOUND']);
    expect(budget.spent).toBeLessThan(20_000_000);
  });

  it('is read once for both', async () => {
    const signed = signPdf(strings, maker);
    const [verdict, both] = [new CountedBudget(0), new CountedBudget(0)];
    const context = contextOf(verdict);
    verifyPades(bytesSource(signPdf(signed, maker)), createContentsJudge(context), cms.NOW, { budget: verdict });
    await inspect(signPdf(signed, maker), [], both);
    expect(both.spent - verdict.spent).toBeLessThan(verdict.spent / 4);
  });

  it('names the kind of a file whose verdict was too dear', async () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [8 + index, `[${'()'.repeat(9000)}]`]));
    const list = Object.keys(many).map((number) => `${number} 0 R`);
    const pdf = contractPdf({ ...many, 1000: `[${list.join(' ')}]` }, '/PieceInfo 1000 0 R');
    const document = { kind: 'bytes', bytes: signPdf(signPdf(pdf, maker), maker) } as const;
    const { overallStatus, reasonCodes, inspection } = await verifyDocument({
      ...{ format: 'CAdES', document, original: null, originals: [] },
      ...{ trust: cms.trust, revocationMode: 'Offline', at: cms.NOW },
    });
    expect({ overallStatus, reasonCodes }).toEqual({
      ...{ overallStatus: 'INDETERMINATE', reasonCodes: ['VERIFICATION_WORK_EXCEEDED'] },
    });
    expect(inspection).toMatchObject({ detected: 'PDF', warnings: [{ kind: 'NotExamined' }] });
  });
});

describe('files that are given along with a container', () => {
  const data = Buffer.alloc(100_000, 'a');
  const container = rawZip([
    mimetype('ASiC_S'),
    { ...entry('a.txt', data), isDeflated: true },
    entry('META-INF/signature.p7s', files.signature(data)),
  ]);
  const others = Array.from({ length: 9 }, (_, index) => Buffer.alloc(100_000, String(index)));

  it('are compared with its files by one digest of each, which is paid for', async () => {
    const spent = await Promise.all(
      [[], [data], [data, ...others]].map(async (originals) => {
        const budget = new CountedBudget(0);
        const { inspection } = await inspect(container, originals, budget);
        expect(inspection?.originals.map(({ isSigned }) => isSigned)).toEqual(originals.map((one) => one === data));
        return budget.spent;
      }),
    );
    const digest = 100_000 * (WORK.digestedByte + WORK.inflatedByte);
    expect((spent[1] ?? 0) - (spent[0] ?? 0)).toBe(digest);
    expect(spent[2]).toBe(spent[1]);
  });
});
