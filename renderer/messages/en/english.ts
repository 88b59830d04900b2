import { batchTexts } from './batch-texts.ts';
import { areaTexts, errorTexts, faultTexts } from './error-texts.ts';
import {
  actionTexts,
  demoTexts,
  formattingTexts,
  navigationTexts,
  notFoundTexts,
  tableTexts,
  toastTexts,
} from './frame-texts.ts';
import { certificateTexts, providerTexts } from './provider-texts.ts';
import { signTexts } from './sign-texts.ts';
import { reportTexts } from './report-texts.ts';
import { viewerTexts } from './viewer-texts.ts';
import { vocabularyTexts } from './vocabulary-texts.ts';

/** The texts that are there before the first page is; all other languages have the shape of these. */
export const texts = {
  formatting: formattingTexts,
  product: 'Signing Station',
  skipToContent: 'Skip to content',
  navigation: navigationTexts,
  actions: actionTexts,
  ...vocabularyTexts,
  demo: demoTexts,
  sign: signTexts,
  batches: batchTexts,
  viewer: viewerTexts,
  certificates: certificateTexts,
  providers: providerTexts,
  table: tableTexts,
  report: reportTexts,
  toasts: toastTexts,
  notFound: notFoundTexts,
  errors: errorTexts,
  failureAreas: areaTexts,
  faults: faultTexts,
  errorCode: (code: string): string => `Code ${code}`,
  trace: (id: string): string => `Trace ${id}`,
} as const;
