import type { CertificateDescriptor, ProviderHealth } from '../../contract/http/providers.ts';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';
import type { MessageLink } from '../../processes/message-link.ts';
import { createPeer, NO_METHODS, type Peer } from '../../processes/request-reply.ts';
import { callTrace } from '../../telemetry/child-spans.ts';
import { FinishedSpan, SPAN_TOPIC } from '../../telemetry/span-messages.ts';
import type { SignOperation } from '../providers.ts';
import {
  TOKEN_HOST_CHANNEL,
  TOKEN_HOST_PROTOCOL,
  TOPIC_DEVICE_HUNG,
  TOPIC_TOKENS_CHANGED,
  type FoundKeys,
  type PinEntry,
  type PinFacts,
  type ProviderEntry,
  type SeenToken,
  type TokenHostConfiguration,
} from './protocol.ts';

export interface TokenHostListener {
  /** The process does not come back from a call: it has to be killed (the supervisor starts another). Told once. */
  onUnresponsive(): void;
  /** A process is there and configured: whoever waited for one may go on. */
  onReady(): void;
  /** Tokens or certificates have changed; what was listed before is out of date. */
  onTokensChanged(): void;
  /** The process has finished a step of a job that is traced. */
  onSpan(span: FinishedSpan): void;
  /** A message of unknown shape or a configuration that was refused. */
  onFault(fault: Error): void;
}

/**
 * The host's end of one running token-host. Every call rejects with a StationError; with a transient
 * SIGNING_PROVIDER_UNAVAILABLE when the process dies or hangs, so that the caller comes again.
 */
export interface TokenHostClient {
  providerHealth(providerId: string): Promise<Pick<ProviderHealth, 'status' | 'detail'>>;
  listCertificates(providerId: string): Promise<readonly CertificateDescriptor[]>;
  findKeys(providerId: string, thumbprint: string | null): Promise<FoundKeys>;
  pinFacts(providerId: string, thumbprint: string | null): Promise<PinFacts>;
  /** Why the PIN did not open the token, or null. */
  enterPin(providerId: string, entry: PinEntry): Promise<FoundKeys['problem']>;
  forgetPin(providerId: string): Promise<void>;
  /** Whether a fresh process may take its place for the token of this provider; see TOKEN_HOST_PROTOCOL. */
  giveWay(providerId: string, seen: readonly SeenToken[] | null): Promise<boolean>;
  sign(operation: SignOperation): Promise<Uint8Array>;
}

/**
 * The place of one supervised token-host: it stays while processes come and go. The supervisor calls `attach` with the
 * link of each process it starts and `detach` when that process has ended.
 */
export interface TokenHostSlot {
  readonly entries: readonly ProviderEntry[];
  /** Undefined while no process runs. */
  client(): TokenHostClient | undefined;
  attach(link: MessageLink): void;
  detach(): void;
}

export function createTokenHostSlot(configuration: TokenHostConfiguration, listener: TokenHostListener): TokenHostSlot {
  let running: LinkedTokenHost | undefined;
  return {
    entries: configuration.entries,
    // Its end is told some moments after its link has broken, and who asks meanwhile is to know that it comes again.
    client: () => (running?.isGone === true ? undefined : running),
    attach(link) {
      running?.stop();
      running = new LinkedTokenHost(link, configuration, listener);
    },
    detach() {
      running?.stop();
      running = undefined;
    },
  };
}

class LinkedTokenHost implements TokenHostClient {
  readonly #peer: Peer<typeof TOKEN_HOST_PROTOCOL>;
  readonly #watch: Watch;
  readonly #configured: Promise<unknown>;
  #isGone = false;

  constructor(link: MessageLink, configuration: TokenHostConfiguration, listener: TokenHostListener) {
    // Before anybody hears that a call has failed with it.
    link.onClose(() => (this.#isGone = true));
    this.#peer = createPeer({
      link,
      channel: TOKEN_HOST_CHANNEL,
      local: { protocol: NO_METHODS, handlers: {} },
      remote: TOKEN_HOST_PROTOCOL,
      onFault: (fault) => listener.onFault(fault),
    });
    this.#watch = new Watch({
      deadlineMilliseconds: configuration.deadlineMilliseconds,
      ping: () => this.#peer.call('ping', {}),
      giveUp: () => {
        listener.onUnresponsive();
        link.close();
      },
    });
    this.#peer.onNotification(TOPIC_TOKENS_CHANGED, () => listener.onTokensChanged());
    this.#peer.onNotification(SPAN_TOPIC, (payload) => {
      const span = FinishedSpan.safeParse(payload).data;
      if (span !== undefined) listener.onSpan(span);
    });
    this.#peer.onNotification(TOPIC_DEVICE_HUNG, () => this.#watch.giveUp());
    void this.#peer.closed.then(() => this.stop());
    this.#configured = this.#watch.during(() => this.#peer.call('configure', configuration));
    this.#configured.then(
      () => listener.onReady(),
      () => undefined,
    );
    this.#configured.catch((fault: unknown) => {
      // Of an end or a silence whoever watches the process tells; a station that stops early has ended it itself.
      if (fault instanceof StationError && fault.code === 'SERVICE_UNAVAILABLE') return;
      listener.onFault(fault instanceof Error ? fault : unavailable());
    });
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  stop(): void {
    this.#watch.stop();
  }

  providerHealth(providerId: string): Promise<Pick<ProviderHealth, 'status' | 'detail'>> {
    return this.#ask(() => this.#peer.call('providerHealth', { providerId }));
  }

  async listCertificates(providerId: string): Promise<readonly CertificateDescriptor[]> {
    const { certificates } = await this.#ask(() => this.#peer.call('listCertificates', { providerId }));
    return certificates;
  }

  findKeys(providerId: string, thumbprint: string | null): Promise<FoundKeys> {
    return this.#ask(() => this.#peer.call('findKeys', { providerId, thumbprint }));
  }

  sign(operation: SignOperation): Promise<Uint8Array> {
    const { providerId, keyId, algorithm, dataToBeSigned, digest } = operation;
    const trace = callTrace();
    const asked = { providerId, keyId, algorithm, dataToBeSigned, digest, ...(trace !== undefined && { trace }) };
    return this.#ask(() => this.#peer.call('sign', asked));
  }

  pinFacts(providerId: string, thumbprint: string | null): Promise<PinFacts> {
    return this.#ask(() => this.#peer.call('pinFacts', { providerId, thumbprint }));
  }

  async enterPin(providerId: string, entry: PinEntry): Promise<FoundKeys['problem']> {
    const { problem } = await this.#ask(() => this.#peer.call('enterPin', { providerId, ...entry }));
    return problem;
  }

  async forgetPin(providerId: string): Promise<void> {
    await this.#ask(() => this.#peer.call('forgetPin', { providerId }));
  }

  async giveWay(providerId: string, seen: readonly SeenToken[] | null): Promise<boolean> {
    const asked = { providerId, seen: seen === null ? null : [...seen] };
    return (await this.#ask(() => this.#peer.call('giveWay', asked))).isWilling;
  }

  async #ask<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      await this.#configured;
      return await this.#watch.during(call);
    } catch (error) {
      // A link that closes is, for whoever wants to sign, a provider that is not there just now.
      if (error instanceof StationError && error.code === 'SERVICE_UNAVAILABLE') throw unavailable(error);
      throw error;
    }
  }
}

/** On a machine under load a process may take a while before it answers for the first time. */
const START_ALLOWANCE_MILLISECONDS = 20_000;

interface WatchOptions {
  readonly deadlineMilliseconds: number;
  readonly ping: () => Promise<unknown>;
  readonly giveUp: () => void;
}

/**
 * Notices a process that no longer runs its event loop: while calls are outstanding, something must be heard from it
 * within the deadline. A long queue of slow signatures is not a hang, as pings are answered between and during them.
 */
class Watch {
  readonly #options: WatchOptions;
  #outstanding = 0;
  #heardAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #hasStarted = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  async during<Result>(call: () => Promise<Result>): Promise<Result> {
    this.#outstanding++;
    if (this.#outstanding === 1) this.#start();
    try {
      return await call();
    } finally {
      this.#heard();
      this.#outstanding--;
      if (this.#outstanding === 0) this.#rest();
    }
  }

  giveUp(): void {
    if (this.#isOver) return;
    this.stop();
    this.#options.giveUp();
  }

  stop(): void {
    this.#isOver = true;
    this.#rest();
  }

  #start(): void {
    if (this.#isOver) return;
    this.#heardAt = performance.now();
    this.#timer = setInterval(() => this.#look(), this.#options.deadlineMilliseconds / 4);
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #heard(): void {
    this.#heardAt = performance.now();
    this.#hasStarted = true;
  }

  #look(): void {
    const patience = this.#hasStarted ? 0 : START_ALLOWANCE_MILLISECONDS;
    if (performance.now() - this.#heardAt >= Math.max(this.#options.deadlineMilliseconds, patience)) {
      this.giveUp();
      return;
    }
    void this.#options.ping().then(
      () => this.#heard(),
      () => undefined,
    );
  }
}

function unavailable(cause?: unknown): StationError {
  return new StationError('SIGNING_PROVIDER_UNAVAILABLE', tell('TOKEN_HOST_RESTARTING'), {
    kind: 'transient',
    waitReason: 'PROVIDER_RESTARTING',
    cause,
  });
}
