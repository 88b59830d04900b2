import type { CertificateDescriptor, ProviderHealth, ProviderItem } from '../../contract/http/providers.ts';
import { StationError } from '../../domain/station-error.ts';
import type { KeySelection, ProviderDirectory, SigningDevice, SigningKey, SignOperation } from '../providers.ts';
import type { ProviderEntry } from '../token-host/protocol.ts';
import type { TokenHostClient } from '../token-host/token-host-client.ts';
import { chooseKey, normaliseThumbprint, type ProviderAnswer } from './key-choice.ts';

/** The part of a TokenHostSlot that the directory needs. */
interface TokenHostPlace {
  readonly entries: readonly ProviderEntry[];
  client(): TokenHostClient | undefined;
}

export interface TokenHostDirectoryOptions {
  readonly hosts: readonly TokenHostPlace[];
  readonly now: () => Date;
  /** How long a listing waits for a provider that does not answer before it shows it as unavailable. */
  readonly patienceMilliseconds?: number;
}

const DEFAULT_PATIENCE_MILLISECONDS = 3_000;

/** The configured providers, whichever token-host serves them, as one directory and one signing device. */
export function createTokenHostDirectory(options: TokenHostDirectoryOptions): ProviderDirectory & SigningDevice {
  return new TokenHostDirectory(options);
}

class TokenHostDirectory implements ProviderDirectory, SigningDevice {
  readonly #options: TokenHostDirectoryOptions;
  readonly #places = new Map<string, { readonly entry: ProviderEntry; readonly place: TokenHostPlace }>();

  constructor(options: TokenHostDirectoryOptions) {
    this.#options = options;
    for (const place of options.hosts) {
      for (const entry of place.entries) this.#places.set(entry.id, { entry, place });
    }
  }

  listProviders(): Promise<readonly ProviderItem[]> {
    return Promise.all(
      [...this.#places.values()].map(async ({ entry, place }) => ({
        id: entry.id,
        type: entry.type,
        displayName: entry.name,
        ...(await this.#health(entry.id, place)),
        isDemo: entry.type === 'Pfx' && entry.isDemo,
      })),
    );
  }

  async providerHealth(providerId: string): Promise<ProviderHealth | undefined> {
    const found = this.#places.get(providerId);
    if (found === undefined) return undefined;
    const health = await this.#health(providerId, found.place);
    return { providerId, ...health, checkedAt: this.#options.now().toISOString() };
  }

  /** Providers that do not answer show no certificates; `listProviders` says why. */
  async listCertificates(): Promise<readonly CertificateDescriptor[]> {
    const lists = await Promise.all(
      [...this.#places.values()].map(({ entry, place }) => {
        const asked = place.client()?.listCertificates(entry.id) ?? Promise.resolve([]);
        return this.#within(asked).catch((): readonly CertificateDescriptor[] => []);
      }),
    );
    return lists.flat();
  }

  async selectKey(selection: KeySelection): Promise<SigningKey> {
    const thumbprint = selection.thumbprint === null ? null : normaliseThumbprint(selection.thumbprint);
    const candidates = [...this.#places.values()].filter(({ entry }) => entry.type === selection.providerType);
    const answers = await Promise.all(
      candidates.map(({ entry, place }) => askForKeys(entry.id, place.client(), thumbprint)),
    );
    return chooseKey(selection.providerType, thumbprint, answers);
  }

  async sign(operation: SignOperation): Promise<Uint8Array> {
    const found = this.#places.get(operation.providerId);
    if (found === undefined) {
      throw new StationError('SIGNING_PROVIDER_UNSUPPORTED', 'The provider of the key is not configured.');
    }
    return runningClient(found.place.client()).sign(operation);
  }

  async #health(providerId: string, place: TokenHostPlace): Promise<Pick<ProviderHealth, 'status' | 'detail'>> {
    const client = place.client();
    if (client === undefined)
      return { status: 'Unavailable', detail: 'The process for this provider is being started.' };
    try {
      return await this.#within(client.providerHealth(providerId));
    } catch (error) {
      return { status: 'Unavailable', detail: error instanceof StationError ? error.message : 'It does not answer.' };
    }
  }

  async #within<Result>(answer: Promise<Result>): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'The device is busy or does not answer.'));
      }, this.#options.patienceMilliseconds ?? DEFAULT_PATIENCE_MILLISECONDS);
    });
    try {
      return await Promise.race([answer, patience]);
    } finally {
      clearTimeout(timer);
    }
  }
}

async function askForKeys(
  providerId: string,
  client: TokenHostClient | undefined,
  thumbprint: string | null,
): Promise<ProviderAnswer> {
  try {
    return { keys: await runningClient(client).findKeys(providerId, thumbprint) };
  } catch (error) {
    if (error instanceof StationError) return { error };
    throw error;
  }
}

function runningClient(client: TokenHostClient | undefined): TokenHostClient {
  if (client !== undefined) return client;
  throw new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'The process that holds the keys is being started.', {
    kind: 'transient',
  });
}
