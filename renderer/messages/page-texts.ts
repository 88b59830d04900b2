import type { texts as english } from './en/english.ts';
import type { texts as englishLater } from './en/english-later.ts';
import type { Texts } from './texts.ts';

/** Texts of the page, in any language. */
export type PageTexts = Texts<typeof english>;
/** Texts that come later, in any language. */
export type LaterTexts = Texts<typeof englishLater>;
