import { z } from 'zod';

export const Sentence = z.object({
  code: z.string().describe('Stable name of the sentence; there may be new ones, for which the English words stand'),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])).describe('What stands in it, by its name'),
});
/** A sentence of the station as a code and what stands in it, for whoever words it in another language. */
export type Sentence = z.infer<typeof Sentence>;

/** A sentence with its English words, as the place says it that makes it. */
export interface Told {
  readonly sentence: Sentence;
  readonly english: string;
}

/** A sentence as a failure keeps it. */
export function recorded({ english, sentence }: Told): {
  readonly errorMessage: string;
  readonly errorSentence: Sentence;
} {
  return { errorMessage: english, errorSentence: sentence };
}
