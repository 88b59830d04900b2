import type { PageTexts } from '../page-texts.ts';
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

/** As the English ones in `english.ts`. */
export const texts: PageTexts = {
  formatting: formattingTexts,
  product: 'Signing Station',
  skipToContent: 'Zum Inhalt springen',
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
  errorCode: (code) => `Code ${code}`,
  trace: (id) => `Spur ${id}`,
};
