import { kinds, type Kind } from '../kinds.ts';

/** Keys of the test PKI; Ed25519 last, so that a sample has it where few judges fail on it. */
export const LEVEL_KEYS = ['rsa-2048', 'p-256', 'rsa-pss', 'p-384', 'rsa-4096', 'p-521', 'ed25519'] as const;
export type LevelKey = (typeof LEVEL_KEYS)[number];

/** One signature that is raised step by step. */
export interface LevelChain extends Kind {
  readonly key: LevelKey;
}

/** Every kind with every key, or a sample in which each kind has two keys and each key two kinds. */
export function levelChains(extent: 'sample' | 'all'): LevelChain[] {
  return kinds().flatMap((kind, index) =>
    LEVEL_KEYS.filter((_, number) => {
      return extent === 'all' || number === index % LEVEL_KEYS.length || number === (index + 3) % LEVEL_KEYS.length;
    }).map((key) => ({ ...kind, key })),
  );
}
