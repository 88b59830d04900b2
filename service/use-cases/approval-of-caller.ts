import { approvalTerms } from '../domain/approval.ts';
import { eventsBy } from '../domain/audit-events.ts';
import type { SignatureRequest, StoredFile } from '../domain/records.ts';
import type { AcceptUnit } from '../persistence/persistence.ts';
import type { Caller, UseCasePorts } from './ports.ts';

/**
 * The rows of a request as the rule of its caller wants them: as they are where nobody is asked, approved where a person
 * lets the caller go on for a while, and else waiting for a person.
 */
export function withApproval(
  { allowances, newId }: Pick<UseCasePorts, 'allowances' | 'newId'>,
  caller: Caller,
  unit: AcceptUnit,
): AcceptUnit {
  const { approvalRule = 'Never' } = caller;
  if (approvalRule === 'Never') return unit;
  const request = { ...unit.request, approvalRule };
  const until = approvalRule === 'Limited' ? allowances.take(caller) : null;
  if (until === null) {
    return { ...unit, request: { ...request, waitReason: 'APPROVAL_PENDING', waitingSince: request.createdAt } };
  }
  const inputs = inputsOf(request, unit.files);
  const approval = eventsBy({ newId }, caller.actor)('SigningApproved', {
    inputSha256: inputs.map(({ sha256 }) => sha256).join(' '),
    rule: approvalRule,
    isShown: false,
  });
  return {
    ...unit,
    request: { ...request, approvedTerms: termsOf(request, unit.files), approvedUntil: until },
    audit: [...unit.audit, approval],
  };
}

function termsOf(request: SignatureRequest, files: readonly StoredFile[]): string {
  const [input, ...additionalInputs] = inputsOf(request, files);
  if (input === undefined) throw new Error('The input row is missing.');
  const appearance = files.find(({ id }) => id === request.appearanceFileId) ?? null;
  return approvalTerms({ request, input, additionalInputs, appearance });
}

function inputsOf(request: SignatureRequest, files: readonly StoredFile[]): readonly StoredFile[] {
  const ids = [request.inputFileId, ...request.additionalInputFileIds];
  return ids.flatMap((id) => files.find((file) => file.id === id) ?? []);
}
