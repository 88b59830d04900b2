import type { KeySelection, SigningDevice, SigningKey } from '../../service/providers/providers.ts';

const MAX_AGE_MILLISECONDS = 1_000;
const MAX_ENTRIES = 64;

/**
 * The same device, asked once for jobs that come close together: forty contracts with one card ask for its key once a
 * second, not forty times. A stale answer is harmless (the token-host checks each signature against the key's own
 * certificate) and is forgotten with the first signature that fails.
 */
export function cachedKeys(device: SigningDevice, now: () => number): SigningDevice {
  const entries = new Map<string, { readonly key: Promise<SigningKey>; readonly at: number }>();
  return {
    selectKey(selection) {
      const name = nameOf(selection);
      const known = entries.get(name);
      if (known !== undefined && now() - known.at < MAX_AGE_MILLISECONDS) return known.key;
      const key = device.selectKey(selection);
      if (entries.size >= MAX_ENTRIES) entries.clear();
      entries.set(name, { key, at: now() });
      key.catch(() => entries.delete(name));
      return key;
    },
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

function nameOf({ tenantId, providerType, certificateThumbprint }: KeySelection): string {
  return [tenantId, providerType, certificateThumbprint ?? ''].join(' ');
}
