/** Everything that the PIN window says, but for names of others, and what the station says of a refused PIN in its own sentences. */
export interface PinTexts {
  /** Of the window. */
  readonly title: string;
  /** A number of documents in words: `1 document`, `40 documents`. */
  readonly documents: (count: number) => string;
  readonly question: (count: number) => string;
  readonly onReader: (count: number) => string;
  readonly once: (count: number) => string;
  readonly single: string;
  readonly each: (count: number) => string;
  /** No login has shown yet whether the card wants a PIN for each. */
  readonly unknown: (count: number) => string;
  readonly signsWith: string;
  readonly token: string;
  readonly noToken: string;
  readonly whatIsSigned: string;
  readonly behind: (count: number) => string;
  readonly givenBy: (caller: string) => string;
  /** Of the PIN; the same number twice where it has one length only. */
  readonly length: (min: number, max: number) => string;
  readonly bytes: (count: number) => string;
  /** Of 1,024 bytes and its powers. */
  readonly sizes: readonly string[];
  readonly empty: string;
  readonly tooShort: string;
  readonly tooLong: string;
  readonly fewTries: string;
  readonly lastTry: string;
  readonly locked: string;
  readonly keep: string;
  readonly cannotKeep: string;
  readonly sign: string;
  readonly haveReaderAsk: string;
  readonly later: string;
  readonly close: string;
  readonly doNotSign: string;
  readonly cancelForGood: string;
  readonly useLastTry: string;
  readonly goBack: string;
  readonly isLastTryMeant: string;
  readonly nothingWaits: string;
  readonly atReader: string;
  readonly asksFor: (count: number) => string;
  readonly closeWindow: string;
  readonly timeOver: string;
  readonly readerGaveUp: string;
}
