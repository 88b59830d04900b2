import { z } from 'zod';

/**
 * How the PIN of a key is asked for, as far as it is known before something is signed.
 * - `none`: the key wants none.
 * - `stored`: nobody is asked; the station keeps the PIN or password and signs unattended.
 * - `reader`: at the keys of the reader.
 * - `batch`: a person enters it, once for the documents that are agreed to together.
 * - `document`: a person enters it for each document, which is the card's rule.
 * - `person`: a person enters it; only a login shows whether the card wants it for each document.
 */
export const PIN_PROMPTS = ['none', 'stored', 'reader', 'batch', 'document', 'person'] as const;
export const PinPrompt = z.enum(PIN_PROMPTS);
export type PinPrompt = z.infer<typeof PinPrompt>;
