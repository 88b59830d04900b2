import type { ProviderItem } from '../contract/http/providers.ts';
import type { CertificateRecord } from '../domain/records.ts';
import type { UseCasePorts } from './ports.ts';

type Ports = Pick<UseCasePorts, 'providers' | 'persistence'>;

/** A certificate that no provider shows now. `signed` is what is recorded of it, if it has signed. */
export interface AwaitedCertificate {
  readonly signed: CertificateRecord | undefined;
}

/**
 * Whether a certificate that nobody shows lies on a token that is away: one of the providers showed it, or has signed with
 * it, and its token is not there, or it is a reader in which another card may lie. Undefined: nobody here knows it.
 */
export async function awaitedCertificate(
  { providers, persistence }: Ports,
  serving: readonly ProviderItem[],
  thumbprint: string,
): Promise<AwaitedCertificate | undefined> {
  const absent = serving.filter(({ type, status }) => status === 'Unavailable' || type === 'SmartCard');
  if (absent.length === 0) return undefined;
  const records = await persistence.listCertificateRecords();
  const signed = records.find(
    (record) =>
      record.thumbprint === thumbprint &&
      absent.some(({ id, type }) => record.providerReference === id && record.providerType === type),
  );
  const isKnown = signed !== undefined || absent.some(({ id }) => providers.hasShown(id, thumbprint));
  return isKnown ? { signed } : undefined;
}
