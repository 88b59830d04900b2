import { StationError } from '../domain/station-error.ts';
import type { SigningDevice } from '../providers/providers.ts';
import type { Metrics } from './metrics.ts';

/**
 * The same device, counting signature values asked of a key in `provider_sign_operations_total`. A search for a key
 * that fails is no such operation, but it is a provider's failure: wrong PINs and absent tokens show there.
 */
export function countedSigningDevice(device: SigningDevice, metrics: Metrics): SigningDevice {
  const failed = (labels: Readonly<Record<string, string>>, error: unknown): void => {
    const errorCode = error instanceof StationError ? error.code : 'SIGNING_OPERATION_FAILED';
    metrics.increment('provider_sign_failures_total', { ...labels, errorCode });
  };
  return {
    async selectKey(selection) {
      try {
        return await device.selectKey(selection);
      } catch (error) {
        failed({ step: 'select', provider: selection.providerType }, error);
        throw error;
      }
    },
    async sign(operation) {
      metrics.increment('provider_sign_operations_total', { provider: operation.providerId });
      try {
        return await device.sign(operation);
      } catch (error) {
        failed({ step: 'sign', provider: operation.providerId }, error);
        throw error;
      }
    },
  };
}
