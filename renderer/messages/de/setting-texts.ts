import type * as english from '../en/setting-texts.ts';
import type { Texts } from '../texts.ts';
import { digits } from './count.ts';

/** Words of the list of settings. */
export const settingTexts: Texts<typeof english.settingTexts> = {
  title: 'Geltende Konfiguration',
  lead: 'Womit diese Station arbeitet und wo es steht. Geändert wird es dort und beim nächsten Start gelesen.',
  show: 'Konfiguration zeigen',
  search: 'Einstellung suchen',
  changedOnly: 'Nur was jemand gesetzt hat',
  none: 'Keine Einstellung passt.',
  nothing: 'nicht gesetzt',
  shown: (shown, all) => `${digits(shown)} von ${digits(all)} Einstellungen`,
  columns: { key: 'Einstellung', value: 'Wert', origin: 'Steht in' },
};
