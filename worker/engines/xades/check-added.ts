import type { SignatureFinding } from '../../../service/contract/http/verification.ts';
import type { StationError } from '../../../service/domain/station-error.ts';
import { checkOwnXmlSignature } from '../../../service/verification/xades/check-own-signature.ts';
import { NO_EXTERNAL_CONTENT } from '../../../service/verification/xades/external-content.ts';
import type { EngineTask } from '../engine.ts';
import { additionRefused, isIntactOfChosen, isNoWorse } from '../judged-signature.ts';
import type { SignatureIds } from './signature-text.ts';
import { verdictOnXml, type SignedXml } from './signed-xml.ts';

/**
 * After a parallel signature was put into a document: every earlier one is judged as before, and the new one is intact, of
 * the chosen certificate and over no less than they are. Throws StationError SIGNING_OPERATION_FAILED (permanent) otherwise.
 */
export function requireAddedSignature(
  task: EngineTask,
  before: SignedXml,
  output: Uint8Array,
  ids: SignatureIds,
): void {
  const { signatures } = verdictOnXml(output, task);
  const own = signatures.find(({ name }) => name === ids.signature);
  requireNoneWorse(
    before,
    signatures.filter((finding) => finding !== own),
  );
  const coversLess =
    own?.coversWholeDocument !== true && before.verdict.signatures.some((earlier) => earlier.coversWholeDocument);
  if (isIntactOfChosen(own, task) && !coversLess) return;
  throw refused(`the new signature does not hold (${own?.reasonCodes.join(', ') ?? 'it is not there'})`);
}

/** The same for a counter-signature over `countersigned`, the Id of a signature value. */
export function requireAddedCounterSignature(
  task: EngineTask,
  before: SignedXml,
  output: Uint8Array,
  { ids, countersigned }: { readonly ids: SignatureIds; readonly countersigned: string },
): void {
  requireNoneWorse(before, verdictOnXml(output, task).signatures);
  const faults = checkOwnXmlSignature({
    ...{ bytes: output, id: ids.signature, countersigned, covered: [] },
    ...{ external: NO_EXTERNAL_CONTENT, signingCertificate: task.key.certificate },
  });
  if (faults.length > 0) throw refused(`the counter-signature does not hold (${faults.join(', ')})`);
}

function requireNoneWorse({ verdict }: SignedXml, after: readonly SignatureFinding[]): void {
  for (const [index, earlier] of verdict.signatures.entries()) {
    const now = after[index];
    const holds = now !== undefined && isSame(earlier, now) && isNoWorse(earlier, now);
    if (!holds) throw refused(`the signature ${earlier.name}, made before, would no longer hold`);
  }
  if (after.length !== verdict.signatures.length) throw refused('there are other signatures than before');
}

/** Names without an identifier are places, which stay: what is added comes last. */
function isSame(one: SignatureFinding, other: SignatureFinding): boolean {
  const facts = ({ name, signature, claimedSigningTime, coversWholeDocument }: SignatureFinding): string =>
    JSON.stringify([name, signature.signerThumbprint, claimedSigningTime, coversWholeDocument]);
  return facts(one) === facts(other);
}

function refused(why: string): StationError {
  return additionRefused('file', why);
}
