import type { HandOver } from '../contract/http/hand-over.ts';
import type { ReportLanguage } from '../contract/vocabulary/report-languages.ts';

/** A report to hand over. */
export interface MadeReport {
  readonly fileName: string;
  /** A PDF. */
  readonly bytes: Uint8Array;
}

/** The port by which reports are drawn: of several files one, with a summary first. */
export type DrawReport = (sheets: readonly HandOver[], language: ReportLanguage) => Promise<MadeReport>;
