import type { CertificateDescriptor, ProviderItem } from '../contract/http/providers.ts';
import type { ProviderType } from '../contract/vocabulary/provider-types.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import type { UseCasePorts } from './ports.ts';

type Ports = Pick<UseCasePorts, 'providers' | 'providerCatalogue' | 'clock' | 'allowExpiredCertificates'>;

/**
 * Refuses a create request that no provider of the tenant can serve, as far as that is known without a login; the worker
 * decides again when it signs. Throws SIGNING_PROVIDER_UNAVAILABLE, SIGNING_CERTIFICATE_NOT_FOUND or
 * SIGNING_CERTIFICATE_EXPIRED; SERVICE_UNAVAILABLE where the process or the station that may show the certificate
 * is being started or is silent.
 * Answers the normalised thumbprint; for a request that names no certificate what the directory says that it means.
 */
export async function checkProvider(
  ports: Ports,
  tenantId: string,
  providerType: ProviderType,
  thumbprintText: string | null,
): Promise<string | null> {
  const serving = (providers: readonly ProviderItem[]): readonly ProviderItem[] =>
    providers.filter(({ id, type }) => type === providerType && ports.providers.serves(id, tenantId));
  const thumbprint = thumbprintText === null ? null : normalisedThumbprint(thumbprintText);
  const refuseUnsure = (): void => {
    if (!ports.providers.isUnsure(providerType, tenantId, thumbprint)) return;
    throw new StationError('SERVICE_UNAVAILABLE', tell('TOKEN_HOST_UNHEARD'));
  };
  if (serving(await ports.providerCatalogue.providers()).length === 0) {
    refuseUnsure();
    throw new StationError(
      'SIGNING_PROVIDER_UNAVAILABLE',
      tell('PROVIDER_TYPE_NOT_CONFIGURED', { type: providerType }),
    );
  }
  if (thumbprint === null) return ports.providers.onlyCertificate(providerType, tenantId);
  const certificate = await findCertificate(ports, tenantId, providerType, thumbprint);
  if (certificate === undefined) {
    refuseUnsure();
    // A token that is not plugged in shows no certificates: that is no proof against the thumbprint, and what was known of
    // the providers before the certificates were asked for may be untrue by now.
    const providers = serving(await ports.providerCatalogue.freshProviders());
    if (providers.every((provider) => provider.status === 'Unavailable')) {
      throw new StationError('SIGNING_PROVIDER_UNAVAILABLE', tell('PROVIDER_TYPE_UNAVAILABLE', { type: providerType }));
    }
    throw unknownCertificate(providerType);
  }
  refuseUnusable(ports, certificate);
  return thumbprint;
}

/** Upper-case hex of a SHA-1 or SHA-256 thumbprint; spaces, colons and case do not matter. */
function normalisedThumbprint(text: string): string {
  const hex = text.replaceAll(/[\s:\u200E]/g, '').toUpperCase();
  if (!/^([0-9A-F]{40}|[0-9A-F]{64})$/.test(hex)) {
    throw new StationError('SIGNING_CERTIFICATE_NOT_FOUND', tell('THUMBPRINT_MALFORMED'));
  }
  return hex;
}

async function findCertificate(ports: Ports, tenantId: string, providerType: ProviderType, thumbprint: string) {
  const matches = (certificate: CertificateDescriptor): boolean =>
    certificate.providerType === providerType &&
    ports.providers.serves(certificate.providerId, tenantId) &&
    (certificate.thumbprint === thumbprint || certificate.sha256Thumbprint === thumbprint);
  const known = (await ports.providerCatalogue.certificates()).find(matches);
  return known ?? (await ports.providerCatalogue.freshCertificates()).find(matches);
}

function unknownCertificate(providerType: ProviderType): StationError {
  return new StationError('SIGNING_CERTIFICATE_NOT_FOUND', tell('CERTIFICATE_NOT_SHOWN_BY', { type: providerType }));
}

function refuseUnusable(ports: Ports, certificate: CertificateDescriptor): void {
  const now = ports.clock().getTime();
  const isInForce = Date.parse(certificate.notBefore) <= now && now <= Date.parse(certificate.notAfter);
  if (!isInForce && !ports.allowExpiredCertificates) {
    throw new StationError(
      'SIGNING_CERTIFICATE_EXPIRED',
      tell('CERTIFICATE_VALID_ONLY', { from: certificate.notBefore, to: certificate.notAfter }),
    );
  }
  // A token that waits for its PIN has the certificate: the request is accepted and waits with it.
  if (isInForce && !certificate.canSign && certificate.waitReason === null) {
    const reason = certificate.cannotSignReason ?? 'it has no usable private key';
    throw new StationError('SIGNING_CERTIFICATE_NOT_FOUND', `The certificate cannot sign: ${reason}`);
  }
}
