import type { CertificateDescriptor, ProviderItem } from '../../service/contract/http/providers.ts';
import type { SignatureView } from '../../service/contract/http/signatures.ts';
import { diagnosisAddress } from './routes.ts';

/** Failures whose cause may lie with the token, its driver or its PIN, where nobody recorded where the cure lies. */
const FAILURES_OF_TOKENS: readonly (string | null)[] = [
  'SIGNING_PROVIDER_UNAVAILABLE',
  'SIGNING_PROVIDER_UNSUPPORTED',
  'SIGNING_CERTIFICATE_NOT_FOUND',
  'SIGNING_CERTIFICATE_EXPIRED',
  'SIGNING_OPERATION_FAILED',
];

type Failed = Pick<SignatureView, 'errorCode' | 'failureArea' | 'signingProvider' | 'certificateThumbprint'>;
type Certificates = readonly Pick<CertificateDescriptor, 'thumbprint' | 'sha256Thumbprint' | 'providerId'>[];
type Providers = readonly Pick<ProviderItem, 'id' | 'type'>[];

/**
 * The page that tells why a request failed: the diagnosis of the provider that holds its certificate, else of the only
 * one of its kind, else the list of providers. Null for failures that no token has a part in.
 */
export function diagnosisOfFailure(view: Failed, certificates: Certificates, providers: Providers): string | null {
  const { errorCode, failureArea } = view;
  const isOfToken =
    failureArea === null ? FAILURES_OF_TOKENS.includes(errorCode) : ['token', 'pin'].includes(failureArea);
  if (!isOfToken) return null;
  const wanted = view.certificateThumbprint?.toUpperCase();
  const holder = certificates.find(
    ({ thumbprint, sha256Thumbprint }) =>
      wanted !== undefined && [thumbprint.toUpperCase(), sha256Thumbprint.toUpperCase()].includes(wanted),
  );
  if (holder !== undefined) return diagnosisAddress(holder.providerId);
  const [only, ...others] = providers.filter(({ type }) => type === view.signingProvider);
  return only !== undefined && others.length === 0 ? diagnosisAddress(only.id) : '/providers';
}

/** Providers that show no certificate: where somebody who misses theirs should look. */
export function silentProviders<P extends Pick<ProviderItem, 'id'>>(
  providers: readonly P[],
  certificates: readonly Pick<CertificateDescriptor, 'providerId'>[],
): readonly P[] {
  const seen = new Set(certificates.map(({ providerId }) => providerId));
  return providers.filter(({ id }) => !seen.has(id));
}
