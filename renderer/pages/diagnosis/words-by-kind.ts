import type { ProviderKind } from '../../../service/contract/vocabulary/provider-types.ts';
import { laterText } from '../../messages/messages.ts';

interface WordsOfKind {
  readonly lead: string;
  readonly running: string;
  readonly runningHint: string | null;
  readonly fine: string;
  readonly fineLead: string;
  readonly hasModules: boolean;
}

const WORDS = {
  'key-file': ({ leadFile, runningFile, fineFile, fineFileLead }) => ({
    ...{ lead: leadFile, running: runningFile, runningHint: null, fine: fineFile, fineLead: fineFileLead },
    hasModules: false,
  }),
  token: ({ lead, running, runningHint, fine, fineLead }) => ({
    ...{ lead, running, runningHint, fine, fineLead, hasModules: true },
  }),
} as const satisfies Readonly<Record<ProviderKind, (texts: typeof laterText.diagnosis) => WordsOfKind>>;

/** What the page says of a provider by what holds its keys. */
export function wordsByKind(kind: ProviderKind): WordsOfKind {
  return WORDS[kind](laterText.diagnosis);
}
