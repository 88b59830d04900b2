/** One line of a list of facts. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Shown in a fixed-width face with a copy button. */
  readonly isCode?: boolean;
  readonly href?: string;
}
