import type * as english from '../en/setting-texts.ts';
import type { Texts } from '../texts.ts';
import { count, digits } from './count.ts';

/** Words of the list of settings. */
export const settingTexts: Texts<typeof english.settingTexts> = {
  title: 'Configuración en vigor',
  lead: 'Con qué trabaja esta estación y dónde está escrito. Se cambia allí y se lee en el próximo arranque.',
  show: 'Mostrar la configuración',
  search: 'Buscar un ajuste',
  changedOnly: 'Solo lo que alguien ha definido',
  none: 'Ningún ajuste coincide.',
  nothing: 'sin definir',
  shown: (shown, all) => `${digits(shown)} de ${count(all, 'ajuste', 'ajustes')}`,
  columns: { key: 'Ajuste', value: 'Valor', origin: 'Escrito en' },
};
