/** What the program tells the preload script of the main window. */
export const MAIN_CHANNELS = { show: 'main:show', files: 'main:files' } as const;
