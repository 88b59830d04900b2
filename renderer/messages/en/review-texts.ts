import type { ApprovalRule } from '../../../service/contract/vocabulary/approval-rules.ts';
import { documents } from './count.ts';

/** Words of the page where a person approves what programs gave in. */
export const reviewTexts = {
  title: 'Review and sign',
  lead: 'Programs gave these documents in. Nothing is signed before you have seen it and agreed.',
  emptyTitle: 'Nothing waits for you',
  emptyHint: 'When a program gives a document in that you have to approve, it appears here by itself.',
  waiting: (number: number): string => `${documents(number)} to review`,
  list: 'Documents that wait',
  document: 'The document',
  signing: 'Sign it',
  program: 'A program of this computer',
  byFolder: (name: string): string => `Watched folder ${name}`,
  batch: (number: number): string => `Batch of ${documents(number)}`,
  rules: {
    Never: 'Nobody is asked',
    Always: 'Each document is approved by itself',
    OncePerBatch: 'A batch is approved at once',
    Limited: 'You may let it go on for a while',
  } satisfies Record<ApprovalRule, string>,
  expires: 'To be cancelled',
  seen: 'Seen',
  file: (number: number, of: number): string => `File ${String(number)} of ${String(of)}`,
  next: 'Next file',
  signer: 'Signer',
  onlySigner: 'The only certificate of the provider',
  serial: 'Serial number',
  level: 'Format and level',
  added: 'What is added',
  over: (name: string): string => `A counter-signature over ${name}`,
  stamp: 'Stamp',
  noStamp: 'None',
  stampAt: (place: string, note: string | null): string => `${place}${note === null ? '' : `: ${note}`}`,
  field: (name: string): string => `In the field ${name}`,
  caller: 'Given in by',
  pin: {
    asked: (number: number): string =>
      `1 PIN for ${documents(number)}. It is asked for at the terminal of the station, never on this page. A card that wants its PIN for each signature asks for each.`,
    kept: (number: number): string =>
      `No PIN is typed for ${documents(number)}: the station keeps it, or the reader asks for it.`,
    waits: (why: string): string => `The key cannot be used now. ${why}. What you approve is signed when it can be.`,
    unknown: 'The key is not here now. What you approve is signed when it is, within 15 minutes.',
  },
  sign: (number: number): string => (number === 1 ? 'Sign this document' : `Sign ${documents(number)}`),
  signHint: 'Ctrl+Enter',
  notYet: 'Look at the document first.',
  notAllFiles: 'Look at each file of it first.',
  refuse: (number: number): string => (number === 1 ? 'Refuse' : `Refuse ${documents(number)}`),
  allow: 'Let this program go on: 100 documents or 15 minutes, whichever ends first',
  approved: (number: number): string => `${documents(number)} approved`,
  refused: (number: number): string => `${documents(number)} refused`,
  notHere:
    'Documents are approved on a page that the station itself has given out, on this machine or with TLS, with a key that may approve.',
} as const;
