import { describe, expect, it } from 'vitest';
import type { StationOffer } from '../contract/http/stations.ts';
import type { KnownStation, StationCard } from '../persistence/station-store.ts';
import { createLogger } from '../telemetry/logger.ts';
import { watchStations } from './station-watch.ts';

const NOW = new Date('2026-03-04T05:06:07.000Z');
const NOTHING: StationOffer = { providers: [], certificates: [] };
const CARD = { id: 'this', name: 'here', version: '1.0.0', roles: ['api'], startedAt: NOW };

function other(changes: Partial<KnownStation> = {}): KnownStation {
  return { ...CARD, id: 'other', name: 'there', offer: NOTHING, state: 'running', lastSeenAt: NOW, ...changes };
}

function bench() {
  const scene = {
    stations: [other()] as readonly KnownStation[],
    isAway: false,
    isLocked: false,
    offer: NOTHING,
    told: [] as StationCard[],
    taken: [] as string[],
    released: 0,
    changes: 0,
    beats: 0,
  };
  const refuseAway = () => (scene.isAway ? Promise.reject(new Error('away')) : Promise.resolve());
  const watch = watchStations({
    store: {
      announceStation: async (card) => {
        await refuseAway();
        scene.told.push(card);
      },
      listStations: async () => {
        await refuseAway();
        return scene.stations;
      },
      takeOverClaims: (id) => {
        scene.taken.push(id);
        const claim = { jobId: 'j', signatureId: 's', tenantId: 't', interruptions: 0 };
        return Promise.resolve(scene.isLocked ? undefined : [claim]);
      },
      retireStation: (id) => {
        scene.taken.push(`retired ${id}`);
        return refuseAway();
      },
    },
    card: CARD,
    readOffer: () => Promise.resolve(scene.offer),
    onOfferChanged: () => (scene.changes += 1),
    onBeat: () => (scene.beats += 1),
    onReleased: () => (scene.released += 1),
    logger: createLogger({ level: 'error', clock: () => NOW, processName: 'test', write: () => undefined }),
  });
  const beat = async (times: number) => {
    for (let n = 0; n < times; n += 1) await watch.beat();
  };
  return { watch, scene, beat };
}

describe('watching other stations', () => {
  it('tells of this one, and of a change once', async () => {
    const { watch, scene, beat } = bench();
    await beat(3);
    expect(scene.told).toHaveLength(3);
    expect(scene.told[0]).toEqual({ ...CARD, offer: NOTHING });
    expect([scene.changes, scene.beats]).toEqual([1, 3]);
    expect(watch.others().map(({ id }) => id)).toEqual(['other']);
    await watch.stop();
    expect(scene.taken).toEqual(['retired this']);
    await watch.beat();
    expect(scene.told).toHaveLength(3);
  });

  it('takes over from one that was silent for several looks in a row, once', async () => {
    const { watch, scene, beat } = bench();
    scene.stations = [other({ state: 'silent' })];
    await beat(3);
    expect(scene.taken).toEqual([]);
    expect(watch.others()).toEqual([]);
    await beat(5);
    expect([scene.taken, scene.released]).toEqual([['other'], 1]);
    // It came back, and died again.
    const lastSeenAt = new Date(NOW.getTime() + 1);
    scene.stations = [other({ lastSeenAt })];
    await beat(1);
    scene.stations = [other({ lastSeenAt, state: 'silent' })];
    await beat(3);
    expect(scene.taken).toEqual(['other', 'other']);
    await watch.stop();
  });

  it('asks again while the other one still holds its lock', async () => {
    const { watch, scene, beat } = bench();
    scene.isLocked = true;
    scene.stations = [other({ state: 'silent' })];
    await beat(5);
    expect([scene.taken, scene.released]).toEqual([['other', 'other'], 0]);
    scene.isLocked = false;
    await beat(2);
    expect([scene.taken.length, scene.released]).toEqual([3, 1]);
    await watch.stop();
  });

  it('takes a database that was away for no proof against anybody', async () => {
    const { watch, scene, beat } = bench();
    await beat(2);
    scene.isAway = true;
    await beat(10);
    scene.isAway = false;
    // Nobody could show itself in that time either.
    scene.stations = [other({ state: 'silent' })];
    await beat(3);
    expect(scene.taken).toEqual([]);
    await beat(1);
    expect(scene.taken).toEqual(['other']);
    await watch.stop();
  });

  it('takes over at once what one that stopped in order has left', async () => {
    const { watch, scene, beat } = bench();
    scene.stations = [other({ state: 'stopped' })];
    await beat(2);
    expect(scene.taken).toEqual(['other']);
    await watch.stop();
  });

  it('knows for ten minutes what one that stopped or fell silent had to offer', async () => {
    const { watch, scene, beat } = bench();
    const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
    const stations = [
      other({ id: 'this' }),
      other({ id: 'running' }),
      other({ id: 'stopped', state: 'stopped', lastSeenAt: minutesAgo(9) }),
      other({ id: 'silent', state: 'silent', lastSeenAt: minutesAgo(9) }),
      other({ id: 'long gone', state: 'silent', lastSeenAt: minutesAgo(11) }),
    ];
    scene.stations = stations;
    await beat(1);
    expect(watch.away().map(({ id }) => id)).toEqual(['stopped', 'silent']);
    expect(watch.others().map(({ id }) => id)).toEqual(['running']);
    await watch.stop();
  });
});
