import { isLoopbackHost } from './access-rules.ts';
import type { BrokerDriver, StorageDriver } from './settings-schema.ts';

/** The settings of the servers that several stations may share. */
interface ServerSettings {
  readonly Environment: string;
  readonly Storage: {
    readonly Provider: StorageDriver;
    readonly Endpoint: string | null;
    readonly Bucket: string | null;
    readonly Region: string | null;
  };
  readonly Broker: {
    readonly Provider: BrokerDriver;
    readonly Url: string | null;
    readonly Username: string | null;
  };
}

/** Why the storage cannot be used as it is set, a sentence each. */
export function storageProblems({ Environment, Storage }: Pick<ServerSettings, 'Environment' | 'Storage'>): string[] {
  return STORAGE_RULES[Storage.Provider](Storage, Environment);
}

type StorageSettings = ServerSettings['Storage'];

const STORAGE_RULES: Readonly<Record<StorageDriver, (storage: StorageSettings, environment: string) => string[]>> = {
  local: ({ Bucket, Endpoint }) =>
    Bucket === null && Endpoint === null
      ? []
      : ['Storage:Bucket or Storage:Endpoint is set, but Storage:Provider is local: no document would go there.'],
  s3: bucketProblems,
};

function bucketProblems({ Endpoint, Bucket, Region }: StorageSettings, environment: string): string[] {
  const problems: string[] = [];
  if (Bucket === null) problems.push('Storage:Bucket is needed with Storage:Provider s3.');
  if (Endpoint !== null) problems.push(...endpointProblems(Endpoint, environment));
  else if (Region === null) problems.push('Storage:Region is needed for AWS; other stores need Storage:Endpoint.');
  return problems;
}

function endpointProblems(endpoint: string, environment: string): string[] {
  if (!URL.canParse(endpoint)) return ['Storage:Endpoint is not an address such as https://host:port.'];
  const { protocol, hostname, username, password } = new URL(endpoint);
  const problems: string[] = [];
  if (!['http:', 'https:'].includes(protocol)) problems.push('Storage:Endpoint is neither http nor https.');
  if (username !== '' || password !== '') {
    problems.push('Storage:Endpoint bears credentials; they belong into the secrets of Storage:AccessKeyIdSecretName.');
  }
  if (protocol === 'http:' && environment === 'Production' && !isLoopbackHost(hostname)) {
    problems.push(
      `Storage:Endpoint sends documents to ${hostname} in clear; Production needs https beyond this machine.`,
    );
  }
  return problems;
}

/** Why the broker cannot be used as it is set, a sentence each. */
export function brokerProblems({ Environment, Broker }: Pick<ServerSettings, 'Environment' | 'Broker'>): string[] {
  return BROKER_RULES[Broker.Provider](Broker, Environment);
}

type BrokerSettings = ServerSettings['Broker'];

const BROKER_RULES: Readonly<Record<BrokerDriver, (broker: BrokerSettings, environment: string) => string[]>> = {
  embedded: ({ Url, Username }) =>
    Url === null && Username === null
      ? []
      : ['Broker:Url or Broker:Username is set, but Broker:Provider is embedded: no message would go there.'],
  rabbitmq: messageServerProblems,
};

function messageServerProblems({ Url, Username }: BrokerSettings, environment: string): string[] {
  const problems: string[] = [];
  if (Url === null) problems.push('Broker:Url is needed with Broker:Provider rabbitmq.');
  else problems.push(...brokerUrlProblems(Url, environment));
  if (Username === null) problems.push('Broker:Username is needed with Broker:Provider rabbitmq.');
  return problems;
}

function brokerUrlProblems(url: string, environment: string): string[] {
  if (!URL.canParse(url)) return ['Broker:Url is not an address such as amqps://host:5671/vhost.'];
  const { protocol, hostname, username, password, search } = new URL(url);
  const problems: string[] = [];
  if (!['amqp:', 'amqps:'].includes(protocol)) problems.push('Broker:Url is neither amqp nor amqps.');
  if (username !== '' || password !== '') {
    problems.push(
      'Broker:Url bears credentials; the user belongs into Broker:Username, the password into the secret of ' +
        'Broker:PasswordSecretName.',
    );
  }
  if (search !== '') problems.push('Broker:Url has parameters after a question mark, of which none would be used.');
  if (protocol === 'amqp:' && environment === 'Production' && !isLoopbackHost(hostname)) {
    problems.push(`Broker:Url sends the password to ${hostname} in clear; Production needs amqps beyond this machine.`);
  }
  return problems;
}
