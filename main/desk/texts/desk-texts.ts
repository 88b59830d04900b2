/** A notification: names of documents stay out of it. */
export interface Notice {
  readonly title: string;
  readonly body: string;
}

/** What the desktop program says outside its window, in one language. */
export interface DeskTexts {
  readonly open: string;
  readonly showLogs: string;
  readonly copyReport: string;
  readonly forgetPins: string;
  readonly startAtLogin: string;
  readonly quit: string;
  /** Beside the tray's icon: so much waits for somebody. */
  readonly waits: (documents: number) => string;
  /** Beside the tray's icon: so much is being signed. */
  readonly inProgress: (documents: number) => string;
  /** A program asks for signatures and the window is not in front. */
  readonly forApproval: (documents: number) => Notice;
  /** Everything is done. */
  readonly signed: (documents: number) => Notice;
  /** Everything is done, and so many documents could not be signed; others were. */
  readonly failed: (documents: number, signed: number) => Notice;
}
