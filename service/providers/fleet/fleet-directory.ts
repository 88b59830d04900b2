import type { CertificateDescriptor, ProviderHealth, ProviderItem } from '../../contract/http/providers.ts';
import { withoutTenants, type OfferedProvider, type StationOffer } from '../../contract/http/stations.ts';
import type { ProviderType } from '../../contract/vocabulary/provider-types.ts';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';
import type { KeySelection, ProviderDirectory, SigningDevice, SigningKey, SignOperation } from '../providers.ts';
import { isNamed, mayHide, mayShow, offeredCertificates, onlyThumbprint, servesTenant } from './offered-keys.ts';

/** Another station that is running, with what it offers. */
export interface OtherStation {
  readonly id: string;
  readonly name: string;
  readonly lastSeenAt: Date;
  readonly offer: StationOffer;
}

export interface FleetDirectoryOptions {
  readonly own: ProviderDirectory & SigningDevice;
  /** What this station shows now. */
  readonly ownOffer: () => Promise<StationOffer>;
  /** The same, asked for anew: `ownOffer` may be of a moment ago. */
  readonly freshOffer: () => Promise<StationOffer>;
  /** The same as it was last told to the others; costs nothing. */
  readonly toldOffer: () => StationOffer;
  readonly others: () => readonly OtherStation[];
  /** Those that stopped or fell silent a moment ago, with what they offered then: they may be starting again. */
  readonly away: () => readonly Pick<OtherStation, 'offer'>[];
}

/**
 * The providers of all stations that share a database, as one directory; keys are those of this station's tokens alone.
 * A request for a key of another station waits (KEY_AT_OTHER_STATION), and one whose key no running station shows does
 * (KEY_ABSENT), but where a token may show it once its PIN was entered: that station says what is missing. Which token signs is fixed by the certificate's thumbprint when a request is accepted: no station signs
 * for another one's user by chance.
 */
export function createFleetDirectory(options: FleetDirectoryOptions): ProviderDirectory & SigningDevice {
  return new FleetDirectory(options);
}

class FleetDirectory implements ProviderDirectory, SigningDevice {
  readonly #own: ProviderDirectory & SigningDevice;
  readonly #options: FleetDirectoryOptions;

  constructor(options: FleetDirectoryOptions) {
    this.#own = options.own;
    this.#options = options;
  }

  async listProviders(): Promise<readonly ProviderItem[]> {
    const others = this.#otherProviders().map(({ station, provider }) => ({
      ...withoutTenants(provider),
      id: nameAt(provider.id, station),
      displayName: `${provider.displayName} (${station.name})`,
    }));
    return [...(await this.#own.listProviders()), ...others];
  }

  async listCertificates(): Promise<readonly CertificateDescriptor[]> {
    const others = this.#options
      .others()
      .flatMap((station) =>
        station.offer.certificates.map((shown) => ({ ...shown, providerId: nameAt(shown.providerId, station) })),
      );
    return [...(await this.#own.listCertificates()), ...others];
  }

  async providerHealth(providerId: string): Promise<ProviderHealth | undefined> {
    const found = this.#otherProvider(providerId);
    if (found === undefined) return this.#own.providerHealth(providerId);
    const { status, detail } = found.provider;
    return { providerId, status, detail, checkedAt: found.station.lastSeenAt.toISOString() };
  }

  serves(providerId: string, tenantId: string | null): boolean {
    const found = this.#otherProvider(providerId);
    return found === undefined ? this.#own.serves(providerId, tenantId) : servesTenant(found.provider, tenantId);
  }

  hasShown(providerId: string, thumbprint: string): boolean {
    return this.#own.hasShown(providerId, thumbprint);
  }

  /** Of those that others show nobody knows more than they have told; what one showed that is away may come back with it. */
  isUnsure(type: ProviderType, tenantId: string, thumbprint: string | null): boolean {
    return this.#own.isUnsure(type, tenantId, thumbprint) || this.#mayComeBack(type, tenantId, thumbprint);
  }

  #mayComeBack(type: ProviderType, tenantId: string, thumbprint: string | null): boolean {
    return this.#options.away().some(({ offer }) => mayShow(offer, type, { tenantId, thumbprint }));
  }

  /** This station's own where it has providers of the type: who asks here means a token here. */
  async onlyCertificate(type: ProviderType, tenantId: string): Promise<string> {
    const own = await this.#options.ownOffer();
    const hasOwn = own.providers.some((provider) => provider.type === type && servesTenant(provider, tenantId));
    const offers = hasOwn ? [own] : this.#options.others().map(({ offer }) => offer);
    const shown = offers.flatMap((offer) => offeredCertificates(offer, type, tenantId));
    if (!hasOwn && shown.length === 0 && this.#mayComeBack(type, tenantId, null)) throw unheard();
    return onlyThumbprint(type, hasOwn && shown.length === 0 ? await this.#shownAfterAll(type, tenantId) : shown);
  }

  /** What was told may have been asked for while the process with the tokens was away, which may be there again by now. */
  async #shownAfterAll(type: ProviderType, tenantId: string): Promise<readonly CertificateDescriptor[]> {
    const wasUnsure = this.#own.isUnsure(type, tenantId, null);
    const shown = offeredCertificates(await this.#options.freshOffer(), type, tenantId);
    // Nobody can say yet which certificate the request means: to ask again soon is all that helps.
    if (shown.length === 0 && (wasUnsure || this.#own.isUnsure(type, tenantId, null))) throw unheard();
    return shown;
  }

  async selectKey(selection: KeySelection): Promise<SigningKey> {
    const { certificateThumbprint: thumbprint } = selection;
    if (thumbprint === null) return this.#selectUnnamed(selection);
    const { certificates } = this.#options.toldOffer();
    // The token here is not asked for every document of twenty other desks.
    const isElsewhere = this.#shownElsewhere(selection, thumbprint).some(({ canSign }) => canSign);
    if (isElsewhere && !certificates.some((shown) => isNamed(shown, thumbprint))) throw atOtherStation();
    try {
      return await this.#own.selectKey(selection);
    } catch (fault) {
      if (!(fault instanceof StationError) || !mayBeElsewhere(fault)) throw fault;
      const elsewhere = this.#shownElsewhere(selection, thumbprint);
      if (elsewhere.some(({ canSign }) => canSign)) throw atOtherStation();
      if (this.#mayHideHere(fault, selection) || (await this.#isShownHere(thumbprint))) throw fault;
      throw elsewhere.length > 0 || this.#mayHideElsewhere(selection) ? atOtherStation() : absent();
    }
  }

  sign(operation: SignOperation): Promise<Uint8Array> {
    return this.#own.sign(operation);
  }

  /** Only of the time before the database was shared: nobody can say any more whose token was meant. */
  #selectUnnamed(selection: KeySelection): Promise<SigningKey> {
    const { providerType, tenantId } = selection;
    const isElsewhere = this.#otherProviders().some(
      ({ provider }) => provider.type === providerType && servesTenant(provider, tenantId),
    );
    if (!isElsewhere) return this.#own.selectKey(selection);
    throw new StationError('SIGNING_PROVIDER_UNSUPPORTED', tell('STATIONS_SEVERAL', { type: providerType }));
  }

  #shownElsewhere({ providerType, tenantId }: KeySelection, thumbprint: string): readonly CertificateDescriptor[] {
    return this.#options
      .others()
      .flatMap(({ offer }) =>
        offer.certificates.filter(
          (shown) =>
            isNamed(shown, thumbprint) &&
            offer.providers.some(
              (provider) =>
                provider.id === shown.providerId && provider.type === providerType && servesTenant(provider, tenantId),
            ),
        ),
      );
  }

  /** A PIN is missing that a token here may show its certificates for. */
  #mayHideHere({ area }: StationError, selection: KeySelection): boolean {
    return area === 'pin' && mayHide(this.#options.toldOffer(), selection);
  }

  #mayHideElsewhere(selection: KeySelection): boolean {
    return this.#options.others().some(({ offer }) => mayHide(offer, selection));
  }

  async #isShownHere(thumbprint: string): Promise<boolean> {
    return (await this.#own.listCertificates()).some((shown) => isNamed(shown, thumbprint));
  }

  #otherProviders(): readonly { readonly station: OtherStation; readonly provider: OfferedProvider }[] {
    return this.#options
      .others()
      .flatMap((station) => station.offer.providers.map((provider) => ({ station, provider })));
  }

  #otherProvider(name: string) {
    return this.#otherProviders().find(({ station, provider }) => nameAt(provider.id, station) === name);
  }
}

function nameAt(providerId: string, station: OtherStation): string {
  return `${providerId}@${station.id}`;
}

/** This station has no such provider, does not show the certificate, or waits for somebody. */
function mayBeElsewhere({ code, waitReason }: StationError): boolean {
  return waitReason !== null || code === 'SIGNING_PROVIDER_UNSUPPORTED' || code === 'SIGNING_CERTIFICATE_NOT_FOUND';
}

function unheard(): StationError {
  return new StationError('SERVICE_UNAVAILABLE', tell('TOKEN_HOST_UNHEARD'));
}

function atOtherStation(): StationError {
  return new StationError('SIGNING_PROVIDER_UNAVAILABLE', tell('KEY_ELSEWHERE'), {
    waitReason: 'KEY_AT_OTHER_STATION',
  });
}

function absent(): StationError {
  return new StationError('SIGNING_PROVIDER_UNAVAILABLE', tell('KEY_NOWHERE'), { waitReason: 'KEY_ABSENT' });
}
