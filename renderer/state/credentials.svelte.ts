import type { Credentials } from '../api/credentials.ts';
import { passing, readStored, writeStored } from './stored.ts';

const API_KEY = 'station.api-key';
const TENANT = 'station.tenant';

export interface CredentialStore {
  readonly current: Credentials;
  readonly save: (apiKey: string, tenantId: string) => void;
}

const orNull = (value: string): string | null => (value.trim() === '' ? null : value.trim());

/** The API key and tenant typed in under Settings; forgotten when the window is closed. */
export function createCredentialStore(): CredentialStore {
  let current = $state.raw<Credentials>({
    apiKey: readStored(passing, API_KEY),
    tenantId: readStored(passing, TENANT),
  });
  return {
    get current() {
      return current;
    },
    save: (apiKey, tenantId) => {
      current = { apiKey: orNull(apiKey), tenantId: orNull(tenantId) };
      writeStored(passing, API_KEY, current.apiKey);
      writeStored(passing, TENANT, current.tenantId);
    },
  };
}
