import '../messages/in-english.suite.ts';
import { describe, expect, it, vi } from 'vitest';
import { explainFailure } from '../messages/explanation.ts';
import { createAnnouncer } from './announcer.ts';
import { groupOf, laterStatus, summarise, type DocumentProgress } from './batch-model.ts';
import { createKeysetPager } from './keyset-pager.ts';
import { createLimiter } from './limiter.ts';
import { createRecentChanges } from './recent-changes.ts';
import { isPageAddress, matchRoute } from './routes.ts';
import { DEFAULT_CHOICES, signingFields } from './signing-form.ts';
import { throttle } from './throttle.ts';

const accepted = (status: 'Queued' | 'Processing' | 'Completed' | 'Failed' | 'Cancelled'): DocumentProgress => ({
  step: 'accepted',
  id: 'x',
  status,
  view: null,
});

describe('the batch', () => {
  it('never leaves a terminal state, but goes back to Queued for a retry', () => {
    expect(laterStatus('Completed', 'Processing')).toBe('Completed');
    expect(laterStatus('Failed', 'Completed')).toBe('Failed');
    expect(laterStatus('Processing', 'RetryScheduled')).toBe('RetryScheduled');
    expect(laterStatus('RetryScheduled', 'Queued')).toBe('Queued');
  });

  it('counts groups and the share of the work', () => {
    const documents: { progress: DocumentProgress }[] = [
      { progress: { step: 'ready' } },
      { progress: { step: 'uploading', fraction: 0.5 } },
      { progress: accepted('Completed') },
      { progress: accepted('Failed') },
    ];
    expect(summarise(documents)).toEqual({
      ready: 1,
      working: 1,
      completed: 1,
      failed: 1,
      cancelled: 0,
      total: 4,
      fraction: (0.25 + 1 + 1) / 4,
    });
    expect(summarise([]).fraction).toBe(0);
    expect(groupOf({ step: 'refused', explanation: explainFailure(null) })).toBe('failed');
    expect(groupOf(accepted('Cancelled'))).toBe('cancelled');
  });

  it('announces each end once, and again after a retry', () => {
    const announce = createAnnouncer();
    const at = (progress: DocumentProgress): { key: string; name: string; progress: DocumentProgress }[] => [
      { key: '1', name: 'a.pdf', progress },
    ];
    expect(announce(at(accepted('Processing')))).toBeNull();
    expect(announce(at(accepted('Completed')))).toBe('a.pdf: signed');
    expect(announce(at(accepted('Completed')))).toBeNull();
    expect(announce(at({ step: 'waiting' }))).toBeNull();
    expect(announce(at(accepted('Completed')))).toBe('a.pdf: signed');
  });
});

describe('signingFields', () => {
  const key = { providerType: 'SmartCard', sha256Thumbprint: 'AB' } as const;

  it('puts the stamp on PDFs only', () => {
    const choices = { ...DEFAULT_CHOICES, isVisible: true, note: ' Approved ', page: 3 };
    expect(Object.fromEntries(signingFields({ format: 'PAdES', kind: 'pdf' }, key, choices))).toEqual({
      format: 'PAdES',
      profile: 'B',
      signingProvider: 'SmartCard',
      certificateThumbprint: 'AB',
      visibleSignature: 'true',
      signaturePage: '3',
      signatureNote: 'Approved',
    });
    expect(Object.fromEntries(signingFields({ format: 'CAdES', kind: 'other' }, key, choices))).toEqual({
      format: 'CAdES',
      profile: 'B',
      signingProvider: 'SmartCard',
      certificateThumbprint: 'AB',
      packaging: 'encapsulated',
    });
  });

  it('sends no packaging where the format has one way only', () => {
    const fields = signingFields({ format: 'ASiC_E', kind: 'other' }, key, DEFAULT_CHOICES);
    expect(fields.map(([name]) => name)).not.toContain('packaging');
  });

  it('adds to what is a CMS signature already, and to nothing else', () => {
    const choices = { ...DEFAULT_CHOICES, cmsOperation: 'cosign' } as const;
    const fieldsOf = (kind: 'cms' | 'pdf') =>
      Object.fromEntries(signingFields({ format: 'CAdES', kind }, key, choices));
    expect(fieldsOf('cms')).toMatchObject({ operation: 'cosign' });
    expect(fieldsOf('cms')).not.toHaveProperty('packaging');
    expect(fieldsOf('pdf')).toMatchObject({ packaging: 'encapsulated' });
    expect(fieldsOf('pdf')).not.toHaveProperty('operation');
  });

  it('adds to XML that is signed already, where that is chosen', () => {
    const fieldsOf = (xmlOperation: 'countersign' | 'sign') =>
      Object.fromEntries(signingFields({ format: 'XAdES', kind: 'xml' }, key, { ...DEFAULT_CHOICES, xmlOperation }));
    expect(fieldsOf('countersign')).toMatchObject({ operation: 'countersign' });
    expect(fieldsOf('countersign')).not.toHaveProperty('packaging');
    expect(fieldsOf('sign')).toMatchObject({ packaging: 'enveloped' });
    expect(fieldsOf('sign')).not.toHaveProperty('operation');
  });

  it('says which signatures go into a container', () => {
    const choices = { ...DEFAULT_CHOICES, containerSignature: 'XAdES' } as const;
    const fieldsOf = (format: 'ASiC_E' | 'CAdES', kind: 'other' | 'asice') =>
      Object.fromEntries(signingFields({ format, kind }, key, choices));
    expect(fieldsOf('ASiC_E', 'other')).toMatchObject({ containerSignature: 'XAdES' });
    expect(fieldsOf('ASiC_E', 'asice')).not.toHaveProperty('containerSignature');
    expect(fieldsOf('CAdES', 'other')).not.toHaveProperty('containerSignature');
  });

  it('adds to a container in its own format, and signs it as a document in others', () => {
    const operationOf = (format: 'ASiC_E' | 'ASiC_S' | 'CAdES', kind: 'asice' | 'asics' | 'other') =>
      Object.fromEntries(signingFields({ format, kind }, key, DEFAULT_CHOICES))['operation'];
    expect(operationOf('ASiC_E', 'asice')).toBe('cosign');
    expect(operationOf('ASiC_S', 'asics')).toBe('cosign');
    expect(operationOf('CAdES', 'asice')).toBeUndefined();
    expect(operationOf('ASiC_S', 'asice')).toBeUndefined();
    expect(operationOf('ASiC_E', 'other')).toBeUndefined();
  });
});

describe('createLimiter', () => {
  it('keeps the order and the width, and survives failures', async () => {
    const limit = createLimiter(2);
    const ends: (() => void)[] = [];
    const started: number[] = [];
    const tasks = [0, 1, 2, 3].map((number) =>
      limit(async () => {
        started.push(number);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (number === 0) throw new Error('broken');
        return number;
      }),
    );
    const results = Promise.allSettled(tasks);
    expect(started).toEqual([0, 1]);
    for (let index = 0; index < 4; index += 1) {
      await vi.waitFor(() => expect(ends.length).toBeGreaterThan(index));
      expect(started.length).toBeLessThanOrEqual(index + 2);
      ends[index]?.();
    }
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    expect(started).toEqual([0, 1, 2, 3]);
  });
});

describe('createKeysetPager', () => {
  const pages: Record<string, { items: number[]; nextCursor: string | null }> = {
    start: { items: [1, 2], nextCursor: 'b' },
    b: { items: [3], nextCursor: null },
  };

  it('follows the cursors to the end and then asks no more', async () => {
    const load = vi.fn((cursor: string | null) =>
      Promise.resolve(pages[cursor ?? 'start'] ?? { items: [], nextCursor: null }),
    );
    const pager = createKeysetPager(load, () => undefined);
    await pager.loadMore();
    await Promise.all([pager.loadMore(), pager.loadMore()]);
    await pager.loadMore();
    expect(pager.rows).toEqual([1, 2, 3]);
    expect(pager.isAtEnd).toBe(true);
    expect(load.mock.calls).toEqual([[null], ['b']]);
  });

  it('goes on behind a page that ended early with nothing on it', async () => {
    const load = vi
      .fn()
      .mockResolvedValueOnce({ items: [], nextCursor: 'b' })
      .mockResolvedValue({ items: [1], nextCursor: null });
    const pager = createKeysetPager(load, () => undefined);
    await pager.loadMore();
    expect(pager.isAtEnd).toBe(false);
    await pager.loadMore();
    expect(pager.rows).toEqual([1]);
    expect(load.mock.calls).toEqual([[null], ['b']]);
  });

  it('throws away the answer to a question that was dropped, even when it fails', async () => {
    const answers: {
      resolve: (page: { items: number[]; nextCursor: null }) => void;
      reject: (error: Error) => void;
    }[] = [];
    const pager = createKeysetPager<number>(
      () => new Promise((resolve, reject) => answers.push({ resolve, reject })),
      () => undefined,
    );
    const first = pager.loadMore();
    pager.reset();
    const second = pager.loadMore();
    pager.reset();
    const third = pager.loadMore();
    answers[0]?.resolve({ items: [1], nextCursor: null });
    answers[1]?.reject(new Error('late'));
    answers[2]?.resolve({ items: [3], nextCursor: null });
    await Promise.all([first, second, third]);
    expect(pager.rows).toEqual([3]);
  });

  it('can go on after a failure', async () => {
    const load = vi
      .fn()
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValue({ items: [1], nextCursor: null });
    const pager = createKeysetPager(load, () => undefined);
    await expect(pager.loadMore()).rejects.toThrow('down');
    await pager.loadMore();
    expect(pager.rows).toEqual([1]);
  });

  it('replaces rows in place and says whether it did', async () => {
    const pager = createKeysetPager(
      () => Promise.resolve({ items: [1, 2], nextCursor: null }),
      () => undefined,
    );
    await pager.loadMore();
    expect(pager.replaceRows((row) => row)).toBe(false);
    expect(pager.replaceRows((row) => row * 2)).toBe(true);
    expect(pager.rows).toEqual([2, 4]);
  });
});

describe('routes', () => {
  it.each([
    ['/', { page: 'sign' }],
    ['/sign/', { page: 'sign' }],
    ['/signatures', { page: 'documents' }],
    ['/signatures/abc', { page: 'signature', id: 'abc' }],
    ['/signatures/a%2Fb', { page: 'signature', id: 'a/b' }],
    ['/signatures/%', { page: 'not-found' }],
    ['/signatures/a/b', { page: 'not-found' }],
    ['/constructor', { page: 'not-found' }],
  ])('%s', (path, route) => expect(matchRoute(path)).toEqual(route));

  it('leaves the API to the browser', () => {
    expect(isPageAddress('/api/v1/signatures/x/content')).toBe(false);
    expect(isPageAddress('/health/live')).toBe(false);
    expect(isPageAddress('/healthy')).toBe(true);
  });
});

describe('createRecentChanges', () => {
  it('forgets the oldest', () => {
    const recent = createRecentChanges(2);
    const change = (signatureId: string) => ({ signatureId, tenantId: 't', status: 'Queued' as const, at: '' });
    for (const id of ['a', 'b', 'a', 'c']) recent.put(change(id));
    expect(recent.of('b')).toBeUndefined();
    expect(recent.of('a')?.signatureId).toBe('a');
    expect(recent.of('c')?.signatureId).toBe('c');
  });
});

describe('throttle', () => {
  it('calls at once and makes up for what came in between', () => {
    vi.useFakeTimers();
    const action = vi.fn();
    const throttled = throttle(action, 1000);
    for (let index = 0; index < 5; index += 1) throttled.call();
    expect(action).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1000);
    expect(action).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(5000);
    expect(action).toHaveBeenCalledTimes(2);
    throttled.call();
    throttled.call();
    throttled.cancel();
    vi.advanceTimersByTime(5000);
    expect(action).toHaveBeenCalledTimes(3);
    vi.useRealTimers();
  });
});
