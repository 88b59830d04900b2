import type { Configuration } from './configuration.ts';

const HIDDEN = '[secret]';

/** The configuration in force as JSON text for a person; passwords in connection texts are hidden. */
export function printConfiguration(configuration: Configuration): string {
  return JSON.stringify(withoutSecrets(configuration), null, 2);
}

/** The same as values. */
export function withoutSecrets(configuration: Configuration): Configuration {
  const { Database, Broker, Timestamping, Storage, Telemetry } = configuration;
  return {
    ...configuration,
    Database: {
      ...Database,
      ConnectionString: Database.Provider === 'sqlite' ? Database.ConnectionString : HIDDEN,
    },
    Storage: { ...Storage, Endpoint: withoutCredentials(Storage.Endpoint) },
    Broker: { ...Broker, Url: withoutCredentials(Broker.Url) },
    Timestamping: {
      ...Timestamping,
      Url: withoutCredentials(Timestamping.Url),
      AlternativeUrls: Timestamping.AlternativeUrls.map((url) => withoutCredentials(url)),
      ProxyUrl: withoutCredentials(Timestamping.ProxyUrl),
    },
    Telemetry: { ...Telemetry, OtlpEndpoint: withoutCredentials(Telemetry.OtlpEndpoint) },
  };
}

/** A URL with user, password and query hidden; what is no URL is hidden whole. */
function withoutCredentials(url: string): string;
function withoutCredentials(url: string | null): string | null;
function withoutCredentials(url: string | null): string | null {
  if (url === null) return null;
  if (!URL.canParse(url)) return HIDDEN;
  const parsed = new URL(url);
  const credentials = parsed.username === '' && parsed.password === '' ? '' : `${HIDDEN}@`;
  return `${parsed.protocol}//${credentials}${parsed.host}${parsed.pathname}${parsed.search === '' ? '' : `?${HIDDEN}`}`;
}
