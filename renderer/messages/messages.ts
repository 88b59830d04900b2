import type { LaterTexts, PageTexts } from './page-texts.ts';

/**
 * The texts in the language of the page. They are set before anything that shows them is loaded, and never again: another
 * language is shown by loading the page anew.
 */
export let text: PageTexts;

/** Texts that come with the first page that is not the one for signing. */
export let laterText: LaterTexts;

/** Sets the texts of the page, once. */
export function showTexts(texts: PageTexts): void {
  text = texts;
}

/** Sets the texts of all pages but the first, once. */
export function showLaterTexts(texts: LaterTexts): void {
  laterText = texts;
}
