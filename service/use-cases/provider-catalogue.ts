import type { CertificateDescriptor, ProviderItem } from '../contract/http/providers.ts';
import { keptAnswer } from '../providers/kept-answer.ts';
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
  const providers = keptAnswer(() => directory.listProviders(), clock);
  const certificates = keptAnswer(() => directory.listCertificates(), clock);
  return {
    providers: () => providers.ask(MAX_AGE_MILLISECONDS),
    certificates: () => certificates.ask(MAX_AGE_MILLISECONDS),
    freshProviders: () => providers.ask(MIN_REFRESH_MILLISECONDS),
    freshCertificates: () => certificates.ask(MIN_REFRESH_MILLISECONDS),
  };
}
