import type { ReasonCounts } from '../contract/http/reasons.ts';
import type { Caller, UseCasePorts } from './ports.ts';

/** Why requests of the tenant failed or wait, each reason with how many. */
export async function countReasons(
  { persistence }: Pick<UseCasePorts, 'persistence'>,
  { tenantId }: Caller,
): Promise<ReasonCounts> {
  const { failed, waiting, isExact } = await persistence.countReasons(tenantId);
  return { failed: [...failed], waiting: [...waiting], isExact };
}
