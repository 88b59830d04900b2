import { lasting, readStored, writeStored } from './stored.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'station.theme';

export interface ThemeChoice {
  current: Theme;
}

function storedTheme(): Theme {
  const stored = readStored(lasting, KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** The colours to show; set at once and remembered for the next start. */
export function createThemeChoice(): ThemeChoice {
  const stored = storedTheme();
  let current = $state<Theme>(stored);
  show(stored);
  return {
    get current() {
      return current;
    },
    set current(theme) {
      current = theme;
      show(theme);
      writeStored(lasting, KEY, theme === 'system' ? null : theme);
    },
  };
}
