import type { Configuration } from '../config/configuration.ts';
import { durationMilliseconds } from '../config/duration.ts';
import { createRegisteredValidationData } from '../validation-data/registered/registered-validation-data.ts';
import type { ValidationDataSource } from '../validation-data/validation-data.ts';
import type { TrustMaterial } from '../verification/verification.ts';

/** Where workers get evidence for LT and LTA, as the settings say. `material`: what lies in the folders now. */
export function createValidationData(
  { ValidationData }: Pick<Configuration, 'ValidationData'>,
  material: () => Promise<TrustMaterial>,
): ValidationDataSource {
  const { GracePeriod } = ValidationData;
  return createRegisteredValidationData({
    material,
    gracePeriodMilliseconds: GracePeriod === null ? null : durationMilliseconds(GracePeriod),
    now: () => new Date(),
  });
}
