import type { FaultKind } from '../../../main/ipc/fault-messages.ts';

/** Everything that the page of a failure says, but for the reason that the program gives. */
export interface FaultTexts {
  readonly kinds: Readonly<Record<FaultKind, { readonly title: string; readonly lead: string }>>;
  /** What becomes of documents. */
  readonly kept: string;
  readonly again: string;
  readonly page: string;
  readonly report: string;
  readonly logs: string;
  readonly quit: string;
  readonly opened: string;
  readonly copied: string;
  readonly failed: string;
  readonly ending: string;
}
