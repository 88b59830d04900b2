import { expect, it, vi } from 'vitest';
import { StationError } from '../domain/station-error.ts';
import { requestInWork } from '../domain/sample-request.suite.ts';
import type { RequestDetails } from '../persistence/persistence.ts';
import type { StoringPorts } from './create-signature.ts';
import { describeRenewalLook, renewOnSchedule, type RenewalLook } from './renew-on-schedule.ts';
import { requestRenewal } from './request-renewal.ts';

vi.mock('./request-renewal.ts', () => ({ requestRenewal: vi.fn() }));
const requested = vi.mocked(requestRenewal);

const NOW = new Date('2026-10-01T00:00:00Z');
const DAY = 86_400_000;
const day = (days: number): Date => new Date(NOW.getTime() + days * DAY);
const NOTHING: RenewalLook = { requested: 0, failedBefore: 0, endsAgain: 0, refused: {} };

type Changes = Partial<RequestDetails['request']>;

function details(changes: Changes): RequestDetails {
  return {
    request: {
      ...requestInWork(NOW, { status: 'Completed', completedAt: null, renewalOf: null }),
      evidenceGoodUntil: day(5),
      ...changes,
    },
  } as RequestDetails;
}

/** Due files by tenant, and the last renewal of each signature that has one. */
function ports(due: Readonly<Record<string, readonly Changes[]>>, last: Readonly<Record<string, Changes>> = {}) {
  const endsBefore: Date[] = [];
  const persistence = {
    tenantsWithEvidence: (date: Date) => {
      endsBefore.push(date);
      return Promise.resolve(Object.keys(due));
    },
    // A page each, so that the next one is asked for.
    listEvidence: ({ tenantId, cursor }: { tenantId: string; cursor: string | null }) => {
      const index = Number(cursor ?? 0);
      const all = due[tenantId] ?? [];
      const items = all.slice(index, index + 1).map((one) => details({ tenantId, ...one }));
      return Promise.resolve({ items, nextCursor: index + 1 < all.length ? String(index + 1) : null });
    },
    listRequests: (_query: unknown, { renewalOf = '' }: { renewalOf?: string }) => {
      const one = last[renewalOf];
      return Promise.resolve({
        items: one === undefined ? [] : [details({ kind: 'Renewal', ...one })],
        nextCursor: null,
      });
    },
  };
  return { ports: { persistence, clock: () => NOW } as unknown as StoringPorts, endsBefore };
}

const look = async (...[due, last]: Parameters<typeof ports>): Promise<RenewalLook> => {
  requested.mockReset();
  return renewOnSchedule(ports(due, last).ports, 30, () => false);
};
const ids = (): unknown[] => requested.mock.calls.map(([, caller, id]) => `${caller.tenantId}/${caller.actor}/${id}`);

it('requests a renewal of the signature behind each due file, of every tenant, as the station', async () => {
  const old = { completedAt: day(-400) };
  const due = {
    acme: [
      { id: 'a', ...old },
      { id: 'r', kind: 'Renewal' as const, renewalOf: 'b', ...old },
    ],
    other: [{ id: 'c', ...old }],
  };
  expect(await look(due)).toEqual({ ...NOTHING, requested: 3 });
  expect(ids()).toEqual(['acme/station/a', 'acme/station/b', 'other/station/c']);
  const { ports: parts, endsBefore } = ports({});
  await renewOnSchedule(parts, 30, () => false);
  expect(endsBefore).toEqual([day(30)]);
});

it('leaves extended uploads and what is being renewed alone', async () => {
  const due = { acme: [{ id: 'a' }, { id: 'b' }, { id: 'x', kind: 'Extension' as const }] };
  expect(await look(due, { a: { status: 'Queued' }, b: { status: 'RetryScheduled' } })).toEqual(NOTHING);
  expect(ids()).toEqual([]);
});

it('asks once more for one whose last renewal failed, and counts it', async () => {
  expect(await look({ acme: [{ id: 'a' }] }, { a: { status: 'Failed' } })).toEqual({
    ...NOTHING,
    requested: 1,
    failedBefore: 1,
  });
});

it('does not renew for ever what the certificate of the authority keeps short', async () => {
  const renewal = { id: 'r', kind: 'Renewal' as const, renewalOf: 'a' };
  expect(await look({ acme: [{ ...renewal, completedAt: day(-14) }] })).toEqual({ ...NOTHING, endsAgain: 1 });
  expect(await look({ acme: [{ ...renewal, completedAt: day(-16) }] })).toEqual({ ...NOTHING, requested: 1 });
});

it('counts refusals and goes on, and gives up for faults of the station', async () => {
  const due = { acme: [{ id: 'a' }, { id: 'b' }] };
  const { ports: parts } = ports(due);
  requested.mockReset();
  requested.mockRejectedValueOnce(new StationError('SIGNATURE_NOT_RENEWABLE', 'The file is no longer stored.'));
  const found = await renewOnSchedule(parts, 30, () => false);
  expect(found).toEqual({ ...NOTHING, requested: 1, refused: { SIGNATURE_NOT_RENEWABLE: 1 } });
  requested.mockRejectedValueOnce(new StationError('SERVICE_UNAVAILABLE', 'The disk is full.'));
  await expect(renewOnSchedule(parts, 30, () => false)).rejects.toThrow('The disk is full.');
});

it('stops where it is told to, and after 200', async () => {
  const many = { acme: Array.from({ length: 201 }, (_, index) => ({ id: String(index) })) };
  expect((await look(many)).requested).toBe(200);
  requested.mockReset();
  expect(await renewOnSchedule(ports(many).ports, 30, () => requested.mock.calls.length === 3)).toMatchObject({
    requested: 3,
  });
});

it('says what a person has to know of a look', () => {
  expect(describeRenewalLook({ ...NOTHING, requested: 7 }, 30)).toBeNull();
  const all = { requested: 1, failedBefore: 1, endsAgain: 2, refused: { SIGNATURE_NOT_RENEWABLE: 3 } };
  expect(describeRenewalLook(all, 30)).toBe(
    'The last renewal of one signed file failed; it was requested once more. ' +
      'The evidence of 2 signed files ends within 30 days though it was renewed lately: ' +
      'the certificate of the timestamp authority ends soon. 3 signed files could not be renewed (SIGNATURE_NOT_RENEWABLE).',
  );
});
