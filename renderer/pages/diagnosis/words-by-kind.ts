import type { ProviderKind } from '../../../service/contract/vocabulary/signing.ts';
import { text } from '../../messages/messages.ts';

const t = text.diagnosis;

/** What the page says of a provider by what holds its keys. */
export const WORDS_BY_KIND = {
  'key-file': {
    lead: t.leadFile,
    running: t.runningFile,
    runningHint: null,
    fine: t.fineFile,
    fineLead: t.fineFileLead,
    hasModules: false,
  },
  token: {
    lead: t.lead,
    running: t.running,
    runningHint: t.runningHint,
    fine: t.fine,
    fineLead: t.fineLead,
    hasModules: true,
  },
} as const satisfies Readonly<Record<ProviderKind, unknown>>;
