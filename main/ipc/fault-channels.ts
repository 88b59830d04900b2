/** Channels between the page of a failure and the program; the page asks, the program answers, never the other way round. */
export const FAULT_CHANNELS = { view: 'fault:view', act: 'fault:act' } as const;
