import { StationError } from '../../service/domain/station-error.ts';
import type { KeySelection, SigningDevice, SigningKey } from '../../service/providers/providers.ts';

const MAX_AGE_MILLISECONDS = 1_000;
const MAX_ENTRIES = 64;

/**
 * The same device, asked once for jobs that come close together: forty contracts with one card ask for its key once a
 * second, not forty times. A stale answer is harmless (the token-host checks each signature against the key's own
 * certificate) and is forgotten with the first signature that fails. A PIN that the token refused now is the failure of the
 * job that had it tried: the others ask for themselves, and learn what they wait for.
 */
export function cachedKeys(device: SigningDevice, now: () => number): SigningDevice {
  const entries = new Map<string, { readonly key: Promise<SigningKey>; readonly at: number }>();
  const selectKey = (selection: KeySelection): Promise<SigningKey> => {
    const name = nameOf(selection);
    const known = entries.get(name);
    if (known !== undefined && now() - known.at < MAX_AGE_MILLISECONDS) {
      return known.key.catch((fault: unknown) => {
        if (isRefusalOfNow(fault)) return selectKey(selection);
        throw fault;
      });
    }
    const key = device.selectKey(selection);
    if (entries.size >= MAX_ENTRIES) entries.clear();
    const entry = { key, at: now() };
    entries.set(name, entry);
    key.catch(() => {
      if (entries.get(name) === entry) entries.delete(name);
    });
    return key;
  };
  return {
    selectKey,
    async sign(operation) {
      try {
        return await device.sign(operation);
      } catch (fault) {
        entries.clear();
        throw fault;
      }
    },
  };
}

function isRefusalOfNow(fault: unknown): boolean {
  return fault instanceof StationError && fault.area === 'pin' && fault.waitReason === null;
}

function nameOf({ tenantId, providerType, certificateThumbprint }: KeySelection): string {
  return [tenantId, providerType, certificateThumbprint ?? ''].join(' ');
}
