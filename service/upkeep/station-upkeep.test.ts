import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createArchiveFolder } from '../archive/local/archive-folder.ts';
import { openEmbeddedBroker } from '../broker/embedded/embedded-broker.ts';
import { loadConfiguration } from '../config/configuration.ts';
import { createStateFeed } from '../events/state-feed.ts';
import { acceptUnit, at, claimOf, LEASE_MILLISECONDS } from '../persistence/sample-records.suite.ts';
import { openTemporaryStore } from '../persistence/sqlite/temporary-store.suite.ts';
import { openAcceptanceMarks } from '../storage/local/acceptance-marks-folder.ts';
import { openLocalObjectStore } from '../storage/local/local-object-store.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createMetricsRegistry } from '../telemetry/metrics.ts';
import { RETRY_MILLISECONDS } from './retention-timer.ts';
import { startUpkeep, type Upkeep, type UpkeepParts } from './station-upkeep.ts';

/** After which all that a start puts off has begun. */
const AFTER_START_MILLISECONDS = 2_500;

describe('what a station does by itself', () => {
  let folder: string;
  let marks: ReturnType<typeof openAcceptanceMarks>;
  let store: Awaited<ReturnType<typeof openTemporaryStore>>;
  let started: Upkeep[];
  let lines: string[];
  let seen: { sweeps: number; keysAsked: number };
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'station-upkeep-'));
    marks = openAcceptanceMarks(path.join(folder, 'accepting'));
    store = await openTemporaryStore();
    [started, lines, seen] = [[], [], { sweeps: 0, keysAsked: 0 }];
  });
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(started.map((one) => one.stop()));
    marks.close();
    await store.dispose();
    await rm(folder, { recursive: true });
  });

  async function start(roles: readonly string[], settings: readonly string[] = [], isLeader = true): Promise<Upkeep> {
    const argv = [`--Data:Directory=${folder}`, '--Environment=Testing', ...settings];
    const configuration = loadConfiguration({ argv, env: {} });
    // Not before: what has happened until now went to disk by the timers of the database.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const upkeep = startUpkeep({
      configuration: { ...configuration, Roles: configuration.Roles.filter((role) => roles.includes(role)) },
      persistence: store.persistence,
      objectStore: await openLocalObjectStore(path.join(folder, 'files')),
      ...{ acceptanceMarks: marks, isShared: false },
      archive: createArchiveFolder(path.join(folder, 'archive')),
      broker: await openEmbeddedBroker({ table: store.persistence.messageTable }),
      fleet: fleet(isLeader),
      roomFor: undefined,
      feed: createStateFeed(),
      metrics: createMetricsRegistry(),
      logger: createLogger({
        ...{ level: 'warn', clock: () => new Date(), processName: 'host' },
        write: (line) => void lines.push(line),
      }),
      wakePublisher: () => undefined,
      sweepUploads: () => Promise.resolve((seen.sweeps += 1)),
    });
    started.push(upkeep);
    return upkeep;
  }

  /** A station without any key. */
  function fleet(isLeader: boolean): UpkeepParts['fleet'] {
    return {
      directory: {
        listProviders: () => Promise.resolve([]),
        providerHealth: () => Promise.resolve(undefined),
        listCertificates: () => Promise.resolve([]),
        serves: () => false,
        isUnsure: () => false,
        hasShown: () => false,
        onlyCertificate: () => Promise.resolve(null),
        selectKey: () => Promise.reject(new Error(`There is no key; asked ${(seen.keysAsked += 1)} times.`)),
        sign: () => Promise.reject(new Error('There is no key.')),
      },
      leads: () => Promise.resolve(isLeader),
      wake: (messages, now) => store.persistence.wakeJobs(messages, now),
    };
  }

  /** A job whose message was published long ago and is nowhere now. */
  async function loseJob() {
    const unit = acceptUnit();
    await store.persistence.acceptSignatureRequest(unit);
    await store.persistence.markPublished([unit.outboxMessage.id], at(1));
    return unit;
  }

  async function parkJob(): Promise<void> {
    const { persistence } = store;
    const claimed = await persistence.claimJob(claimOf(await loseJob(), at(2)));
    if (claimed.outcome !== 'claimed') throw new Error('The job was not claimed.');
    const begun = { now: at(2), leaseMilliseconds: LEASE_MILLISECONDS, audit: [] };
    const claim = await persistence.startProcessing(claimed.claim, begun);
    if (claim === 'lost') throw new Error('The claim was lost.');
    await persistence.parkJob(claim, {
      ...{ waitReason: 'TOKEN_ABSENT', message: 'Put the card in.', errorSentence: null },
      ...{ errorCode: 'SIGNING_PROVIDER_UNAVAILABLE', failureArea: 'token' },
      ...{ nextAttemptAt: null, at: at(3), audit: [] },
    });
  }

  const dueMessages = async () => (await store.persistence.dueOutboxMessages(new Date(), 10)).length;
  const afterStart = () => vi.advanceTimersByTimeAsync(AFTER_START_MILLISECONDS);

  it('leaves everything alone in a process without a role for it', async () => {
    await loseJob();
    const { renewal, clearingUp } = await start([]);
    await afterStart();
    expect([renewal, clearingUp, await dueMessages(), seen.sweeps]).toEqual([null, null, 0, 0]);
  });

  it('hands a job that has lost its message over again, where it publishes', async () => {
    await loseJob();
    await start(['publisher']);
    await afterStart();
    await expect.poll(dueMessages).toBe(1);
    expect(lines.join()).toContain('A job that had lost its message is handed over again.');
    expect(seen.sweeps).toBe(0);
  });

  it('leaves the jobs of all stations to the one that leads, and sweeps its own uploads', async () => {
    await loseJob();
    await start(['publisher', 'api'], [], false);
    await afterStart();
    await expect.poll(() => seen.sweeps).toBe(1);
    expect(await dueMessages()).toBe(0);
  });

  it('looks after parked jobs where the keys are', async () => {
    await parkJob();
    const upkeep = await start(['token-host']);
    upkeep.jobParked();
    await afterStart();
    await expect.poll(() => seen.keysAsked).toBeGreaterThan(0);
  });

  it('tells of an archive that cannot be used, until it can', async () => {
    const inTheWay = path.join(folder, 'archive');
    await writeFile(inTheWay, '');
    const { clearingUp } = await start(['worker'], ['--Retention:AuditEventDays=30']);
    expect(clearingUp?.()).toBeNull();
    await afterStart();
    await expect.poll(() => clearingUp?.()).toContain('Old audit events stay in the database.');
    await rm(inTheWay);
    // A fault is told while other chores of the same round are at work still: the next one may not be due yet.
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(RETRY_MILLISECONDS);
        return clearingUp?.();
      })
      .toBeNull();
  });

  it('tells of renewals where they are scheduled, and of files that keep requests in the database', async () => {
    const settings = ['--Renewal:WithinDays=30', '--Retention:RequestDays=30'];
    const { renewal } = await start(['publisher', 'worker'], settings);
    expect(renewal?.()).toBeNull();
    expect(lines.join()).toContain('Requests stay in the database for as long as a file of theirs is kept');
  });
});
