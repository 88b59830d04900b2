import { errorFields } from '../telemetry/logger.ts';
import type { UseCasePorts } from './ports.ts';

/**
 * Removes the files of requests that an earlier life of this station was taking in when it was cut off, and whose row was
 * never committed: nobody has been told of them and nobody can ask for them. Answers how many files. What cannot be
 * removed stays marked. To be called once no commit of that life can still be under way. `isStopped` is asked in between.
 */
export async function clearCutOff(
  ports: Pick<UseCasePorts, 'persistence' | 'objectStore' | 'acceptanceMarks' | 'logger'>,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { persistence, objectStore, acceptanceMarks } = ports;
  let [removed, isLeft] = [0, false];
  for (const { tenantId, signatureId, keys } of acceptanceMarks.cutOff()) {
    if (isStopped()) return removed;
    if ((await persistence.findRequest(tenantId, signatureId)) !== undefined) continue;
    for (const key of keys) {
      try {
        if (await objectStore.delete(key)) removed += 1;
      } catch (fault) {
        isLeft = true;
        ports.logger.warn('A file of a request that was never accepted could not be removed.', {
          ...errorFields(fault),
          signatureId,
        });
      }
    }
  }
  if (!isLeft) await acceptanceMarks.forgetCutOff();
  return removed;
}
