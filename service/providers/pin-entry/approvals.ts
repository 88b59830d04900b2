import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';
import type { SigningDevice } from '../providers.ts';

/** What was approved is for now: whoever comes back from lunch is asked again, whatever else was approved meanwhile. */
const VALID_MILLISECONDS = 15 * 60_000;

/**
 * Which requests a person has approved by entering the PIN, in memory only. One entry stands for one signature: it is
 * used up when the device has made it.
 */
export class Approvals {
  /** By provider, and by request: what ends the approval. */
  readonly #approved = new Map<string, Map<string, NodeJS.Timeout>>();
  /** How many PINs are being entered at a provider. */
  readonly #entering = new Map<string, number>();
  readonly #onOver: (providerId: string) => void;

  /** `onOver`: nothing is approved at that provider any more, so that its PIN is of no use. */
  constructor(onOver: (providerId: string) => void) {
    this.#onOver = onOver;
  }

  approve(providerId: string, requestIds: readonly string[]): void {
    const approved = this.#approved.get(providerId) ?? new Map<string, NodeJS.Timeout>();
    for (const id of requestIds) {
      clearTimeout(approved.get(id));
      approved.set(id, setTimeout(() => this.used(providerId, id), VALID_MILLISECONDS).unref());
    }
    if (approved.size > 0) this.#approved.set(providerId, approved);
  }

  /** Ends every other approval at that provider. Its PIN is not called useless: one is about to be entered. */
  keepOnly(providerId: string, requestIds: readonly string[]): void {
    const approved = this.#approved.get(providerId);
    for (const [id, timer] of approved ?? []) {
      if (requestIds.includes(id)) continue;
      clearTimeout(timer);
      approved?.delete(id);
    }
    if (approved?.size === 0) this.#approved.delete(providerId);
  }

  has(providerId: string, requestId: string | undefined): boolean {
    return requestId !== undefined && this.#approved.get(providerId)?.has(requestId) === true;
  }

  used(providerId: string, requestId: string): void {
    const approved = this.#approved.get(providerId);
    clearTimeout(approved?.get(requestId));
    if (approved?.delete(requestId) !== true || approved.size > 0) return;
    if (this.#entering.has(providerId)) this.#approved.delete(providerId);
    else this.withdraw(providerId);
  }

  /**
   * Runs `enter`, which enters a PIN and approves what it is for: the last of the earlier approvals, when it is used up
   * meanwhile, does not take that PIN away.
   */
  async whileEntering<Result>(providerId: string, enter: () => Promise<Result>): Promise<Result> {
    this.#entering.set(providerId, (this.#entering.get(providerId) ?? 0) + 1);
    try {
      return await enter();
    } finally {
      const others = (this.#entering.get(providerId) ?? 1) - 1;
      if (others > 0) this.#entering.set(providerId, others);
      else {
        this.#entering.delete(providerId);
        if (!this.#approved.has(providerId)) this.#onOver(providerId);
      }
    }
  }

  withdraw(providerId: string): void {
    for (const timer of this.#approved.get(providerId)?.values() ?? []) clearTimeout(timer);
    if (this.#approved.delete(providerId)) this.#onOver(providerId);
  }
}

/**
 * The same device, signing with the PIN of a person only what that person approved: a PIN that was entered for one
 * document does not open the card for whoever sends the next one meanwhile. Others wait with PIN_ASKED.
 */
export function approvedOnlyDevice(
  device: SigningDevice,
  approvals: Pick<Approvals, 'has' | 'used'>,
  asks: (providerId: string) => boolean,
): SigningDevice {
  return {
    selectKey: (selection) => device.selectKey(selection),
    async sign(operation) {
      const { providerId, requestId } = operation;
      if (!asks(providerId)) return device.sign(operation);
      if (requestId === undefined || !approvals.has(providerId, requestId)) throw notApproved();
      const value = await device.sign(operation);
      approvals.used(providerId, requestId);
      return value;
    },
  };
}

/** What a document waits with whose approval is over, or never was. */
export function notApproved(): StationError {
  return new StationError('SIGNING_OPERATION_FAILED', tell('PIN_NOT_ENTERED_FOR_DOCUMENT'), {
    ...{ kind: 'permanent', area: 'pin', waitReason: 'PIN_ASKED' },
  });
}
