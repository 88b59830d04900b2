import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSqlitePersistence, type SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts';
import { acceptUnit } from '../persistence/sample-records.suite.ts';
import type { OutboxMessage } from '../domain/records.ts';
import type { Delivery } from './broker.ts';
import { describeBroker, type OpenedBroker } from './broker.suite.ts';
import { openEmbeddedBroker, type EmbeddedBroker } from './embedded/embedded-broker.ts';
import { message } from './messages.suite.ts';

// Beside the two drivers, as the composition is, since neither may know the other.

const migrationsFolder = join(import.meta.dirname, '../persistence/sqlite/migrations');

class OpenedEmbeddedBroker implements OpenedBroker {
  readonly #folder = mkdtempSync(join(tmpdir(), 'embedded-broker-'));
  #persistence: SqlitePersistence | undefined;
  #broker: EmbeddedBroker | undefined;

  get broker(): EmbeddedBroker {
    if (this.#broker === undefined) throw new Error('The broker is not open.');
    return this.#broker;
  }

  get persistence(): SqlitePersistence {
    if (this.#persistence === undefined) throw new Error('The database is not open.');
    return this.#persistence;
  }

  async open(): Promise<this> {
    const databasePath = join(this.#folder, 'station.db');
    this.#persistence = await openSqlitePersistence({ databasePath, migrationsFolder });
    this.#broker = await openEmbeddedBroker({ table: this.#persistence.messageTable });
    return this;
  }

  async restart(): Promise<void> {
    await this.#close();
    await this.open();
  }

  async dispose(): Promise<void> {
    await this.#close();
    await rm(this.#folder, { recursive: true });
  }

  async #close(): Promise<void> {
    await this.broker.close();
    await this.persistence.close();
  }
}

const openEmpty = (): Promise<OpenedEmbeddedBroker> => new OpenedEmbeddedBroker().open();

describeBroker('EmbeddedBroker', openEmpty);

describe('the embedded broker in detail', () => {
  let opened: OpenedEmbeddedBroker;
  beforeEach(async () => {
    opened = await openEmpty();
  });
  afterEach(() => opened.dispose());

  const batch = (count: number, first = 0) => Array.from({ length: count }, (_, n) => message(String(first + n)));

  it('takes turns among consumers, whoever is busy left out', async () => {
    const got: string[][] = [[], [], []];
    const deliveries: Delivery[] = [];
    for (const [index, list] of got.entries()) {
      const handler = (delivery: Delivery): void => {
        list.push(String(Buffer.from(delivery.body)));
        deliveries.push(delivery);
      };
      await opened.broker.openSession().consumeJobs(index === 1 ? 1 : 10, handler);
    }
    await opened.broker.publishJobs(batch(7));
    expect(got).toEqual([['0', '3', '5'], ['1'], ['2', '4', '6']]);
    await deliveries[1]?.acknowledge();
    await opened.broker.publishJobs(batch(2, 7));
    expect(got.flat()).toHaveLength(9);
    expect(got[1]).toHaveLength(2);
  });

  it('loses no message to a handler that throws', async () => {
    const faults: unknown[] = [];
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.once('uncaughtException', (fault) => faults.push(fault));
    const session = opened.broker.openSession();
    await session.consumeJobs(5, () => {
      throw new Error('a fault in the handler');
    });
    await opened.broker.publishJobs(batch(1));
    await vi.waitFor(() => expect(faults).toHaveLength(1));
    for (const listener of listeners) process.on('uncaughtException', listener);
    expect(await opened.broker.depth()).toMatchObject({ ready: 0, unacknowledged: 1 });
    await session.close();
    expect(await opened.broker.depth()).toMatchObject({ ready: 1, unacknowledged: 0 });
  });

  it('rejects a prefetch that is none and a session that is closed', async () => {
    const session = opened.broker.openSession();
    await expect(session.consumeJobs(0, () => undefined)).rejects.toThrow(RangeError);
    await expect(session.consumeJobs(1.5, () => undefined)).rejects.toThrow(RangeError);
    await session.close();
    await expect(session.consumeJobs(1, () => undefined)).rejects.toThrow('closed');
  });

  it('delivers a long backlog in order, with few bodies in memory', async () => {
    const count = 20_000;
    for (let first = 0; first < count; first += 1000) await opened.broker.publishJobs(batch(1000, first));
    const find = vi.spyOn(opened.persistence.messageTable, 'find');
    let expected = 0;
    await new Promise<void>((resolve, reject) => {
      const handler = (delivery: Delivery): void => {
        if (Number(String(Buffer.from(delivery.body))) !== expected) reject(new Error(`Not ${expected}.`));
        expected += 1;
        delivery.acknowledge().catch(reject);
        if (expected === count) resolve();
      };
      opened.broker.consumeJobs(16, handler).catch(reject);
    });
    expect(find.mock.calls.length).toBeGreaterThan(count - 2000);
    expect(await opened.broker.depth()).toMatchObject({ ready: 0, unacknowledged: 0 });
    await opened.restart();
    expect(await opened.broker.depth()).toMatchObject({ ready: 0 });
  });

  it('rejects a publish it could not store and delivers nothing of it', async () => {
    const delivered: Delivery[] = [];
    await opened.broker.consumeJobs(5, (delivery) => delivered.push(delivery));
    vi.spyOn(opened.persistence.messageTable, 'append').mockRejectedValueOnce(new Error('disk full'));
    await expect(opened.broker.publishJobs(batch(2))).rejects.toThrow('disk full');
    await opened.broker.publishJobs(batch(1, 9));
    expect(delivered.map((delivery) => String(Buffer.from(delivery.body)))).toEqual(['9']);
  });

  it('delivers a message again whose removal failed', async () => {
    const delivered: Delivery[] = [];
    await opened.broker.consumeJobs(5, (delivery) => delivered.push(delivery));
    await opened.broker.publishJobs(batch(1));
    await vi.waitFor(() => expect(delivered).toHaveLength(1));
    vi.spyOn(opened.persistence.messageTable, 'remove').mockRejectedValueOnce(new Error('disk full'));
    await expect(delivered[0]?.acknowledge()).rejects.toThrow('disk full');
    await vi.waitFor(() => expect(delivered).toHaveLength(2), { timeout: 30_000 });
    expect(delivered[1]).toMatchObject({ messageId: delivered[0]?.messageId, redelivered: true });
    await delivered[1]?.acknowledge();
    expect(await opened.broker.depth()).toMatchObject({ ready: 0, unacknowledged: 0 });
  });
});

describe('a request that is accepted with its place in the queue', () => {
  let opened: OpenedEmbeddedBroker;
  let offered: string[];
  beforeEach(async () => {
    opened = await openEmpty();
    offered = [];
    opened.persistence.handOverTo({
      take: ({ id, payload }: OutboxMessage) => {
        offered.push(id);
        return opened.broker.direct.reserve({ messageId: id, body: Buffer.from(payload), headers: {} });
      },
    });
  });
  afterEach(() => opened.dispose());

  const due = () => opened.persistence.dueOutboxMessages(new Date(8.64e15), 10);

  async function deliveries(): Promise<{ readonly id: string; readonly redelivered: boolean }[]> {
    const got: { readonly id: string; readonly redelivered: boolean }[] = [];
    await opened.broker.consumeJobs(10, ({ messageId, redelivered }) => got.push({ id: messageId, redelivered }));
    return got;
  }

  it('is delivered without the outbox, whose row says that it was published, and again after a restart', async () => {
    const got = await deliveries();
    const unit = acceptUnit();
    const { id } = unit.outboxMessage;
    expect(await opened.persistence.acceptSignatureRequest(unit)).toEqual({ outcome: 'accepted', isHandedOver: true });
    await vi.waitFor(() => expect(got).toEqual([{ id, redelivered: false }]));
    expect(await due()).toEqual([]);
    for await (const rows of opened.persistence.rows.pages('outboxMessages')) {
      expect(rows).toMatchObject([{ id, publishedAt: unit.request.createdAt }]);
    }
    await opened.restart();
    const again = await deliveries();
    await vi.waitFor(() => expect(again).toEqual([{ id, redelivered: true }]));
  });

  it('leaves nothing in the queue where the request is not accepted', async () => {
    const key = { request: { idempotencyKey: 'once' } };
    const got = await deliveries();
    const [first, second] = [acceptUnit(key), acceptUnit(key)];
    const outcomes = await Promise.all([first, second].map((unit) => opened.persistence.acceptSignatureRequest(unit)));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'replayed']);
    await vi.waitFor(() => expect(got.map(({ id }) => id)).toEqual([first.outboxMessage.id]));
    expect(opened.persistence.messageTable.count('worker')).toBe(1);
    expect(await opened.broker.depth()).toMatchObject({ ready: 0, unacknowledged: 1 });
  });

  it('is not offered to the queue while it waits for something before anybody is asked to sign it', async () => {
    await opened.persistence.acceptSignatureRequest(acceptUnit({ request: { waitReason: 'APPROVAL_PENDING' } }));
    expect(offered).toEqual([]);
    expect(opened.persistence.messageTable.count('worker')).toBe(0);
  });
});
