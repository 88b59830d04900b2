import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { WantedEvidence } from '../verification.ts';

/** More chains than the signatures of one document need to be judged; the rest is judged by what is at hand. */
const MAX_CHAINS = 20;

/**
 * Chains whose path or revocation the evidence at hand left open, so that whoever may ask for more knows what to ask
 * for. Collected over one document.
 */
export class UnansweredQuestions {
  readonly #chains = new Map<string, WantedEvidence>();

  add(chain: readonly Certificate[], at: Date): void {
    const key = [...chain.map(({ sha256Thumbprint }) => sha256Thumbprint), at.getTime()].join(' ');
    if (this.#chains.size < MAX_CHAINS) this.#chains.set(key, { certificates: chain.map(({ der }) => der), at });
  }

  /** Answers and forgets them. */
  take(): readonly WantedEvidence[] {
    const chains = [...this.#chains.values()];
    this.#chains.clear();
    return chains;
  }
}
