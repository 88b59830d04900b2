import { readFileSync } from 'node:fs';
import { endOnFatalFaults } from '../../processes/fatal-faults.ts';
import { connectParentLink, leaveWithParent } from '../../processes/parent-link.ts';
import { refuseInspection } from '../../processes/inspection.ts';
import { ignoreTerminalSignals } from '../../processes/signals.ts';
import { openTrustStore } from '../certificate-path/trust-store.ts';
import { indeterminate } from '../fault.ts';
import { reportWithoutSignature } from '../report.ts';
import { parseCompactList, type TrustedLists } from '../trusted-lists/compact-list.ts';
import type { TrustMaterial, VerificationOutcome } from '../verification.ts';
import { verifyDocument } from '../verify-document.ts';
import { GrownMemory } from './grown-memory.ts';
import { VerifierTask, type VerifierAnswer } from './verifier-messages.ts';

/** Entry of a verifier process: one task in, one answer out. Nothing a document contains gets past `judge`. */
endOnFatalFaults('verifier');
refuseInspection();
ignoreTerminalSignals();
const link = connectParentLink();
leaveWithParent(link);

const NO_TRUST: TrustMaterial = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };
let trust = NO_TRUST;
const memory = new GrownMemory();

link.onMessage((message) => {
  void judge(VerifierTask.parse(message)).then((outcome) => {
    // One document at a time: what the material left open is about this one.
    const wanted = openTrustStore(trust)
      .unanswered.take()
      .map((one) => ({ ...one, certificates: [...one.certificates] }));
    const answer: VerifierAnswer = { outcome, wanted, isTooLarge: memory.isTooLarge() };
    link.post(answer);
  });
});

function takeTrust(material: NonNullable<VerifierTask['trust']>): void {
  trust = materialOf(material);
  memory.settle();
}

function materialOf({ lists, ...material }: NonNullable<VerifierTask['trust']>): TrustMaterial {
  return lists === null ? material : { ...material, lists: readLists(lists) };
}

/** One that was taken away since says nothing; the next document comes with those that are there. */
function readLists({ files, areAnchors }: Pick<TrustedLists, 'files' | 'areAnchors'>): TrustedLists {
  const lists = files.flatMap((file) => parseCompactList(readOrNothing(file)) ?? []);
  return { lists, files, areAnchors };
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Nothing is judged. The code that draws is loaded where a stamp is asked for. */
async function stampOn(
  { document, at }: VerifierTask,
  stamp: NonNullable<VerifierTask['stamp']>,
): Promise<VerificationOutcome> {
  const { answerPreview } = await import('../../stamps/preview-stamp.ts');
  const { rect = null, anchor = null, template = null, language } = stamp.options ?? {};
  const wish = anchor === null ? rect : { anchor };
  const bytes = document.kind === 'bytes' ? document.bytes : readFileSync(document.path);
  const preview = await answerPreview(bytes, { ...stamp, at, template, language, wish });
  const report = reportWithoutSignature('PAdES', [indeterminate('SIG_NOT_FOUND', 'Nothing was judged.')], at);
  return { ...report, preview };
}

async function judge(task: VerifierTask): Promise<VerificationOutcome> {
  try {
    if (task.trust !== null) takeTrust(task.trust);
    if (task.stamp !== null) return await stampOn(task, task.stamp);
    const { format, document, original, originals, revocationMode, at } = task;
    const question = { format, document, original, revocationMode, at, trust };
    return await verifyDocument(originals === null ? question : { ...question, originals });
  } catch {
    // The error may quote the document, and nobody but the caller could use it.
    const detail = 'Checking the document failed unexpectedly.';
    return reportWithoutSignature(task.format, [indeterminate('VERIFICATION_CRASHED', detail)], task.at);
  }
}
