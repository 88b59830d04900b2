/** What the station's page may ask of the program; the program answers and asks nothing this way. */
export const DESK_CHANNELS = { folder: 'desk:folder', stage: 'desk:stage', drag: 'desk:drag' } as const;
