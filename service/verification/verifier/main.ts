import { parserMemoryBytes } from '../../codecs/xmldsig/parser-memory.ts';
import { endOnFatalFaults } from '../../processes/fatal-faults.ts';
import { connectParentLink, leaveWithParent } from '../../processes/parent-link.ts';
import { refuseInspection } from '../../processes/inspection.ts';
import { ignoreTerminalSignals } from '../../processes/signals.ts';
import { openTrustStore } from '../certificate-path/trust-store.ts';
import { indeterminate } from '../fault.ts';
import { reportWithoutSignature } from '../report.ts';
import type { TrustMaterial, VerificationOutcome } from '../verification.ts';
import { verifyDocument } from '../verify-document.ts';
import { VerifierTask, type VerifierAnswer } from './verifier-messages.ts';

/** Entry of a verifier process: one task in, one answer out. Nothing a document contains gets past `judge`. */
endOnFatalFaults('verifier');
refuseInspection();
ignoreTerminalSignals();
const link = connectParentLink();
leaveWithParent(link);

const NO_TRUST: TrustMaterial = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };
let trust = NO_TRUST;

link.onMessage((message) => {
  void judge(VerifierTask.parse(message)).then((outcome) => {
    // One document at a time: what the material left open is about this one.
    const wanted = openTrustStore(trust)
      .unanswered.take()
      .map((one) => ({ ...one, certificates: [...one.certificates] }));
    const answer: VerifierAnswer = { outcome, wanted, keptBytes: parserMemoryBytes() };
    link.post(answer);
  });
});

async function judge(task: VerifierTask): Promise<VerificationOutcome> {
  try {
    if (task.trust !== null) ({ trust } = task);
    const { format, document, original, originals, revocationMode, at } = task;
    const question = { format, document, original, revocationMode, at, trust };
    return await verifyDocument(originals === null ? question : { ...question, originals });
  } catch {
    // The error may quote the document, and nobody but the caller could use it.
    const detail = 'Checking the document failed unexpectedly.';
    return reportWithoutSignature(task.format, indeterminate('VERIFICATION_CRASHED', detail), task.at);
  }
}
