import type { Configuration } from '../config/configuration.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { FetchFault } from '../validation-data/online/fetch-fault.ts';
import type { ProxyWay } from '../validation-data/online/guarded-fetch.ts';

/** The proxy that evidence and trusted lists are fetched through, as the settings say; null where they name none. */
export function evidenceProxy(
  { ValidationData }: Pick<Configuration, 'ValidationData'>,
  secrets: SecretStore,
): ProxyWay | null {
  const { Proxy: proxy, ProxyUsername: username, ProxyPasswordSecretName: secretName } = ValidationData;
  if (proxy === null) return null;
  return {
    url: new URL(proxy),
    async authorization() {
      if (username === null) return null;
      const password = await secrets.read(secretName).catch(() => undefined);
      if (password === undefined) {
        const sentence = `ValidationData:ProxyUsername is set, and the secret ${secretName} is not there or cannot be read`;
        throw new FetchFault('unreachable', sentence);
      }
      return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
    },
  };
}
