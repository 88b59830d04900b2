import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { JobMessage } from '../contract/jobs/job-message.ts';
import type { WaitReason } from '../contract/vocabulary/failures.ts';
import { deadLetterOf } from '../domain/dead-letter-row.ts';
import type { SignatureRequest } from '../domain/records.ts';
import { StationError } from '../domain/station-error.ts';
import type {
  HandOverAgain,
  Persistence,
  UnattendedJob,
  WaitFailure,
  WaitingGroup,
} from '../persistence/persistence.ts';
import type { KeySelection, SigningKey } from '../providers/providers.ts';
import { createLogger } from '../telemetry/logger.ts';
import { bringJobsInLine, failOverdueJobs, wakeDueJobs, wakeWaitingJobs } from './wake-waiting-jobs.ts';

const NOW = new Date('2026-03-04T05:06:07.000Z');
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';

function job(): UnattendedJob {
  return {
    jobId: randomUUID(),
    tenantId: 'acme',
    signatureId: randomUUID(),
    inputPath: 'tenants/acme/signatures/2026/03/04/x/input.bin',
    requestedFormat: 'PAdES',
    requestedProfile: 'B',
    createdAt: NOW,
    retryCount: 0,
    messageId: randomUUID(),
    traceparent: TRACEPARENT,
  };
}

const card: WaitingGroup = {
  asks: 'provider',
  tenantId: 'acme',
  signingProvider: 'SmartCard',
  certificateThumbprint: 'AB',
  waitReason: 'TOKEN_ABSENT',
  otherReason: 'TOKEN_ABSENT',
  count: 250,
};
const hsm: WaitingGroup = {
  asks: 'provider',
  tenantId: 'acme',
  signingProvider: 'Hsm',
  certificateThumbprint: null,
  waitReason: 'PIN_MISSING',
  otherReason: 'PIN_MISSING',
  count: 3,
};

interface Overdue {
  readonly waitReason: WaitReason;
  readonly kind: SignatureRequest['kind'];
}

function bench(
  groups: readonly WaitingGroup[],
  select: (selection: KeySelection) => Promise<SigningKey>,
  overdue: Overdue = { waitReason: 'TOKEN_ABSENT', kind: 'Signature' },
  room: (group: WaitingGroup) => number | null = () => null,
) {
  const left = new Map(groups.map((group) => [group.signingProvider, Array.from({ length: group.count }, job)]));
  const changed: [WaitingGroup['signingProvider'], WaitReason, string][] = [];
  const woken: HandOverAgain[] = [];
  const failures: WaitFailure[] = [];
  const wakeJobs: Persistence['wakeJobs'] = (messages) => {
    woken.push(...messages);
    const ids = new Set(messages.map((message) => message.jobId));
    for (const [type, jobs] of left)
      left.set(
        type,
        jobs.filter((one) => !ids.has(one.jobId)),
      );
    return Promise.resolve(messages.map(() => ({ signatureId: randomUUID(), tenantId: 'acme' })));
  };
  const persistence: Partial<Persistence> = {
    waitingGroups: () => Promise.resolve(groups),
    waitingJobs: (group, limit) => Promise.resolve((left.get(group.signingProvider) ?? []).slice(0, limit)),
    dueWaitingJobs: (_now, limit) => Promise.resolve((left.get('SmartCard') ?? []).slice(0, limit)),
    wakeJobs,
    changeWaitReason: (group, { waitReason, message }) => {
      changed.push([group.signingProvider, waitReason, message]);
      return Promise.resolve();
    },
    failWaitingJobs: ({ limit, failure }) => {
      const late = (left.get('SmartCard') ?? []).splice(0, limit);
      failures.push(...late.map((one) => failure(one, overdue.waitReason, overdue.kind)));
      return Promise.resolve(late);
    },
  };
  const ports = {
    persistence: persistence as Persistence,
    wake: wakeJobs,
    roomFor: room,
    device: { selectKey: select },
    clock: () => NOW,
    newId: randomUUID,
    logger: createLogger({ level: 'error', clock: () => NOW, processName: 'test', write: () => undefined }),
  };
  return { ports, changed, woken, failures };
}

const there = () => Promise.resolve({} as SigningKey);
const waitsFor = (waitReason: WaitReason) => () =>
  Promise.reject(new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'not yet', { waitReason }));

describe('wakeWaitingJobs', () => {
  it.each([null, 'SmartCard'] as const)(
    'asks no key for jobs that ask authorities (provider %s)',
    async (signingProvider) => {
      const why = { waitReason: 'PROVIDER_BUSY', otherReason: 'PROVIDER_BUSY' } as const;
      const evidence: WaitingGroup = { ...card, ...why, asks: 'authorities', signingProvider, count: 3 };
      const { ports, changed } = bench([evidence], waitsFor('TOKEN_ABSENT'));
      expect(await wakeWaitingJobs(ports, 10)).toEqual({ woken: 3, waiting: 0 });
      expect(changed).toEqual([]);
    },
  );

  it('leaves what another station says of its key as it is', async () => {
    const { ports, changed } = bench([card], waitsFor('KEY_AT_OTHER_STATION'));
    expect(await wakeWaitingJobs(ports, 10)).toEqual({ woken: 0, waiting: 250 });
    expect(changed).toEqual([]);
  });

  it('tells those of a group that say something else, and none where all say it already', async () => {
    const { ports, changed } = bench([{ ...card, otherReason: 'PIN_MISSING' }, hsm], ({ providerType }) =>
      waitsFor(providerType === 'Hsm' ? 'PIN_MISSING' : 'TOKEN_ABSENT')(),
    );
    await wakeWaitingJobs(ports, 10);
    expect(changed).toEqual([['SmartCard', 'TOKEN_ABSENT', 'not yet']]);
  });

  it('wakes the jobs of a key that can be had, as many as it may, with messages that a worker understands', async () => {
    const { ports, woken } = bench([card], there);
    expect(await wakeWaitingJobs(ports, 1)).toEqual({ woken: 1, waiting: 249 });
    expect(await wakeWaitingJobs(ports, 150)).toEqual({ woken: 150, waiting: 100 });
    expect(woken).toHaveLength(151);
    expect(JobMessage.parse(JSON.parse(woken[0]?.outboxMessage.payload ?? ''))).toMatchObject({ attempt: 1 });
    expect(woken[0]?.outboxMessage).toMatchObject({ availableAt: new Date(0), traceparent: TRACEPARENT });
  });

  it('leaves those alone whose key cannot be had, and says what they wait for now', async () => {
    const { ports, woken, changed } = bench([card, hsm], ({ providerType }) =>
      providerType === 'Hsm' ? waitsFor('PIN_MISSING')() : waitsFor('OTHER_CARD_PRESENT')(),
    );
    expect(await wakeWaitingJobs(ports, 1000)).toEqual({ woken: 0, waiting: 253 });
    expect(woken).toEqual([]);
    expect(changed).toEqual([['SmartCard', 'OTHER_CARD_PRESENT', 'not yet']]);
  });

  it('wakes what no waiting cures, so that it fails and says why', async () => {
    const { ports } = bench([hsm], () => Promise.reject(new StationError('SIGNING_CERTIFICATE_EXPIRED', 'expired')));
    expect(await wakeWaitingJobs(ports, 1000)).toEqual({ woken: 3, waiting: 0 });
  });
});

describe('jobs that stand in line', () => {
  const inLine: WaitingGroup = { ...card, waitReason: 'PROVIDER_BUSY' };
  const never = () => Promise.reject(new Error('The device was asked.'));

  it('are brought to a lane here as far as it has room, without asking the device', async () => {
    const { ports, woken } = bench([inLine, hsm], never, undefined, () => 7);
    expect(await bringJobsInLine(ports)).toBe(7);
    expect(woken).toHaveLength(7);
    const full = bench([inLine], never, undefined, () => 0);
    expect([await bringJobsInLine(full.ports), full.woken.length]).toEqual([0, 0]);
  });

  it('are left to that lane by a look at what waits', async () => {
    const { ports, woken, changed } = bench([inLine], never, undefined, () => 7);
    expect(await wakeWaitingJobs(ports, 1000)).toEqual({ woken: 0, waiting: 250 });
    expect([woken, changed]).toEqual([[], []]);
  });

  it('are treated like others where no lane here is for them', async () => {
    const { ports, woken } = bench([inLine], there);
    expect(await bringJobsInLine(ports)).toBe(0);
    expect(await wakeWaitingJobs(ports, 10)).toEqual({ woken: 10, waiting: 240 });
    expect(woken).toHaveLength(10);
    const elsewhere = bench([inLine], waitsFor('KEY_ABSENT'));
    await wakeWaitingJobs(elsewhere.ports, 10);
    expect(elsewhere.changed).toEqual([['SmartCard', 'KEY_ABSENT', 'not yet']]);
  });
});

describe('wakeDueJobs', () => {
  it('wakes all whose time has come, whatever becomes of their keys', async () => {
    const { ports, woken } = bench([card], waitsFor('TOKEN_ABSENT'));
    expect(await wakeDueJobs(ports, () => false)).toBe(250);
    expect(woken).toHaveLength(250);
    expect(await wakeDueJobs(ports, () => false)).toBe(0);
  });

  it('begins nothing more once the station stops', async () => {
    const { ports, woken } = bench([card], there);
    expect(await wakeDueJobs(ports, () => true)).toBe(0);
    expect(woken).toEqual([]);
  });
});

describe('failOverdueJobs', () => {
  it('says of evidence that did not come that it was evidence, and of an extension that it was one', async () => {
    const overdue = { waitReason: 'REVOCATION_DATA_DUE', kind: 'Renewal' } as const;
    const { ports, failures } = bench([card], there, overdue);
    expect(await failOverdueJobs(ports, NOW)).toBe(250);
    const errorCode = 'SIGNATURE_VALIDATION_DATA_UNAVAILABLE';
    expect(failures[0]).toMatchObject({
      errorCode,
      failureArea: 'timestamp',
      audit: [{ eventType: 'ExtensionFailed' }],
    });
    expect(failures[0] && deadLetterOf(failures[0].deadLetter)?.reason).toBe(errorCode);
  });

  it('fails all that waited too long, each with a dead letter in the outbox', async () => {
    const { ports, failures } = bench([card], there);
    expect(await failOverdueJobs(ports, NOW)).toBe(250);
    expect(failures[0]).toMatchObject({ errorCode: 'SIGNING_PROVIDER_UNAVAILABLE' });
    const letters = failures.map(({ deadLetter }) => deadLetterOf(deadLetter));
    expect(new Set(letters.map((letter) => letter?.message.jobId)).size).toBe(250);
    expect(letters[0]).toMatchObject({ message: { attempt: 1 }, kind: 'permanent', reason: failures[0]?.errorCode });
  });
});
