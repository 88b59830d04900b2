import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutgoingMessage } from '../broker/broker.ts';
import { deadLetterRow } from '../domain/dead-letter-row.ts';
import type { OutboxMessage } from '../domain/records.ts';
import type { OutboxStore } from '../persistence/persistence.ts';
import { createOutboxPublisher, type OutboxPublisher } from './outbox-publisher.ts';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';

const JOB = {
  ...{ jobId: '0190a8d0-0000-7000-8000-000000000001', signatureId: '0190a8d0-0000-7000-8000-000000000002' },
  ...{ tenantId: 'acme', inputPath: 'tenants/acme/x/input.bin', requestedFormat: 'PAdES', requestedProfile: 'B' },
  ...{ createdAt: '2026-03-04T05:06:07.000Z', attempt: 3 },
};

/** An outbox in memory with the port's rules. */
class MemoryOutbox implements OutboxStore {
  readonly rows = new Map<string, OutboxMessage>();
  postponements = 0;

  add(id: string, availableAt = new Date(Date.now())): void {
    this.rows.set(id, {
      id,
      type: 'signature.created',
      payload: JSON.stringify({ attempt: 1 }),
      occurredAt: new Date(Date.now()),
      publishedAt: null,
      retryCount: 0,
      error: null,
      availableAt,
      traceparent: TRACEPARENT,
    });
  }

  addLetter(id: string): void {
    const letter = { message: JOB, kind: 'permanent', reason: 'SIGNING_PROVIDER_UNAVAILABLE' } as const;
    this.rows.set(id, deadLetterRow({ id, traceparent: TRACEPARENT }, letter, new Date(Date.now())));
  }

  dueOutboxMessages(now: Date, limit: number): Promise<OutboxMessage[]> {
    const due = [...this.rows.values()].filter((row) => row.publishedAt === null && row.availableAt <= now);
    return Promise.resolve(due.slice(0, limit));
  }

  nextOutboxDueAt(now: Date): Promise<Date | null> {
    const later = [...this.rows.values()].filter((row) => row.publishedAt === null && row.availableAt > now);
    return Promise.resolve(later.map((row) => row.availableAt).sort((a, b) => a.getTime() - b.getTime())[0] ?? null);
  }

  markPublished(ids: readonly string[], at: Date): Promise<void> {
    for (const id of ids) this.#change(id, { publishedAt: at });
    return Promise.resolve();
  }

  markPublishFailed(
    ids: readonly string[],
    error: string,
    { now, afterMilliseconds }: Parameters<OutboxStore['markPublishFailed']>[2],
  ): Promise<void> {
    this.postponements += 1;
    const availableAt = new Date(now.getTime() + afterMilliseconds);
    for (const id of ids) {
      this.#change(id, { error, availableAt, retryCount: (this.rows.get(id)?.retryCount ?? 0) + 1 });
    }
    return Promise.resolve();
  }

  bringForwardFailed(now: Date): Promise<void> {
    for (const { id, publishedAt, error } of this.rows.values()) {
      if (publishedAt === null && error !== null) this.#change(id, { availableAt: now });
    }
    return Promise.resolve();
  }

  #change(id: string, change: Partial<OutboxMessage>): void {
    const row = this.rows.get(id);
    if (row !== undefined) this.rows.set(id, { ...row, ...change });
  }
}

describe('createOutboxPublisher', () => {
  let outbox: MemoryOutbox;
  let published: string[];
  let publish: (messages: readonly OutgoingMessage[]) => Promise<void>;
  let letters: OutgoingMessage[];
  let bury: (letter: OutgoingMessage) => Promise<void>;
  let publisher: OutboxPublisher;

  beforeEach(() => {
    vi.useFakeTimers();
    outbox = new MemoryOutbox();
    published = [];
    letters = [];
    bury = (letter) => {
      letters.push(letter);
      return Promise.resolve();
    };
    publish = (messages) => {
      published.push(...messages.map((message) => message.messageId));
      return Promise.resolve();
    };
    publisher = createOutboxPublisher({
      store: outbox,
      publisher: { publishJobs: (messages) => publish(messages) },
      deadLetters: { publishDeadLetter: (letter) => bury(letter) },
      now: () => new Date(Date.now()),
      onFailure: () => undefined,
    });
  });
  afterEach(async () => {
    await publisher.stop();
    vi.useRealTimers();
  });

  it('publishes what is due as soon as it is woken and marks it afterwards', async () => {
    outbox.add('a');
    outbox.add('b');
    publisher.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(published).toEqual(['a', 'b']);
    expect(outbox.rows.get('a')?.publishedAt).not.toBeNull();
  });

  it('drains more than one batch', async () => {
    for (let n = 0; n < 700; n++) outbox.add(`m-${n}`);
    publisher.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(published).toHaveLength(700);
    expect(new Set(published).size).toBe(700);
  });

  it('keeps a message that could not be handed off and tries again later', async () => {
    outbox.add('a');
    const works = publish;
    publish = () => Promise.reject(new Error('broker down'));
    publisher.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(outbox.rows.get('a')).toMatchObject({ publishedAt: null, retryCount: 1, error: 'broker down' });
    publish = works;
    await vi.advanceTimersByTimeAsync(600);
    expect(published).toEqual(['a']);
  });

  it('postpones what could not be handed off together, and hands it over at once when the broker is back', async () => {
    for (let n = 0; n < 200; n++) outbox.add(`m-${String(n)}`);
    outbox.add('retry', new Date(Date.now() + 60_000));
    const works = publish;
    publish = () => Promise.reject(new Error('broker down'));
    publisher.wake();
    await vi.advanceTimersByTimeAsync(8_100);
    const { postponements } = outbox;
    expect(postponements).toBeGreaterThan(3);
    expect(postponements).toBeLessThan(10);
    publish = works;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(published).toEqual([]);
    publisher.brokerIsBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(published).toHaveLength(200);
  });

  it('brings forward what a hand-off has postponed that was under way when the broker came back', async () => {
    outbox.add('a');
    const works = publish;
    let fail = (): void => undefined;
    publish = () => new Promise((_resolve, reject) => (fail = () => reject(new Error('broker down'))));
    publisher.wake();
    await vi.advanceTimersByTimeAsync(0);
    publisher.brokerIsBack();
    publish = works;
    fail();
    await vi.advanceTimersByTimeAsync(0);
    expect(published).toEqual(['a']);
  });

  it('is behind until what could not be handed off is, so that nothing overtakes it', async () => {
    outbox.add('a');
    const works = publish;
    publish = () => Promise.reject(new Error('broker down'));
    publisher.wake();
    for (let n = 0; n < 20; n++) {
      await vi.advanceTimersByTimeAsync(100);
      expect(publisher.isBehind()).toBe(true);
    }
    publish = works;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(published).toEqual(['a']);
    expect(publisher.isBehind()).toBe(false);
  });

  it('brings dead letters to theirs, and keeps no job waiting for one that is not taken', async () => {
    const works = bury;
    bury = () => Promise.reject(new Error('no room for dead letters'));
    outbox.addLetter('letter');
    outbox.add('a');
    publisher.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect([published, letters, publisher.isBehind()]).toEqual([['a'], [], false]);
    expect(outbox.rows.get('letter')).toMatchObject({ publishedAt: null, error: 'no room for dead letters' });
    outbox.add('b');
    publisher.wake();
    await vi.advanceTimersByTimeAsync(100);
    expect(published).toEqual(['a', 'b']);
    bury = works;
    await vi.advanceTimersByTimeAsync(6_000);
    expect([published, letters.map(({ messageId }) => messageId)]).toEqual([['a', 'b'], ['letter']]);
    expect(JSON.parse(Buffer.from(letters[0]?.body ?? []).toString())).toEqual(JOB);
    expect(letters[0]?.headers).toEqual({
      'x-attempt': JOB.attempt,
      'x-failure-kind': 'permanent',
      'x-failure-reason': 'SIGNING_PROVIDER_UNAVAILABLE',
      traceparent: TRACEPARENT,
    });
  });

  it('publishes a scheduled retry when it is due, not before', async () => {
    outbox.add('later', new Date(Date.now() + 5_000));
    publisher.wake();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(published).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(published).toEqual(['later']);
  });

  it('publishes what becomes due while it rests, before it asks for what is due later', async () => {
    outbox.add('soon', new Date(Date.now() + 100));
    outbox.add('later', new Date(Date.now() + 5_000));
    publisher.wake();
    await vi.advanceTimersByTimeAsync(400);
    expect(published).toEqual(['soon']);
    await vi.advanceTimersByTimeAsync(4_601);
    expect(published).toEqual(['soon', 'later']);
  });

  it('does not ask under load when the next message is due', async () => {
    const asked = vi.spyOn(outbox, 'nextOutboxDueAt');
    for (let n = 0; n < 50; n++) {
      outbox.add(`m-${n}`);
      publisher.wake();
      await vi.advanceTimersByTimeAsync(20);
    }
    expect(published).toHaveLength(50);
    expect(asked).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('finds by its safety sweep what nobody told it of', async () => {
    publisher.wake();
    await vi.advanceTimersByTimeAsync(0);
    await vi.advanceTimersByTimeAsync(1_000);
    outbox.add('a');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(published).toEqual(['a']);
  });

  it('misses no wake that comes during a drain', async () => {
    outbox.add('a');
    const works = publish;
    publish = async (messages) => {
      await works(messages);
      if (messages.some((message) => message.messageId === 'a')) {
        outbox.add('b');
        publisher.wake();
      }
    };
    publisher.wake();
    await vi.advanceTimersByTimeAsync(10);
    expect(published).toEqual(['a', 'b']);
  });

  it('counts no failure of a hand-over that its end cut off', async () => {
    outbox.add('a');
    let giveUp = (): void => undefined;
    publish = () =>
      new Promise((_resolve, reject) => {
        giveUp = () => reject(new Error('stopping'));
      });
    publisher.wake();
    await vi.advanceTimersByTimeAsync(0);
    const stopped = publisher.stop();
    giveUp();
    await stopped;
    expect(outbox.rows.get('a')).toMatchObject({ publishedAt: null, retryCount: 0, error: null });
  });

  it('begins nothing after stop', async () => {
    await publisher.stop();
    outbox.add('a');
    publisher.wake();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(published).toEqual([]);
  });
});
