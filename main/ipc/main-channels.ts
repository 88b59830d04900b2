/** What the program tells the preload script of the main window; the page itself sends nothing. */
export const MAIN_CHANNELS = { show: 'main:show', files: 'main:files' } as const;
