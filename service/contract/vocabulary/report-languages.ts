import { z } from 'zod';

/** The languages that a report is written in; those of the pages. */
export const REPORT_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export const ReportLanguage = z.enum(REPORT_LANGUAGES);
export type ReportLanguage = z.infer<typeof ReportLanguage>;
