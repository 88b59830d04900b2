import type { z } from 'zod';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError, toldAgain } from '../domain/station-error.ts';
import { toStationError } from '../domain/unexpected-fault.ts';
import { readEnvelope, type Envelope } from './envelope.ts';
import type { MessageLink } from './message-link.ts';

/** Methods one side of a link answers: what goes in and what comes out, both checked where they arrive. */
export type Protocol = Readonly<Record<string, { readonly params: z.ZodType; readonly result: z.ZodType }>>;

export type Handlers<P extends Protocol> = {
  readonly [M in keyof P]: (params: z.output<P[M]['params']>) => Promise<z.input<P[M]['result']>>;
};

export interface Peer<Remote extends Protocol> {
  /**
   * Calls the other side. Rejects with the StationError the other side threw, with what toStationError makes of any
   * other fault there, and with a transient SERVICE_UNAVAILABLE when the link closes or `timeoutMilliseconds` pass
   * (the other side may still do the work: callers decide by fences, not by this answer).
   */
  call<M extends keyof Remote & string>(
    method: M,
    params: z.input<Remote[M]['params']>,
    options?: { readonly timeoutMilliseconds?: number },
  ): Promise<z.output<Remote[M]['result']>>;
  /** One-way event; dropped silently when the link is closed. */
  notify(topic: string, payload: unknown): void;
  onNotification(topic: string, listener: (payload: unknown) => void): void;
  readonly closed: Promise<void>;
}

interface Outstanding {
  readonly settle: (outcome: { readonly result: unknown } | { readonly error: Error }) => void;
}

export interface PeerOptions<Local extends Protocol, Remote extends Protocol> {
  readonly link: MessageLink;
  /** Several peers may share a link; each hears only its own channel. */
  readonly channel: string;
  readonly local: { readonly protocol: Local; readonly handlers: Handlers<Local> };
  readonly remote: Remote;
  /** Told of envelopes that fit no schema and of faults in handlers that are not StationErrors. */
  readonly onFault?: (fault: Error) => void;
}

export function createPeer<Local extends Protocol, Remote extends Protocol>(
  options: PeerOptions<Local, Remote>,
): Peer<Remote> {
  return new LinkPeer(options);
}

/** A protocol with no methods, for a side that only calls. */
export const NO_METHODS = {} as const satisfies Protocol;

class LinkPeer<Local extends Protocol, Remote extends Protocol> implements Peer<Remote> {
  readonly closed: Promise<void>;
  readonly #options: PeerOptions<Local, Remote>;
  readonly #outstanding = new Map<number, Outstanding>();
  readonly #listeners = new Map<string, ((payload: unknown) => void)[]>();
  #nextId = 1;
  #isClosed = false;

  constructor(options: PeerOptions<Local, Remote>) {
    this.#options = options;
    options.link.onMessage((message) => this.#receive(message));
    this.closed = new Promise((resolve) => {
      options.link.onClose(() => {
        this.#isClosed = true;
        for (const call of this.#outstanding.values()) call.settle({ error: linkClosed() });
        resolve();
      });
    });
  }

  async call<M extends keyof Remote & string>(
    method: M,
    params: z.input<Remote[M]['params']>,
    options: { readonly timeoutMilliseconds?: number } = {},
  ): Promise<z.output<Remote[M]['result']>> {
    if (this.#isClosed) throw linkClosed();
    const id = this.#nextId++;
    const result = await new Promise<unknown>((resolve, reject) => {
      const timer =
        options.timeoutMilliseconds === undefined
          ? undefined
          : setTimeout(() => this.#outstanding.get(id)?.settle({ error: timedOut() }), options.timeoutMilliseconds);
      this.#outstanding.set(id, {
        settle: (outcome) => {
          clearTimeout(timer);
          this.#outstanding.delete(id);
          if ('error' in outcome) reject(outcome.error);
          else resolve(outcome.result);
        },
      });
      this.#post({ type: 'call', channel: this.#options.channel, id, method, params });
    });
    const schema = this.#options.remote[method]?.result;
    return schema?.parse(result) as z.output<Remote[M]['result']>;
  }

  notify(topic: string, payload: unknown): void {
    this.#post({ type: 'notify', channel: this.#options.channel, topic, payload });
  }

  onNotification(topic: string, listener: (payload: unknown) => void): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  #post(envelope: Envelope): void {
    if (!this.#isClosed) this.#options.link.post(envelope);
  }

  #receive(message: unknown): void {
    const envelope = readEnvelope(message);
    if (envelope === undefined) {
      this.#options.onFault?.(new Error('A message on the link has an unknown shape.'));
      return;
    }
    if (envelope.channel !== this.#options.channel) return;
    switch (envelope.type) {
      case 'call':
        void this.#answer(envelope.id, envelope.method, envelope.params);
        break;
      case 'reply':
        this.#outstanding.get(envelope.id)?.settle({ result: envelope.result });
        break;
      case 'failure':
        this.#outstanding.get(envelope.id)?.settle({ error: errorOf(envelope) });
        break;
      case 'notify':
        for (const listener of this.#listeners.get(envelope.topic) ?? []) listener(envelope.payload);
        break;
    }
  }

  async #answer(id: number, method: string, params: unknown): Promise<void> {
    const { channel, local } = this.#options;
    try {
      const handler = local.handlers[method];
      const entry = local.protocol[method];
      if (handler === undefined || entry === undefined) throw new Error(`There is no method ${method} on ${channel}.`);
      const result: unknown = await handler(entry.params.parse(params) as never);
      this.#post({ type: 'reply', channel, id, result });
    } catch (fault) {
      if (!(fault instanceof StationError)) this.#options.onFault?.(asError(fault));
      const { code, kind, area, waitReason, waitUntil, message, sentence } = toStationError(fault, 'An internal call');
      this.#post({ type: 'failure', channel, id, code, kind, area, waitReason, waitUntil, message, sentence });
    }
  }
}

/** The other side's error as it was thrown there, without its cause. */
function errorOf(failure: Envelope & { type: 'failure' }): StationError {
  const { code, message, sentence, waitReason, waitUntil } = failure;
  return new StationError(code, toldAgain(message, sentence), {
    ...{ kind: failure.kind, area: failure.area },
    ...(waitReason !== null && { waitReason }),
    ...(waitUntil !== null && { waitUntil }),
  });
}

function asError(fault: unknown): Error {
  return fault instanceof Error ? fault : new Error(String(fault));
}

function linkClosed(): StationError {
  return new StationError('SERVICE_UNAVAILABLE', tell('PROCESS_GONE'));
}

function timedOut(): StationError {
  return new StationError('SERVICE_UNAVAILABLE', tell('PROCESS_SILENT'));
}
