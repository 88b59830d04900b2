import type { Configuration } from '../config/configuration.ts';
import type { LevelFacts } from '../use-cases/list-levels.ts';
import type { TrustMaterial } from '../verification/verification.ts';

/** What of the levels above B this station is set up for, by its settings and the lists that it has now. */
export function levelFacts(
  { Roles, Timestamping, ValidationData }: Pick<Configuration, 'Roles' | 'Timestamping' | 'ValidationData'>,
  { crls, ocspResponses }: Pick<TrustMaterial, 'crls' | 'ocspResponses'>,
): LevelFacts {
  return {
    signsHere: Roles.includes('worker'),
    hasTimestampAuthority: Timestamping.Url !== null,
    hasEvidence: ValidationData.Online || crls.length + ocspResponses.length > 0,
  };
}
