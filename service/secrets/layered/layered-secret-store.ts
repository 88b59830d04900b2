import type { SecretStore } from '../secret-store.ts';

/** Asks the stores in turn; the first that knows the name answers. */
export function layeredSecretStore(stores: readonly SecretStore[]): SecretStore {
  return {
    async read(name) {
      for (const store of stores) {
        const value = await store.read(name);
        if (value !== undefined) return value;
      }
      return undefined;
    },
  };
}
