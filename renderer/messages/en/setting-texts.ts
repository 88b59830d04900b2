/** Words of the list of settings. */
export const settingTexts = {
  title: 'Configuration in force',
  lead: 'What this station works with, and where it was written. It is changed there and read at the next start.',
  show: 'Show the configuration',
  search: 'Look for a setting',
  changedOnly: 'Only what somebody set',
  none: 'No setting fits.',
  nothing: 'not set',
  shown: (shown: number, all: number): string => `${String(shown)} of ${String(all)} settings`,
  columns: { key: 'Setting', value: 'Value', origin: 'Written in' },
} as const;
