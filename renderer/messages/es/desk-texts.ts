import type * as english from '../en/desk-texts.ts';
import type { Texts } from '../texts.ts';

/** What the pages say in the desktop program alone. */
export const deskTexts: Texts<typeof english.deskTexts> = {
  saveIn: 'Guardar en una carpeta …',
  dragOut: 'Arrastrar a otro programa o a una carpeta',
};
