import type { SentenceTexts } from '../../sentence-texts.ts';
import { accessSentences } from './access-sentences.ts';
import { orderSentences } from './order-sentences.ts';
import { signingSentences } from './signing-sentences.ts';
import { storedSentences } from './stored-sentences.ts';
import { tokenSentences } from './token-sentences.ts';

/** What the station says, in this language. */
export const sentences: SentenceTexts = {
  ...accessSentences,
  ...orderSentences,
  ...storedSentences,
  ...signingSentences,
  ...tokenSentences,
};
