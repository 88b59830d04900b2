import type * as english from '../en/desk-texts.ts';
import type { Texts } from '../texts.ts';

/** What the pages say in the desktop program alone. */
export const deskTexts: Texts<typeof english.deskTexts> = {
  saveIn: 'Enregistrer dans un dossier …',
  dragOut: 'Faire glisser vers un autre programme ou un dossier',
};
