import type { ParametersOf, SentenceCode } from '../../service/contract/vocabulary/sentences/sentences.ts';

/** A family of the station's sentences in another language: the same codes and parameters. */
export type SentencesOf<English> = {
  readonly [Code in keyof English]: English[Code] extends (...parameters: infer Given) => string
    ? (...parameters: Given) => string
    : never;
};

/** All of the station's sentences in another language: what misses one, or has one too many, does not compile. */
export type SentenceTexts = {
  readonly [Code in SentenceCode]: (...parameters: ParametersOf<Code>) => string;
};
