import { expect, it } from 'vitest';
import type { Claim } from '../../service/domain/claim.ts';
import type { WorkerStore } from '../../service/persistence/persistence.ts';
import { CLAIM, NOW } from './delivery-bench.suite.ts';
import { holdLease } from './hold-lease.ts';

const LEASE = 900_000;

/** A lease whose renewals are counted; both clocks are the test's. */
function bench(answers: ('renewed' | 'lost')[] = []) {
  const scene = { wall: NOW.getTime(), monotonic: 5_000, under: [] as Claim[] };
  const startProcessing: WorkerStore['startProcessing'] = (claim) => {
    scene.under.push(claim);
    const lockedUntil = new Date(NOW.getTime() + scene.under.length);
    return Promise.resolve(answers.shift() === 'lost' ? 'lost' : { ...CLAIM, lockedUntil });
  };
  const lease = holdLease(
    {
      store: { startProcessing } as WorkerStore,
      leaseMilliseconds: LEASE,
      now: () => new Date(scene.wall),
      monotonic: () => scene.monotonic,
    },
    CLAIM,
  );
  return { scene, lease };
}

it('asks the database once for a job that is signed at once', async () => {
  const { scene, lease } = bench();
  const claim = await lease.start([]);
  expect(await lease.start([])).toBe(claim);
  expect(await lease.current()).toBe(claim);
  expect(scene.under).toEqual([CLAIM]);
});

it.each([
  ['took long to prepare', { wall: LEASE, monotonic: LEASE }],
  ['could not reach its database for a minute', { wall: 60_000, monotonic: 60_000 }],
  ['slept', { wall: LEASE, monotonic: 10 }],
  ['took long while a person set the clock back', { wall: -3_600_000, monotonic: LEASE }],
])('renews the claim it has before the device is asked where its machine %s', async (_name, passed) => {
  const { scene, lease } = bench();
  const first = await lease.start([]);
  scene.wall += passed.wall;
  scene.monotonic += passed.monotonic;
  const second = await lease.start([]);
  expect(scene.under).toEqual([CLAIM, first]);
  expect(second).not.toEqual(first);
  expect(await lease.current()).toEqual(second);
});

it('says of the first start alone that it may be undone, and of no later one', async () => {
  const told: (boolean | undefined)[] = [];
  const startProcessing: WorkerStore['startProcessing'] = (claim, { mayBeUndone }) => {
    told.push(mayBeUndone);
    return Promise.resolve(claim);
  };
  let wall = NOW.getTime();
  const context = { store: { startProcessing } as WorkerStore, leaseMilliseconds: LEASE, now: () => new Date(wall) };
  const lease = holdLease(context, CLAIM);
  await lease.start([], true);
  wall += LEASE;
  await lease.start([]);
  expect(told).toEqual([true, false]);
});

it('says that the claim is lost by then, and does not ask again', async () => {
  const { scene, lease } = bench(['renewed', 'lost']);
  await lease.start([]);
  scene.wall += LEASE;
  expect(await lease.start([])).toBe('lost');
  scene.wall += LEASE;
  expect(await lease.start([])).toBe('lost');
  expect(scene.under).toHaveLength(2);
});
