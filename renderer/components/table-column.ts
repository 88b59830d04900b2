/** A column of a virtual table. */
export interface TableColumn {
  readonly label: string;
  /** CSS width of the column; the first column without one takes the rest. */
  readonly width?: string;
  /** Left out on narrow windows (`minor`), or already on ordinary ones (`extra`). */
  readonly rank?: 'minor' | 'extra';
}
