import type { FuzzTarget } from './fuzz-target.ts';
import type { Samples } from './samples.ts';

/** A reader of bytes that others wrote: how samples for it are made, and how it is set upon them. */
export interface FuzzedReader {
  readonly makeSamples: () => Samples | Promise<Samples>;
  readonly open: (samples: Samples) => FuzzTarget | Promise<FuzzTarget>;
}
