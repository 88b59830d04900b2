/** What all requests want to be signed: it can be told apart from everything else on a line. */
export const DOCUMENT = Buffer.from('Pay 100 to Alice.\n');
