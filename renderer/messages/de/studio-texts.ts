import type * as english from '../en/studio-texts.ts';
import type { Texts } from '../texts.ts';

export const studioTexts: Texts<typeof english.studioTexts> = {
  title: 'Stempel platzieren',
  hint: 'Ziehen Sie den Stempel, drücken Sie auf seine Stelle, oder bewegen Sie ihn mit den Pfeiltasten: Umschalt für größere Schritte, Alt für seine Größe. Er ist gezeichnet, wie er signiert wird; nur seine Zeit wird eine andere sein.',
  unsure: 'Ein Teil dieser Seite ließ sich nicht durchsehen: Sehen Sie selbst nach, dass der Stempel nichts verdeckt.',
  last: 'Letzte Seite, wie viele es auch sind',
  stamp: 'Stempel',
  snap: 'An freie Stelle rücken',
  choose: 'Hier platzieren',
  close: 'Ohne Änderung schließen',
  position: (x, y, width, height) =>
    `${String(x)} mm von links, ${String(y)} mm von unten, ${String(width)} × ${String(height)} mm.`,
  clashes: {
    outside: 'Er steht nicht ganz auf der Seite.',
    stamp: 'Er liegt über einem älteren Stempel; das lehnt die Station ab.',
    field: 'Er liegt über einem Formularfeld; das lehnt die Station ab.',
    signed: 'Er verdeckt, was schon signiert ist; das lehnt die Station ab.',
    contents: 'Er liegt über Text oder einem Bild der Seite.',
    small: 'Er ist zu klein für das, was er sagt; das lehnt die Station ab.',
    other: 'Die Station lehnt diese Stelle ab.',
  },
  stampPlace: 'Stelle auf der Seite wählen',
  stampPlacedOn: (page) => `An der gewählten Stelle von Seite ${String(page)}, auf jedem PDF dieses Stapels.`,
  stampPlacedOnLast: 'An der gewählten Stelle der letzten Seite, auf jedem PDF dieses Stapels.',
  stampAnywhere: 'Die Station eine Stelle finden lassen',
};
