import { withoutTenants, type StationView } from '../contract/http/stations.ts';
import type { KnownStation } from '../persistence/station-store.ts';
import type { Caller, UseCasePorts } from './ports.ts';

/** The stations that share this one's database, and what each offers to the caller's tenant; alone, this one. */
export async function listStations(
  { stations }: Pick<UseCasePorts, 'stations'>,
  { tenantId }: Caller,
): Promise<readonly StationView[]> {
  const { known, ownId, commandLine } = await stations();
  return known.map((station) => ({
    ...viewOf(station, tenantId),
    isThis: station.id === ownId,
    commandLine: station.id === ownId ? commandLine : null,
  }));
}

function viewOf(station: KnownStation, tenantId: string): Omit<StationView, 'isThis' | 'commandLine'> {
  const { id, name, version, roles, state, startedAt, lastSeenAt, offer } = station;
  return {
    id,
    name,
    version,
    roles: [...roles],
    state,
    startedAt: startedAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    // One that has stopped offers nothing any more.
    providers: (state === 'stopped' ? [] : offer.providers)
      .filter(({ tenants }) => tenants === null || tenants.includes(tenantId))
      .map(withoutTenants),
  };
}
