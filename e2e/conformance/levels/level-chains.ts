import {
  FORMAT_PACKAGINGS,
  SIGNATURE_FORMATS,
  type Packaging,
  type SignatureFormat,
} from '../../../service/contract/vocabulary/signature-formats.ts';

/** Keys of the test PKI; Ed25519 last, so that a sample has it where few judges fail on it. */
export const LEVEL_KEYS = ['rsa-2048', 'p-256', 'rsa-pss', 'p-384', 'rsa-4096', 'p-521', 'ed25519'] as const;
export type LevelKey = (typeof LEVEL_KEYS)[number];

/** One signature that is raised step by step. */
export interface LevelChain {
  readonly format: SignatureFormat;
  readonly packaging: Packaging | null;
  readonly key: LevelKey;
}

/** Every packaging with every key, or a sample in which each packaging has two keys and each key two packagings. */
export function levelChains(extent: 'sample' | 'all'): LevelChain[] {
  const kinds = SIGNATURE_FORMATS.flatMap((format) => {
    const packagings: readonly (Packaging | null)[] = FORMAT_PACKAGINGS[format];
    return (packagings.length === 0 ? [null] : packagings).map((packaging) => ({ format, packaging }));
  });
  return kinds.flatMap((kind, index) =>
    LEVEL_KEYS.filter((_, number) => {
      return extent === 'all' || number === index % LEVEL_KEYS.length || number === (index + 3) % LEVEL_KEYS.length;
    }).map((key) => ({ ...kind, key })),
  );
}
