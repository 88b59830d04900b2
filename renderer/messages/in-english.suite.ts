// Imported first by tests of modules that use texts, as the page loads them before anything else.
import { texts } from './en/english.ts';
import { texts as later } from './en/english-later.ts';
import { showLaterTexts, showTexts } from './messages.ts';

showTexts(texts);
showLaterTexts(later);
