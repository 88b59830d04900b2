import type { DeadLetters, Publisher } from '../broker/broker.ts';
import { deadLetterOf } from '../domain/dead-letter-row.ts';
import type { OutboxMessage } from '../domain/records.ts';
import type { OutboxStore } from '../persistence/persistence.ts';
import { toDeadLetter, toOutgoing } from './outgoing-messages.ts';

export interface OutboxPublisherOptions {
  readonly store: OutboxStore;
  readonly publisher: Publisher;
  readonly deadLetters: DeadLetters;
  readonly now: () => Date;
  /** Told of a hand-off that failed; the message stays in the outbox. */
  readonly onFailure: (error: unknown, messages: readonly OutboxMessage[]) => void;
}

export interface OutboxPublisher {
  /** New messages may be there. Cheap to call often: calls during a drain are folded into one more round. */
  wake(): void;
  /** More waits than one round takes, or did when it last looked; so it is before it has looked, and after a failure. */
  isBehind(): boolean;
  /** More comes than the broker takes now: it is behind until a round has brought all that is due. */
  fallBehind(): void;
  /** The broker can be reached again: what it could not be given meanwhile waits no longer. */
  brokerIsBack(): void;
  /** Resolves when the drain under way is over; nothing is begun afterwards. */
  stop(): Promise<void>;
}

const BATCH_SIZE = 256;
/** Nobody's news is relied upon alone: a missed wake is made good by this sweep. */
const SAFETY_SWEEP_MILLISECONDS = 30_000;
/**
 * Of quiet, before it asks when the next message is due: new ones come at once all the same, and under load each of their
 * drains would ask in vain. What is due sooner than that is so much later.
 */
const QUIET_MILLISECONDS = 200;
/** A broker that is back is not kept waiting: asking in vain costs next to nothing. */
const MAX_PUBLISH_BACKOFF_MILLISECONDS = 5_000;
/** The database did not answer. */
const FAILURE_PAUSE_MILLISECONDS = 1_000;
const MAX_ERROR_LENGTH = 200;

/**
 * Drains the outbox to the broker: hand-off first, PublishedAt only afterwards, so that a crash in between publishes
 * twice and never not at all. Messages of retries wait in the outbox until they are due.
 */
export function createOutboxPublisher(options: OutboxPublisherOptions): OutboxPublisher {
  return new Rounds(options);
}

/** One round at a time, and between them one timer. */
class Rounds implements OutboxPublisher {
  readonly #options: OutboxPublisherOptions;
  #isAtWork = false;
  #isWoken = false;
  #isStopped = false;
  #isBehind = true;
  /** What the broker refused last is postponed, and waits however little is due. */
  #isRefused = false;
  #isBrokerBack = false;
  #timer: NodeJS.Timeout | undefined;
  #current: Promise<void> = Promise.resolve();

  constructor(options: OutboxPublisherOptions) {
    this.#options = options;
  }

  wake(): void {
    if (this.#isStopped) return;
    this.#isWoken = true;
    if (!this.#isAtWork) this.#begin(() => this.#drainAll());
  }

  isBehind(): boolean {
    return this.#isBehind || this.#isStopped;
  }

  fallBehind(): void {
    this.#isBehind = true;
  }

  brokerIsBack(): void {
    this.#isBrokerBack = true;
    this.wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#current;
  }

  #begin(work: () => Promise<void>): void {
    clearTimeout(this.#timer);
    this.#isAtWork = true;
    this.#current = work()
      .catch((fault: unknown) => this.#fail(fault))
      .finally(() => {
        this.#isAtWork = false;
        // A wake that came while the last round was ending would be lost without this look.
        if (this.#isWoken) this.wake();
      });
  }

  async #drainAll(): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      await this.#bringForward();
      await this.#drain();
    }
    this.#lookAheadSoon();
  }

  /** Between two rounds: what the last one has postponed while the broker came back is among it. */
  async #bringForward(): Promise<void> {
    if (!this.#isBrokerBack) return;
    this.#isBrokerBack = false;
    try {
      await this.#options.store.bringForwardFailed(this.#options.now());
    } catch (fault) {
      this.#isBrokerBack = true;
      throw fault;
    }
  }

  /** Waits for the next message that will be due. What has become due since the last round is not among those: it is drained. */
  async #lookAhead(): Promise<void> {
    const { store, now } = this.#options;
    const dueAt = await store.nextOutboxDueAt(now());
    if (!(await this.#drain())) this.#lookAheadSoon();
    else this.#wait(dueAt === null ? SAFETY_SWEEP_MILLISECONDS : dueAt.getTime() - now().getTime(), () => this.wake());
  }

  #lookAheadSoon(): void {
    this.#wait(QUIET_MILLISECONDS, () => this.#begin(() => this.#lookAhead()));
  }

  /** Whether nothing that is due is left. */
  async #drain(): Promise<boolean> {
    const published = await drain(this.#options, () => this.#isStopped);
    if (published !== 0) this.#isRefused = published === null;
    this.#isBehind = this.#isRefused;
    return published !== null;
  }

  #fail(fault: unknown): void {
    this.#options.onFailure(fault, []);
    this.#isBehind = true;
    this.#wait(FAILURE_PAUSE_MILLISECONDS, () => this.wake());
  }

  #wait(milliseconds: number, then: () => void): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(then, Math.max(1, Math.min(milliseconds, SAFETY_SWEEP_MILLISECONDS)));
  }
}

/** How many messages were due, all of which are handed over; null where some are left. */
async function drain(options: OutboxPublisherOptions, isStopped: () => boolean): Promise<number | null> {
  for (let published = 0; !isStopped();) {
    const due = await options.store.dueOutboxMessages(options.now(), BATCH_SIZE);
    if (due.length === 0) return published;
    const { jobs = [], letters = [] } = Object.groupBy(due, (message) =>
      deadLetterOf(message) === undefined ? 'jobs' : 'letters',
    );
    const isDone = await handOver(options, jobs, isStopped, () => options.publisher.publishJobs(jobs.map(toOutgoing)));
    if (!isDone) return null;
    // Nobody waits for a dead letter: one that is not taken keeps no job waiting.
    for (const letter of letters) await handOver(options, [letter], isStopped, () => publishLetter(options, letter));
    published += due.length;
    if (due.length < BATCH_SIZE) return published;
  }
  return null;
}

async function publishLetter({ deadLetters }: OutboxPublisherOptions, row: OutboxMessage): Promise<void> {
  const letter = deadLetterOf(row);
  if (letter !== undefined) await deadLetters.publishDeadLetter(toDeadLetter(row, letter));
}

/** Whether the broker has taken them; they stay in the outbox where not. */
async function handOver(
  options: OutboxPublisherOptions,
  messages: readonly OutboxMessage[],
  isStopped: () => boolean,
  publish: () => Promise<void>,
): Promise<boolean> {
  if (messages.length === 0) return true;
  try {
    await publish();
  } catch (error) {
    // Given up because it is being stopped: the next start takes it up, without a failure to be counted.
    if (isStopped()) return false;
    options.onFailure(error, messages);
    await postpone(options, messages, error);
    return false;
  }
  await options.store.markPublished(
    messages.map((message) => message.id),
    options.now(),
  );
  return true;
}

async function postpone(
  { store, now }: OutboxPublisherOptions,
  messages: readonly OutboxMessage[],
  error: unknown,
): Promise<void> {
  const text = (error instanceof Error ? error.message : 'hand-off failed').slice(0, MAX_ERROR_LENGTH);
  // Together, for the jobs of those that were handed over before want the database, too.
  for (const [afterMilliseconds, those] of Map.groupBy(messages, backoffOf)) {
    const ids = those.map(({ id }) => id);
    await store.markPublishFailed(ids, text, { now: now(), afterMilliseconds });
  }
}

function backoffOf({ retryCount }: OutboxMessage): number {
  return Math.min(MAX_PUBLISH_BACKOFF_MILLISECONDS, 500 * 2 ** Math.min(retryCount, 10));
}
