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

/** A list that the station is asked for; nothing is known of it while there is neither a value nor a fault. */
interface Asked<T> {
  readonly value: T | null;
  readonly fault: object | null;
}

/** Whether a token, its driver or its PIN may have a part in why a request failed. */
export function isOfToken({ errorCode, failureArea }: Pick<Failed, 'errorCode' | 'failureArea'>): boolean {
  return failureArea === null ? FAILURES_OF_TOKENS.includes(errorCode) : ['token', 'pin'].includes(failureArea);
}

/**
 * As `diagnosisOfFailure`, by lists that may still be on their way: null until both came or could not be had, since a link
 * that leads elsewhere a moment later takes whoever was quick to the wrong page.
 */
export function settledDiagnosis(
  view: Failed,
  certificates: Asked<Certificates>,
  providers: Asked<Providers>,
): string | null {
  const isSettled = [certificates, providers].every(({ value, fault }) => value !== null || fault !== null);
  return isSettled ? diagnosisOfFailure(view, certificates.value ?? [], providers.value ?? []) : null;
}

/**
 * The page that tells why a request failed: the diagnosis of the provider that holds its certificate, else of the only
 * one of its kind, else the list of providers. Null for failures that no token has a part in.
 */
export function diagnosisOfFailure(view: Failed, certificates: Certificates, providers: Providers): string | null {
  if (!isOfToken(view)) return null;
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
