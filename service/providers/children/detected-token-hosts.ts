import type { ModuleCandidate } from '../../contract/http/diagnosis.ts';
import { launchDoctor, probeModule, type DoctorProcess, type DoctorProcesses } from '../diagnosis/doctor-process.ts';
import { isDetectable } from '../diagnosis/facts.ts';
import { TOPIC_USB_CHANGED } from '../token-host/doctor-protocol.ts';
import type { TokenEntry } from '../token-host/protocol.ts';
import type { Logger } from '../../telemetry/logger.ts';

export interface DetectionOptions {
  /** The provider whose modules are detected. */
  readonly entry: TokenEntry;
  readonly processes: DoctorProcesses;
  /** Starts a token-host for the module in `entry`; `order` is its place among them, the first being asked first. */
  readonly startHost: (entry: TokenEntry, order: number) => void;
  readonly logger: Logger;
}

export interface Detection {
  /** What to tell while no module works. */
  absence(): string;
  stop(): void;
}

/** New middleware is looked for this often, and at once when something is plugged in or out. */
const LOOK_MILLISECONDS = 10_000;
/** A driver that is being installed, or a module that failed while its token was pulled out, gets another chance. */
const RETRY_MILLISECONDS = 60_000;
const USB_SETTLE_MILLISECONDS = 500;

const DEVICES_PATIENCE = { timeoutMilliseconds: 10_000 };

const LOOKING = 'Smart card middleware is being looked for.';
const NOTHING_FOUND = 'No smart card middleware was found: install the software of the card. The diagnosis says more.';

/**
 * Finds modules and starts a token-host for each that works, whether or not a token is in: from then on the token-host
 * itself notices tokens within its polling interval. Modules are loaded by probes first, so that one that crashes or
 * hangs never gets a token-host. A module that works stays for as long as the station runs.
 */
export function detectTokenHosts(options: DetectionOptions): Detection {
  const detection = new ModuleDetection(options);
  detection.start();
  return detection;
}

class ModuleDetection implements Detection {
  readonly #options: DetectionOptions;
  readonly #working = new Set<string>();
  readonly #retryAt = new Map<string, number>();
  #watcher: DoctorProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #absence = LOOKING;
  #isStopped = false;

  constructor(options: DetectionOptions) {
    this.#options = options;
  }

  start(): void {
    void this.#look();
  }

  absence(): string {
    return this.#absence;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#watcher?.end();
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#isStopped) return;
    this.#isLooking = true;
    clearTimeout(this.#timer);
    try {
      const { candidates } = await this.#watch().peer.call('candidates', { configuredPath: null });
      for (const [order, candidate] of candidates.entries()) {
        if (this.#isWorthTrying(candidate)) await this.#try(candidate, order);
      }
      if (this.#working.size === 0) this.#absence = await this.#explainAbsence();
    } catch {
      // The process that looks has died; the next look starts another.
    }
    this.#isLooking = false;
    this.#lookLater(LOOK_MILLISECONDS);
  }

  /** A token that is plugged in says what is missing. */
  async #explainAbsence(): Promise<string> {
    const { usbDevices, readers } = await this.#watch().peer.call('devices', {}, DEVICES_PATIENCE);
    const names = (usbDevices ?? []).filter(({ kind }) => kind === 'token');
    const [plugged] = [...names, ...(readers ?? []).map((each) => ({ ...each, name: each.card ?? each.name }))].filter(
      ({ products }) => products.length > 0,
    );
    if (plugged === undefined) return NOTHING_FOUND;
    return `${plugged.name} is plugged in and its software is missing: install ${plugged.products.join(' or ')}.`;
  }

  #lookLater(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#look(), milliseconds);
  }

  /** The process that lists modules and watches the USB; it loads none of them. */
  #watch(): DoctorProcess {
    if (this.#watcher !== undefined) return this.#watcher;
    const watcher = launchDoctor(this.#options.processes, this.#options.processes.environment);
    this.#watcher = watcher;
    watcher.peer.onNotification(TOPIC_USB_CHANGED, () => {
      if (!this.#isLooking) this.#lookLater(USB_SETTLE_MILLISECONDS);
    });
    watcher.peer.call('watchUsb', {}).catch(() => undefined);
    void watcher.exited.then(() => {
      if (this.#watcher === watcher) this.#watcher = undefined;
    });
    return watcher;
  }

  #isWorthTrying(candidate: ModuleCandidate): boolean {
    if (candidate.outcome !== 'ready' || !isDetectable(candidate) || this.#working.has(candidate.path)) return false;
    return performance.now() >= (this.#retryAt.get(candidate.path) ?? 0);
  }

  async #try(candidate: ModuleCandidate, order: number): Promise<void> {
    const { entry, processes, startHost, logger } = this.#options;
    const { outcome, detail } = await probeModule(processes, candidate.path);
    if (this.#isStopped) return;
    const isFirstTry = !this.#retryAt.has(candidate.path);
    const fields = { providerId: entry.id, path: candidate.path, state: outcome, reason: detail };
    if (outcome !== 'ready') {
      this.#retryAt.set(candidate.path, performance.now() + RETRY_MILLISECONDS);
      if (isFirstTry) logger.warn('A smart card module was found that does not work.', fields);
      return;
    }
    this.#working.add(candidate.path);
    logger.info('A smart card module was found.', fields);
    startHost({ ...entry, modulePath: candidate.path, pinScope: `detected|${entry.id}` }, order);
  }
}
