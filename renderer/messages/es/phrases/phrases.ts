import type { PhraseTexts } from '../../phrase-texts.ts';
import { addingPhrases } from './adding-phrases.ts';
import { asn1Phrases } from './asn1-phrases.ts';
import { callPhrases } from './call-phrases.ts';
import { changePhrases } from './change-phrases.ts';
import { cmsPhrases } from './cms-phrases.ts';
import { containerPhrases } from './container-phrases.ts';
import { doctorModulePhrases } from './doctor-module-phrases.ts';
import { doctorSecretPhrases } from './doctor-secret-phrases.ts';
import { doctorTokenPhrases } from './doctor-token-phrases.ts';
import { healthPhrases } from './health-phrases.ts';
import { pathPhrases } from './path-phrases.ts';
import { pdfPhrases } from './pdf-phrases.ts';
import { pdfFieldPhrases } from './pdf-field-phrases.ts';
import { pdfReadingPhrases } from './pdf-reading-phrases.ts';
import { pfxPhrases } from './pfx-phrases.ts';
import { providerPhrases } from './provider-phrases.ts';
import { refusalPhrases } from './refusal-phrases.ts';
import { reportPhrases } from './report-phrases.ts';
import { settingPhrases } from './setting-phrases.ts';
import { timestampingPhrases } from './timestamping-phrases.ts';
import { xmlPhrases } from './xml-phrases.ts';
import { xmlReadingPhrases } from './xml-reading-phrases.ts';
import { zipPhrases } from './zip-phrases.ts';

export const phrases: PhraseTexts = {
  ...addingPhrases,
  ...asn1Phrases,
  ...callPhrases,
  ...changePhrases,
  ...cmsPhrases,
  ...containerPhrases,
  ...doctorModulePhrases,
  ...doctorSecretPhrases,
  ...doctorTokenPhrases,
  ...healthPhrases,
  ...pathPhrases,
  ...pdfPhrases,
  ...pdfFieldPhrases,
  ...pdfReadingPhrases,
  ...pfxPhrases,
  ...providerPhrases,
  ...refusalPhrases,
  ...reportPhrases,
  ...settingPhrases,
  ...timestampingPhrases,
  ...xmlPhrases,
  ...xmlReadingPhrases,
  ...zipPhrases,
};
