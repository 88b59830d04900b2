import { asc, eq, gt, sql } from 'drizzle-orm';
import { StationOffer, type StationState } from '../../contract/http/stations.ts';
import type { KnownStation, StationStore } from '../station-store.ts';
import { releaseClaimsOf } from './job-releases.ts';
import { stations } from './schema.ts';
import { tryNamedLock } from './station-locks.ts';
import type { StationSession } from './station-session.ts';
import { placeholders, statement } from './statements.ts';
import type { Units } from './units.ts';

const SILENT_AFTER = sql`interval '30 seconds'`;
const FORGOTTEN_AFTER = sql`interval '30 days'`;
const now = sql`clock_timestamp()`;
const NOTHING: StationOffer = { providers: [], certificates: [] };

/** Stations as they say of themselves, and taking over from those that are gone. */
export function createStationStore(units: Units, session: StationSession, schema: string): StationStore {
  return {
    announceStation: (card) =>
      units.write(
        async (unit) => {
          await announce(unit).execute({ ...card });
        },
        { isRepeatable: true },
      ),
    retireStation: (id) =>
      units.write(
        async (unit) => {
          await retire(unit).execute({ id });
        },
        { isRepeatable: true },
      ),
    listStations: () => units.read(async (unit) => (await list(unit).execute()).map(knownStation)),
    takeOverClaims: (stationId, at) =>
      units.write(async (unit) => {
        const isGone = await tryNamedLock(unit.client, 'transaction', schema, stationId);
        return isGone ? releaseClaimsOf(unit, `${stationId}/`, at, 'nobody') : undefined;
      }),
    leads: (chore) => session.tryLock(`chore/${chore}`),
  };
}

const announce = statement('announce_station', (database, name) =>
  database
    .insert(stations)
    .values({ ...placeholders(stations), lastSeenAt: now, stoppedAt: sql`NULL` })
    .onConflictDoUpdate({
      target: stations.id,
      set: {
        name: sql`excluded.name`,
        version: sql`excluded.version`,
        roles: sql`excluded.roles`,
        startedAt: sql`excluded.started_at`,
        lastSeenAt: sql`excluded.last_seen_at`,
        stoppedAt: sql`NULL`,
        offer: sql`excluded.offer`,
      },
    })
    .prepare(name),
);

const retire = statement('retire_station', (database, name) =>
  database
    .update(stations)
    .set({ stoppedAt: now, lastSeenAt: now })
    .where(eq(stations.id, sql.placeholder('id')))
    .prepare(name),
);

const list = statement('list_stations', (database, name) =>
  database
    .select({
      id: stations.id,
      name: stations.name,
      version: stations.version,
      roles: stations.roles,
      startedAt: stations.startedAt,
      lastSeenAt: stations.lastSeenAt,
      offer: stations.offer,
      state: sql<StationState>`CASE WHEN ${stations.stoppedAt} IS NOT NULL THEN 'stopped'
        WHEN ${stations.lastSeenAt} < ${now} - ${SILENT_AFTER} THEN 'silent' ELSE 'running' END`,
    })
    .from(stations)
    .where(gt(stations.lastSeenAt, sql`${now} - ${FORGOTTEN_AFTER}`))
    .orderBy(asc(stations.name), asc(stations.id))
    .prepare(name),
);

/** A station of another version may offer what this one does not know: it is listed without it. */
function knownStation({
  offer,
  ...row
}: Awaited<ReturnType<ReturnType<typeof list>['execute']>>[number]): KnownStation {
  return { ...row, offer: StationOffer.safeParse(offer).data ?? NOTHING };
}
