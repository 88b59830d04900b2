import type PinSentence from '../../components/PinSentence.svelte';
import { loadPinWords, type PinTexts } from '../../messages/pin-words.ts';
import { loadStampWords } from '../../messages/stamp-words.ts';
import { pageLanguage } from '../../state/language.ts';
import type BatchProgress from './BatchProgress.svelte';
import type MoreOptions from './MoreOptions.svelte';
import type RowFailure from './RowFailure.svelte';
import type SignedAlready from './SignedAlready.svelte';
import type StampDetails from './StampDetails.svelte';
import type StampOfDocument from './StampOfDocument.svelte';
import type StampPlacing from './StampPlacing.svelte';

type Loaded<Part> = Promise<{ readonly default: Part }>;

/** The progress of all documents together, with what stops it. */
export const batchProgress = (): Loaded<typeof BatchProgress> => import('./BatchProgress.svelte');
/** How the PIN is asked for, with the words for it. */
export async function pinSentence(): Promise<{ readonly default: typeof PinSentence; readonly words: PinTexts }> {
  const [part, words] = await Promise.all([
    import('../../components/PinSentence.svelte'),
    loadPinWords(pageLanguage()),
  ]);
  return { ...part, words };
}
/** Why a document was not signed. */
export const rowFailure = (): Loaded<typeof RowFailure> => import('./RowFailure.svelte');
/** Who has signed a document before. */
export const signedAlready = (): Loaded<typeof SignedAlready> => import('./SignedAlready.svelte');
export const moreOptions = (): Loaded<typeof MoreOptions> => import('./MoreOptions.svelte');
export const stampDetails = (): Loaded<typeof StampDetails> => withStampWords(import('./StampDetails.svelte'));
export const stampOfDocument = (): Loaded<typeof StampOfDocument> => withStampWords(import('./StampOfDocument.svelte'));
/** The window in which the place of a stamp is chosen. */
export const stampPlacing = (): Loaded<typeof StampPlacing> => withStampWords(import('./StampPlacing.svelte'));

/**
 * Brings what a batch needs while it is signed, so that it is there when the station is not. What cannot be had is asked for
 * again where it is to be shown, and said there.
 */
export async function prepareForSigning(): Promise<void> {
  await Promise.allSettled([batchProgress(), rowFailure(), signedAlready()]);
}

async function withStampWords<Part>(part: Promise<Part>): Promise<Part> {
  const [loaded] = await Promise.all([part, loadStampWords(pageLanguage())]);
  return loaded;
}
