/** A request that is being taken in: its files are about to be stored, and no row knows of them yet. */
export interface MarkedAcceptance {
  readonly tenantId: string;
  readonly signatureId: string;
  /** Where its files go. */
  readonly keys: readonly string[];
}

/**
 * What a station is taking in, kept where its next life finds it: files whose acceptance was cut off are in nobody's
 * row, and without a mark nobody could tell them from those of a database that was restored from a copy.
 */
export interface AcceptanceMarks {
  /** Before anything is stored. Resolves when the mark is on disk; rejects when it cannot be. */
  begin(acceptance: MarkedAcceptance): Promise<void>;
  /** It was accepted, or nothing of it is left. */
  end(signatureId: string): void;
  /** What earlier lives of this station have begun and not ended, as it was when this one began. */
  cutOff(): readonly MarkedAcceptance[];
  /** All that was cut off has been looked after. */
  forgetCutOff(): Promise<void>;
  close(): void;
}
