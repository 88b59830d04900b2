import type { Diagnosis } from '../contract/http/diagnosis.ts';
import { StationError } from '../domain/station-error.ts';
import type { UseCasePorts } from './ports.ts';

/** What the doctor finds about one provider, without a login. Throws PROVIDER_NOT_FOUND. */
export async function diagnoseProvider(
  { tokenDoctor }: Pick<UseCasePorts, 'tokenDoctor'>,
  providerId: string,
): Promise<Diagnosis> {
  const diagnosis = await tokenDoctor.diagnose(providerId);
  if (diagnosis === undefined) {
    throw new StationError('PROVIDER_NOT_FOUND', 'There is no signing provider with this id.');
  }
  return diagnosis;
}
