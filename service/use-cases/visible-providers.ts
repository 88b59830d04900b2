import type { CertificateDescriptor, ProviderHealth, ProviderItem } from '../contract/http/providers.ts';
import type { Diagnosis } from '../contract/http/diagnosis.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { eventOf } from '../domain/audit-events.ts';
import { StationError } from '../domain/station-error.ts';
import type { Caller, UseCasePorts } from './ports.ts';

/**
 * Providers and their certificates as a tenant may see them. A provider that serves other tenants only is, for this one,
 * not there at all.
 */

type Directory = Pick<UseCasePorts, 'providers'>;

/** The one answer for ids that do not exist and for providers of other tenants. */
export function unknownProvider(): StationError {
  return new StationError('PROVIDER_NOT_FOUND', tell('PROVIDER_UNKNOWN'));
}

/** The configured providers that serve the caller's tenant. */
export async function listProviders({ providers }: Directory, { tenantId }: Caller): Promise<readonly ProviderItem[]> {
  return (await providers.listProviders()).filter(({ id }) => providers.serves(id, tenantId));
}

/** Never logs in. Throws PROVIDER_NOT_FOUND. */
export async function providerHealth(ports: Directory, caller: Caller, id: string): Promise<ProviderHealth> {
  refuseUnseen(ports, caller, id);
  const health = await ports.providers.providerHealth(id);
  if (health === undefined) throw unknownProvider();
  return health;
}

/**
 * What the doctor finds about one provider, or about a card that nobody has configured yet, without a login. Throws
 * PROVIDER_NOT_FOUND.
 */
export async function diagnoseProvider(
  ports: Directory & Pick<UseCasePorts, 'tokenDoctor'>,
  caller: Caller,
  id: string,
): Promise<Diagnosis> {
  if (id !== ports.tokenDoctor.standIn) refuseUnseen(ports, caller, id);
  const diagnosis = await ports.tokenDoctor.diagnose(id);
  if (diagnosis === undefined) throw unknownProvider();
  return diagnosis;
}

/** Permits one more try of a PIN that the provider's token refused. Throws PROVIDER_NOT_FOUND. */
export async function permitLogin(
  ports: Directory & Pick<UseCasePorts, 'tokenDoctor' | 'logger' | 'persistence' | 'clock' | 'newId'>,
  caller: Caller,
  id: string,
): Promise<void> {
  refuseUnseen(ports, caller, id);
  if (!ports.tokenDoctor.permitLogin(id)) throw unknownProvider();
  ports.logger.warn('Somebody permitted one more try of a PIN.', { providerId: id });
  const subject = { ...caller, entityType: 'Provider', entityId: id };
  await ports.persistence.appendAudit(eventOf(ports, subject, 'LoginPermitted', {}));
}

/** The certificates that the providers of the caller's tenant show. */
export async function listCertificates(
  { providers }: Directory,
  { tenantId }: Caller,
): Promise<readonly CertificateDescriptor[]> {
  return (await providers.listCertificates()).filter(({ providerId }) => providers.serves(providerId, tenantId));
}

function refuseUnseen({ providers }: Directory, { tenantId }: Caller, id: string): void {
  if (!providers.serves(id, tenantId)) throw unknownProvider();
}
