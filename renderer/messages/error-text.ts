/** A fault in words: what happened, and what to do. */
export interface ErrorText {
  readonly title: string;
  readonly advice: string;
}
