import type { ModuleProbe } from '../token-host/doctor-protocol.ts';
import type { SeenToken } from '../token-host/protocol.ts';
import type { TokenHostClient } from '../token-host/token-host-client.ts';

export interface FreshLookOptions {
  readonly client: () => Pick<TokenHostClient, 'giveWay'> | undefined;
  /** Loads the module in a process of its own. */
  readonly probe: () => Promise<ModuleProbe>;
  /** Ends the token-host, which has given way: the next one is started at once. */
  readonly replace: (providerId: string) => void;
}

export interface FreshLook {
  /** Somebody wants a key of the provider, and its token is not seen. */
  missed(providerId: string): void;
  stop(): void;
}

const FIRST_LOOK_MILLISECONDS = 2_000;
const MAX_LOOK_MILLISECONDS = 60_000;
/** Jobs that wait ask every minute; when nobody has asked for longer, nobody waits. */
const PATIENCE_MILLISECONDS = 150_000;

/**
 * Looks for tokens that are missed and that the running token-host does not see: some modules see a token that was gone
 * only once they are initialised anew. A fresh process looks, ever more seldom, and only where it sees the token does the
 * running one give way to another. Nothing in here logs in.
 */
export function startFreshLook(options: FreshLookOptions): FreshLook {
  return new ModuleFreshLook(options);
}

class ModuleFreshLook implements FreshLook {
  readonly #options: FreshLookOptions;
  /** When each provider was last asked for in vain. */
  readonly #missed = new Map<string, number>();
  #interval = FIRST_LOOK_MILLISECONDS;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: FreshLookOptions) {
    this.#options = options;
  }

  missed(providerId: string): void {
    this.#missed.set(providerId, performance.now());
    this.#plan();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #plan(): void {
    if (this.#isStopped || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      void this.#look().finally(() => {
        this.#timer = undefined;
        if (this.#missed.size > 0) this.#plan();
        else this.#interval = FIRST_LOOK_MILLISECONDS;
      });
    }, this.#interval).unref();
    this.#interval = Math.min(MAX_LOOK_MILLISECONDS, this.#interval * 2);
  }

  async #look(): Promise<void> {
    const longAgo = performance.now() - PATIENCE_MILLISECONDS;
    const waiting: string[] = [];
    for (const [providerId, at] of this.#missed) {
      if (at < longAgo) this.#missed.delete(providerId);
      else if (await this.#isWilling(providerId, null)) waiting.push(providerId);
    }
    if (waiting.length === 0 || this.#isStopped) return;
    const { slots } = await this.#options.probe();
    const seen = slots.flatMap(({ slotId, token }): SeenToken[] => {
      if (token === null) return [];
      const { label, serial, flags } = token;
      return [{ slotId, label, serial, isInitialized: flags.includes('TOKEN_INITIALIZED') }];
    });
    for (const providerId of waiting) {
      if (!(await this.#isWilling(providerId, seen))) continue;
      this.#options.replace(providerId);
      return;
    }
  }

  /** Not where there is no process, or where it ends meanwhile: a fresh one comes by itself. */
  async #isWilling(providerId: string, seen: readonly SeenToken[] | null): Promise<boolean> {
    try {
      return (await this.#options.client()?.giveWay(providerId, seen)) === true;
    } catch {
      return false;
    }
  }
}
