/** Channels between the PIN window and the program; the page asks, the program answers, and never the other way round. */
export const PIN_CHANNELS = { question: 'pin:question', answer: 'pin:answer' } as const;
