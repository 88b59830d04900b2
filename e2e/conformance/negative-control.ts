import type { SignedFile } from './judges/judge.ts';

/** A file with what each judge has to say of it. */
export interface Control {
  readonly what: string;
  readonly file: SignedFile;
  /** By judge: the words of the refusal that is due; null where it has to pass. Judges not named are not asked. */
  readonly expected: Readonly<Record<string, RegExp | null>>;
}
