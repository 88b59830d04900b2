import type { SignatureFormat } from '../contract/vocabulary/signature-formats.ts';
import { bytesSource, type ByteSource } from '../codecs/byte-source.ts';
import { openFileSource } from '../storage/file-source.ts';
import { indeterminate } from './fault.ts';
import type { SharedWithJudge } from './inspection/inspect-document.ts';
import { loadOnce } from './load-once.ts';
import { reportWithoutSignature } from './report.ts';
import type { DocumentInput, VerificationContext, VerificationOutcome, VerificationTask } from './verification.ts';
import { WorkBudget, WorkExceededError } from './work-budget.ts';

/**
 * Judges one document in this process; each format's code is loaded when it is first needed. All its signatures share
 * one budget of work. Rejects only for what is not the document's fault: node:fs errors for files that cannot be read.
 */
export async function verifyDocument(task: VerificationTask): Promise<VerificationOutcome> {
  using opened = new DisposableStack();
  const open = (input: DocumentInput): ByteSource => openInput(input, opened);
  const document = open(task.document);
  const original = task.original === null ? null : open(task.original);
  const originals = task.originals?.map(open);
  const { format, trust, revocationMode, at } = task;
  const sources = [document, ...(original === null ? [] : [original]), ...(originals ?? [])];
  const budget = new WorkBudget(sources.reduce((bytes, { size }) => bytes + size, 0));
  const context = { trust, revocationMode, at, budget };
  const judge = (
    kind: SignatureFormat,
    bytes: ByteSource,
    beside: readonly ByteSource[],
    shared?: SharedWithJudge,
  ): Promise<VerificationOutcome> => withinBudget(kind, at, () => judgeFormat(kind, bytes, beside, context, shared));
  if (originals === undefined) return await judge(format, document, original === null ? [] : [original]);
  const { inspectDocument } = await import('./inspection/inspect-document.ts');
  return await withinBudget(format, at, () => inspectDocument(document, originals, judge, { at, budget }));
}

async function withinBudget(
  format: SignatureFormat,
  at: Date,
  judge: () => Promise<VerificationOutcome>,
): Promise<VerificationOutcome> {
  try {
    return await judge();
  } catch (error) {
    if (!(error instanceof WorkExceededError)) throw error;
    return reportWithoutSignature(format, [indeterminate('VERIFICATION_WORK_EXCEEDED', error.message)], at);
  }
}

/** What each format needs, loaded when it is first needed; to be given it again by the runtime takes as long as a check. */
const MODULES = {
  pades: loadOnce(() => import('./pades/verify-pades.ts')),
  contents: loadOnce(() => import('./pades/contents-judge.ts')),
  cades: loadOnce(() => import('./cades/verify-cades.ts')),
  xades: loadOnce(() => import('./xades/verify-xades.ts')),
  asic: loadOnce(() => import('./asic/verify-asic.ts')),
};

async function judgeFormat(
  format: SignatureFormat,
  document: ByteSource,
  originals: readonly ByteSource[],
  context: VerificationContext,
  shared?: SharedWithJudge,
): Promise<VerificationOutcome> {
  switch (format) {
    case 'PAdES': {
      const { verifyPades } = await MODULES.pades();
      const { createContentsJudge } = await MODULES.contents();
      const { at, budget } = context;
      return verifyPades(document, createContentsJudge(context), at, {
        ...(budget && { budget }),
        ...(shared && { open: shared.open }),
      });
    }
    case 'CAdES':
      return (await MODULES.cades()).verifyCades(document, originals[0] ?? null, context);
    case 'XAdES':
      return (await MODULES.xades()).verifyXades(document, originals, context, shared?.signed);
    case 'ASiC_S':
    case 'ASiC_E':
      return (await MODULES.asic()).verifyAsic(format, document, context);
  }
}

function openInput(input: DocumentInput, opened: DisposableStack): ByteSource {
  if (input.kind === 'bytes') return bytesSource(input.bytes);
  return opened.adopt(openFileSource(input.path), (file) => file.close());
}
