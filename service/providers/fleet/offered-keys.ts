import type { CertificateDescriptor } from '../../contract/http/providers.ts';
import type { OfferedProvider, StationOffer } from '../../contract/http/stations.ts';
import type { ProviderType } from '../../contract/vocabulary/provider-types.ts';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';
import type { KeySelection } from '../providers.ts';

export function servesTenant({ tenants }: Pick<OfferedProvider, 'tenants'>, tenantId: string | null): boolean {
  return tenants === null || (tenantId !== null && tenants.includes(tenantId));
}

/** Certificates of one type that a tenant may sign with; of the demo identity only where nothing else is configured. */
export function offeredCertificates(
  { providers, certificates }: StationOffer,
  type: ProviderType,
  tenantId: string,
): readonly CertificateDescriptor[] {
  const serving = providers.filter((provider) => provider.type === type && servesTenant(provider, tenantId));
  const hasOwn = serving.some(({ isDemo }) => !isDemo);
  const ids = new Set(serving.filter(({ isDemo }) => !hasOwn || !isDemo).map(({ id }) => id));
  return certificates.filter(({ providerId }) => ids.has(providerId));
}

/** Whether a token of the offer shows no certificate at all, as those do that show theirs after a login only. */
export function mayHide(
  { providers, certificates }: StationOffer,
  { providerType, tenantId }: Pick<KeySelection, 'providerType' | 'tenantId'>,
): boolean {
  const isReadable = (provider: OfferedProvider): boolean =>
    provider.type === providerType && provider.status !== 'Unavailable' && servesTenant(provider, tenantId);
  return providers.some(
    (provider) => isReadable(provider) && !certificates.some(({ providerId }) => providerId === provider.id),
  );
}

/** Whether an offer has a certificate of the type for the tenant: this one, or any (null). */
export function mayShow(
  offer: StationOffer,
  type: ProviderType,
  { tenantId, thumbprint }: { readonly tenantId: string; readonly thumbprint: string | null },
): boolean {
  const shown = offeredCertificates(offer, type, tenantId);
  const isShown = shown.some((certificate) => thumbprint === null || isNamed(certificate, thumbprint));
  return isShown || mayHide(offer, { providerType: type, tenantId });
}

export function isNamed(shown: CertificateDescriptor, thumbprint: string): boolean {
  const wanted = thumbprint.replaceAll(/[\s:]/g, '').toUpperCase();
  return shown.thumbprint === wanted || shown.sha256Thumbprint === wanted;
}

/** The one certificate to sign with for a request that names none. Throws SIGNING_PROVIDER_UNAVAILABLE or _UNSUPPORTED. */
export function onlyThumbprint(type: ProviderType, certificates: readonly CertificateDescriptor[]): string {
  const able = certificates.filter(({ canSign, waitReason }) => canSign || waitReason !== null);
  const [first, ...others] = new Set(able.map(({ thumbprint }) => thumbprint));
  if (first === undefined) {
    throw new StationError(
      'SIGNING_PROVIDER_UNAVAILABLE',
      `No ${type} provider shows a signing certificate now, and several stations could take the request: put the token ` +
        'in, or name the certificate (certificateThumbprint).',
    );
  }
  if (others.length > 0) {
    throw new StationError(
      'SIGNING_PROVIDER_UNSUPPORTED',
      tell('CERTIFICATES_SEVERAL', { count: others.length + 1, type }),
    );
  }
  return first;
}
