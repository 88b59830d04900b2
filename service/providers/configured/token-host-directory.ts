import type { CertificateDescriptor, ProviderHealth, ProviderItem } from '../../contract/http/providers.ts';
import type { ProviderType } from '../../contract/vocabulary/provider-types.ts';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';
import type { KeySelection, ProviderDirectory, SigningDevice, SigningKey, SignOperation } from '../providers.ts';
import { CertificatePlaces } from './certificate-places.ts';
import { chooseKey, normaliseThumbprint, type ProviderAnswer } from './key-choice.ts';
import type { FoundKeys, PinEntry, PinFacts, ProviderEntry } from '../token-host/protocol.ts';
import type { AskingProvider, PinPads } from '../pin-entry/pin-pads.ts';
import { ProviderPlaces, type TokenHostPlace } from './provider-places.ts';
import { isDemoEntry, isPinEntered } from '../token-host/provider-entries.ts';

export interface TokenHostDirectoryOptions {
  /** Read anew at every call: where modules are detected, places come and go. Every provider has one from the start. */
  readonly hosts: readonly TokenHostPlace[];
  readonly now: () => Date;
  /** How long a listing waits for a provider that does not answer before it shows it as unavailable. */
  readonly patienceMilliseconds?: number;
}

const DEFAULT_PATIENCE_MILLISECONDS = 3_000;

/** The configured providers, whichever token-hosts serve them, as one directory and one signing device. */
export function createTokenHostDirectory(
  options: TokenHostDirectoryOptions,
): ProviderDirectory & SigningDevice & PinPads & AskedProviders {
  return new TokenHostDirectory(options);
}

/** What can be told of a selection without asking anybody. */
export interface AskedProviders {
  /** The provider that alone would be asked first for the key; null where several would be. */
  providerAsked(selection: KeySelection): string | null;
  /** Whether one of the providers is known to have shown the certificate; where none is named, whether there is a provider. */
  isShownHere(selection: KeySelection): boolean;
}

class TokenHostDirectory implements ProviderDirectory, SigningDevice, PinPads, AskedProviders {
  readonly #options: TokenHostDirectoryOptions;
  readonly #providers = new Map<string, ProviderPlaces>();
  readonly #shownBy = new CertificatePlaces();

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
        isDemo: isDemoEntry(provider.entry),
      })),
    );
  }

  async providerHealth(providerId: string): Promise<ProviderHealth | undefined> {
    const provider = this.#providers.get(providerId);
    if (provider === undefined) return undefined;
    return { providerId, ...(await this.#health(provider)), checkedAt: this.#options.now().toISOString() };
  }

  /** Providers that do not answer show what they showed before, as what waits for them; `listProviders` says why. */
  async listCertificates(): Promise<readonly CertificateDescriptor[]> {
    const lists = await Promise.all(
      [...this.#providers.values()].map(async (provider) => {
        const listed = await provider.listCertificates((all) => this.#within(all));
        const thumbprints = listed.flatMap((each) => [each.thumbprint, each.sha256Thumbprint]);
        this.#shownBy.noteShown(provider.entry.id, thumbprints);
        return listed;
      }),
    );
    return lists.flat();
  }

  async selectKey(selection: KeySelection): Promise<SigningKey> {
    const thumbprint = thumbprintOf(selection);
    const candidates = this.#candidates(selection);
    if (thumbprint === null) {
      const answers = await Promise.all(withoutDemo(candidates).map((provider) => provider.findKeys(null)));
      return chooseKey(selection.providerType, null, answers);
    }
    // Whoever showed the certificate last is asked first, and the others only when it does not show it any more.
    const known = this.#knownToShow(thumbprint, candidates);
    const first = await this.#askFor(thumbprint, known);
    const isStillShown = first.some(({ keys }) => keys.length > 0);
    if (isStillShown) return chooseKey(selection.providerType, thumbprint, first);
    const rest = this.#askFor(
      thumbprint,
      candidates.filter((provider) => !known.includes(provider)),
    );
    // It may have moved; but one of the others that hangs does not keep waiting what it never had to do with.
    const others = known.length === 0 ? await rest : await this.#within(rest).catch(() => []);
    return chooseKey(selection.providerType, thumbprint, [...first, ...others]);
  }

  providerAsked(selection: KeySelection): string | null {
    const thumbprint = thumbprintOf(selection);
    const candidates = this.#candidates(selection);
    const asked = thumbprint === null ? withoutDemo(candidates) : this.#knownToShow(thumbprint, candidates);
    const [only, ...others] = asked.length === 0 ? candidates : asked;
    return only !== undefined && others.length === 0 ? only.entry.id : null;
  }

  isShownHere(selection: KeySelection): boolean {
    const thumbprint = thumbprintOf(selection);
    const candidates = this.#candidates(selection);
    return (thumbprint === null ? candidates : this.#knownToShow(thumbprint, candidates)).length > 0;
  }

  isUnsure(type: ProviderType, tenantId: string): boolean {
    const candidates = this.#candidates({ providerType: type, tenantId });
    return withoutDemo(candidates).some((provider) => provider.isUnsure);
  }

  hasShown(providerId: string, thumbprint: string): boolean {
    return this.#shownBy.has(providerId, thumbprint);
  }

  serves(providerId: string, tenantId: string | null): boolean {
    const entry = this.#providers.get(providerId)?.entry;
    return entry !== undefined && isFor(entry, tenantId);
  }

  onlyCertificate(): Promise<null> {
    return Promise.resolve(null);
  }

  #candidates({ providerType, tenantId }: Pick<KeySelection, 'providerType' | 'tenantId'>): readonly ProviderPlaces[] {
    return [...this.#providers.values()].filter(({ entry }) => entry.type === providerType && isFor(entry, tenantId));
  }

  #knownToShow(thumbprint: string, candidates: readonly ProviderPlaces[]): readonly ProviderPlaces[] {
    return candidates.filter(({ entry }) => this.#shownBy.has(entry.id, thumbprint));
  }

  /** Asks all at once; ends with the first that can sign, so that one that hangs keeps no other waiting. */
  async #askFor(thumbprint: string, providers: readonly ProviderPlaces[]): Promise<readonly ProviderAnswer[]> {
    const asked = providers.map(async (provider) => {
      const answer = await provider.findKeys(thumbprint);
      if (answer.keys.length > 0) this.#shownBy.noteShown(provider.entry.id, [thumbprint]);
      else if (answer.error === null) this.#shownBy.noteMissing(provider.entry.id, thumbprint);
      return answer;
    });
    const canSign = asked.map(async (answer) => {
      const { keys } = await answer;
      if (keys.some(({ usability }) => usability === 'usable')) return [await answer];
      throw new Error('It cannot sign.');
    });
    return Promise.any(canSign).catch(() => Promise.all(asked));
  }

  async sign(operation: SignOperation): Promise<Uint8Array> {
    return this.#required(operation.providerId).sign(operation);
  }

  get asking(): readonly AskingProvider[] {
    return [...this.#providers.values()].flatMap(({ entry }) =>
      isPinEntered(entry) ? [{ id: entry.id, name: entry.name, type: entry.type }] : [],
    );
  }

  pinFacts(providerId: string, thumbprint: string | null): Promise<PinFacts> {
    return this.#within(this.#required(providerId).pinFacts(thumbprint));
  }

  enterPin(providerId: string, entry: PinEntry): Promise<FoundKeys['problem']> {
    return this.#required(providerId).enterPin(entry);
  }

  async forgetPin(providerId: string): Promise<void> {
    await this.#providers.get(providerId)?.forgetPin();
  }

  #required(providerId: string): ProviderPlaces {
    const provider = this.#providers.get(providerId);
    if (provider !== undefined) return provider;
    throw new StationError('SIGNING_PROVIDER_UNSUPPORTED', tell('PROVIDER_NOT_CONFIGURED'));
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
        reject(new StationError('SIGNING_PROVIDER_UNAVAILABLE', tell('DEVICE_BUSY')));
      }, this.#options.patienceMilliseconds ?? DEFAULT_PATIENCE_MILLISECONDS);
    });
    try {
      return await Promise.race([answer, patience]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function thumbprintOf({ certificateThumbprint }: KeySelection): string | null {
  return certificateThumbprint === null ? null : normaliseThumbprint(certificateThumbprint);
}

/**
 * The demo identity stands in for keys that nobody has configured yet. Beside a provider of its type it signs only when
 * its certificate is named, whether or not that provider can be read.
 */
function withoutDemo(candidates: readonly ProviderPlaces[]): readonly ProviderPlaces[] {
  const own = candidates.filter(({ entry }) => !isDemoEntry(entry));
  return own.length > 0 ? own : candidates;
}

/** Null: for every tenant. */
function isFor({ tenants }: ProviderEntry, tenantId: string | null): boolean {
  return tenants === undefined || (tenantId !== null && tenants.includes(tenantId));
}
