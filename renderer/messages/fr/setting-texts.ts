import type * as english from '../en/setting-texts.ts';
import type { Texts } from '../texts.ts';
import { count, digits } from './count.ts';

/** Words of the list of settings. */
export const settingTexts: Texts<typeof english.settingTexts> = {
  title: 'Configuration en vigueur',
  lead: 'Avec quoi cette station travaille, et où c’est écrit. On la change là, elle est lue au prochain démarrage.',
  show: 'Afficher la configuration',
  search: 'Chercher un paramètre',
  changedOnly: 'Seulement ce que quelqu’un a défini',
  none: 'Aucun paramètre ne correspond.',
  nothing: 'non défini',
  shown: (shown, all) => `${digits(shown)} sur ${count(all, 'paramètre', 'paramètres')}`,
  columns: { key: 'Paramètre', value: 'Valeur', origin: 'Écrit dans' },
};
