import type { CertificateDescriptor, ProviderItem } from '../contract/http/providers.ts';
import type { ProviderType } from '../contract/vocabulary/provider-types.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import { awaitedCertificate } from './absent-token.ts';
import type { UseCasePorts } from './ports.ts';

type Ports = Pick<
  UseCasePorts,
  'providers' | 'providerCatalogue' | 'persistence' | 'clock' | 'allowExpiredCertificates'
>;

export interface KeyWish {
  readonly tenantId: string;
  readonly providerType: ProviderType;
  /** In any spelling; null: none was named. */
  readonly thumbprint: string | null;
  /** Whether a request may wait for a token that is away, of which this certificate is known. */
  readonly mayWait: boolean;
}

/**
 * Refuses a create request that no provider of the tenant can serve, as far as that is known without a login; the worker
 * decides again when it signs. Throws SIGNING_PROVIDER_UNAVAILABLE, SIGNING_CERTIFICATE_NOT_FOUND or
 * SIGNING_CERTIFICATE_EXPIRED; SERVICE_UNAVAILABLE where the process or the station that may show the certificate
 * is being started or is silent.
 * Answers the normalised thumbprint; for a request that names no certificate what the directory says that it means.
 */
export async function checkProvider(ports: Ports, wish: KeyWish): Promise<string | null> {
  const { tenantId, providerType } = wish;
  const serving = (providers: readonly ProviderItem[]): readonly ProviderItem[] =>
    providers.filter(({ id, type }) => type === providerType && ports.providers.serves(id, tenantId));
  const thumbprint = wish.thumbprint === null ? null : normalisedThumbprint(wish.thumbprint);
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
    // What was known of the providers before the certificates were asked for may be untrue by now.
    await refuseUnshown(ports, serving(await ports.providerCatalogue.freshProviders()), { ...wish, thumbprint });
    return thumbprint;
  }
  refuseUnusable(ports, certificate);
  return thumbprint;
}

/** Of what no provider shows only a request is let pass that may wait for the token with it. */
async function refuseUnshown(
  ports: Ports,
  serving: readonly ProviderItem[],
  { providerType, thumbprint, mayWait }: KeyWish & { readonly thumbprint: string },
): Promise<void> {
  const awaited = mayWait ? await awaitedCertificate(ports, serving, thumbprint) : undefined;
  if (awaited !== undefined) {
    if (awaited.signed !== undefined) refuseOutOfForce(ports, awaited.signed);
    return;
  }
  // A token that is not plugged in shows no certificates: that is no proof against the thumbprint.
  if (serving.every((provider) => provider.status === 'Unavailable')) {
    throw new StationError('SIGNING_PROVIDER_UNAVAILABLE', tell('PROVIDER_TYPE_UNAVAILABLE', { type: providerType }));
  }
  throw new StationError('SIGNING_CERTIFICATE_NOT_FOUND', tell('CERTIFICATE_NOT_SHOWN_BY', { type: providerType }));
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

function refuseUnusable(ports: Ports, certificate: CertificateDescriptor): void {
  const { notBefore, notAfter } = certificate;
  const isInForce = refuseOutOfForce(ports, { notBefore: new Date(notBefore), notAfter: new Date(notAfter) });
  // A token that waits for its PIN has the certificate: the request is accepted and waits with it.
  if (isInForce && !certificate.canSign && certificate.waitReason === null) {
    const reason = certificate.cannotSignReason ?? 'it has no usable private key';
    throw new StationError('SIGNING_CERTIFICATE_NOT_FOUND', `The certificate cannot sign: ${reason}`);
  }
}

/** Whether it is in force; throws SIGNING_CERTIFICATE_EXPIRED where it is not and may not sign then. */
function refuseOutOfForce(
  { clock, allowExpiredCertificates }: Ports,
  { notBefore, notAfter }: { readonly notBefore: Date; readonly notAfter: Date },
): boolean {
  const now = clock();
  const isInForce = notBefore <= now && now <= notAfter;
  if (isInForce || allowExpiredCertificates) return isInForce;
  throw new StationError(
    'SIGNING_CERTIFICATE_EXPIRED',
    tell('CERTIFICATE_VALID_ONLY', { from: notBefore.toISOString(), to: notAfter.toISOString() }),
  );
}
