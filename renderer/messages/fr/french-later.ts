import type { LaterTexts } from '../page-texts.ts';
import { beginTexts } from './begin-texts.ts';
import { apiKeyTexts } from './api-key-texts.ts';
import { auditTexts, dashboardTexts, documentTexts, jobTexts, orderTexts } from './console-texts.ts';
import { deskTexts } from './desk-texts.ts';
import { diagnosisBackgrounds, diagnosisHeadlines } from './diagnosis-headline-texts.ts';
import { diagnosisTexts } from './diagnosis-texts.ts';
import { evidenceTexts } from './evidence-texts.ts';
import { pinTexts } from './pin-texts.ts';
import { processTexts } from './process-texts.ts';
import { certificatePageTexts, providerPageTexts } from './provider-page-texts.ts';
import { fallbackCure, reasonCureTexts } from './reason-cure-texts.ts';
import { reasonTexts } from './reason-texts.ts';
import { reviewTexts } from './review-texts.ts';
import { settingsTexts } from './settings-texts.ts';
import { settingTexts } from './setting-texts.ts';
import { signatureTexts } from './signature-texts.ts';
import { stationTexts } from './station-texts.ts';
import { handOverTexts, timeTexts, verifyTexts } from './verification-texts.ts';
import { unsignedTexts } from './unsigned-texts.ts';

/** As the English ones in `english-later.ts`. */
export const texts: LaterTexts = {
  begin: beginTexts,
  reasons: reasonTexts,
  cures: reasonCureTexts,
  fallbackCure,
  diagnosisHeadlines,
  diagnosisBackgrounds,
  diagnosis: diagnosisTexts,
  evidence: evidenceTexts,
  stations: stationTexts,
  pin: pinTexts,
  certificates: certificatePageTexts,
  providers: providerPageTexts,
  processes: processTexts,
  settings: settingsTexts,
  configuration: settingTexts,
  review: reviewTexts,
  verify: verifyTexts,
  handOver: handOverTexts,
  times: timeTexts,
  dashboard: dashboardTexts,
  documents: documentTexts,
  signature: signatureTexts,
  desk: deskTexts,
  apiKeys: apiKeyTexts,
  jobs: jobTexts,
  order: orderTexts,
  unsigned: unsignedTexts,
  audit: auditTexts,
};
