import { setFlagsFromString } from 'node:v8';

const GROWTH = '--semi-space-growth-factor=';
/** V8's own. */
const ORDINARY = 2;

/**
 * Imported for what it does, before all else that a process imports. While the imports are evaluated, its room for young
 * objects grows by more than doubling: what they make is kept or is garbage a moment later, and looking through it again and
 * again, with every thread that there is, takes a sixteenth of that time. From the first turn of the event loop on it grows
 * as usual, since a large room costs memory while uploads pass.
 */
setFlagsFromString(`${GROWTH}8`);
setImmediate(() => setFlagsFromString(`${GROWTH}${String(ORDINARY)}`));
