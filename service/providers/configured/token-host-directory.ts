import type { CertificateDescriptor, ProviderHealth, ProviderItem } from '../../contract/http/providers.ts';
import { StationError } from '../../domain/station-error.ts';
import type { KeySelection, ProviderDirectory, SigningDevice, SigningKey, SignOperation } from '../providers.ts';
import { chooseKey, normaliseThumbprint } from './key-choice.ts';
import { ProviderPlaces, type TokenHostPlace } from './provider-places.ts';

export interface TokenHostDirectoryOptions {
  /** Read anew at every call: where modules are detected, places come and go. Every provider has one from the start. */
  readonly hosts: readonly TokenHostPlace[];
  readonly now: () => Date;
  /** How long a listing waits for a provider that does not answer before it shows it as unavailable. */
  readonly patienceMilliseconds?: number;
}

const DEFAULT_PATIENCE_MILLISECONDS = 3_000;

/** The configured providers, whichever token-hosts serve them, as one directory and one signing device. */
export function createTokenHostDirectory(options: TokenHostDirectoryOptions): ProviderDirectory & SigningDevice {
  return new TokenHostDirectory(options);
}

class TokenHostDirectory implements ProviderDirectory, SigningDevice {
  readonly #options: TokenHostDirectoryOptions;
  readonly #providers = new Map<string, ProviderPlaces>();

  constructor(options: TokenHostDirectoryOptions) {
    this.#options = options;
    for (const entry of options.hosts.flatMap((place) => place.entries)) {
      if (this.#providers.has(entry.id)) continue;
      const places = (): readonly TokenHostPlace[] =>
        options.hosts.filter((place) => place.entries.some(({ id }) => id === entry.id));
      this.#providers.set(entry.id, new ProviderPlaces(entry, places));
    }
  }

  listProviders(): Promise<readonly ProviderItem[]> {
    return Promise.all(
      [...this.#providers.values()].map(async (provider) => ({
        id: provider.entry.id,
        type: provider.entry.type,
        displayName: provider.entry.name,
        ...(await this.#health(provider)),
        isDemo: provider.entry.type === 'Pfx' && provider.entry.isDemo,
      })),
    );
  }

  async providerHealth(providerId: string): Promise<ProviderHealth | undefined> {
    const provider = this.#providers.get(providerId);
    if (provider === undefined) return undefined;
    return { providerId, ...(await this.#health(provider)), checkedAt: this.#options.now().toISOString() };
  }

  /** Providers that do not answer show no certificates; `listProviders` says why. */
  async listCertificates(): Promise<readonly CertificateDescriptor[]> {
    const lists = await Promise.all(
      [...this.#providers.values()].map(async (provider) => {
        const found = new Map<string, CertificateDescriptor>();
        await this.#within(provider.listCertificates(found)).catch(() => undefined);
        return [...found.values()];
      }),
    );
    return lists.flat();
  }

  async selectKey(selection: KeySelection): Promise<SigningKey> {
    const thumbprint = selection.thumbprint === null ? null : normaliseThumbprint(selection.thumbprint);
    const candidates = [...this.#providers.values()].filter(({ entry }) => entry.type === selection.providerType);
    const answers = await Promise.all(candidates.map((provider) => provider.findKeys(thumbprint)));
    return chooseKey(selection.providerType, thumbprint, answers);
  }

  async sign(operation: SignOperation): Promise<Uint8Array> {
    const provider = this.#providers.get(operation.providerId);
    if (provider === undefined) {
      throw new StationError('SIGNING_PROVIDER_UNSUPPORTED', 'The provider of the key is not configured.');
    }
    return provider.sign(operation);
  }

  #health(provider: ProviderPlaces): Promise<Pick<ProviderHealth, 'status' | 'detail'>> {
    return provider.health(async (client) => {
      try {
        return await this.#within(client.providerHealth(provider.entry.id));
      } catch (error) {
        return { status: 'Unavailable', detail: error instanceof StationError ? error.message : 'It does not answer.' };
      }
    });
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
