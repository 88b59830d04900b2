import type { CertificateDescriptor, ProviderItem } from '../contract/http/providers.ts';
import type { ProviderDirectory } from '../providers/providers.ts';

/** What a create request is checked against, without asking devices for every request. */
export interface ProviderCatalogue {
  providers(): Promise<readonly ProviderItem[]>;
  certificates(): Promise<readonly CertificateDescriptor[]>;
  /** Like `providers` and `certificates`, but at most a second old: a token or its host may have come or gone since. */
  freshProviders(): Promise<readonly ProviderItem[]>;
  freshCertificates(): Promise<readonly CertificateDescriptor[]>;
}

const MAX_AGE_MILLISECONDS = 5_000;
/** Callers that miss may refresh this often, so that wrong thumbprints do not drive the device. */
const MIN_REFRESH_MILLISECONDS = 1_000;

/** Keeps both lists for five seconds; concurrent callers share one question to the directory. */
export function createProviderCatalogue(directory: ProviderDirectory, clock: () => Date): ProviderCatalogue {
  const providers = kept(() => directory.listProviders(), clock);
  const certificates = kept(() => directory.listCertificates(), clock);
  return {
    providers: () => providers(MAX_AGE_MILLISECONDS),
    certificates: () => certificates(MAX_AGE_MILLISECONDS),
    freshProviders: () => providers(MIN_REFRESH_MILLISECONDS),
    freshCertificates: () => certificates(MIN_REFRESH_MILLISECONDS),
  };
}

function kept<T>(ask: () => Promise<T>, clock: () => Date): (maxAgeMilliseconds: number) => Promise<T> {
  let answer: Promise<T> | undefined;
  let askedAt = 0;
  return (maxAgeMilliseconds) => {
    const now = clock().getTime();
    if (answer !== undefined && Math.abs(now - askedAt) < maxAgeMilliseconds) return answer;
    askedAt = now;
    const asked = ask();
    answer = asked;
    asked.catch(() => {
      if (answer === asked) answer = undefined;
    });
    return asked;
  };
}
