import type { LevelView } from '../../service/contract/http/levels.ts';
import type { TimestampingTrial } from '../../service/contract/http/timestamping.ts';

/** Set up for timestamps, without evidence. */
export const LEVELS: readonly LevelView[] = [
  { profile: 'B', isOffered: true, obstacle: null },
  { profile: 'T', isOffered: true, obstacle: null },
  { profile: 'LT', isOffered: false, obstacle: 'NoEvidence' },
  { profile: 'LTA', isOffered: false, obstacle: 'NoEvidence' },
];

/** One authority that cannot be relied on before one that can. */
export const TIMESTAMPING_TRIAL: TimestampingTrial = {
  ok: true,
  sentence:
    'The timestamp authority http://tsa.test/ works: CN=Trust Centre TSA gave a timestamp of 2026-01-02T03:04:05.000Z.',
  authorities: [
    {
      ...{ url: 'https://tsa.example/first', ok: false, authority: null, policyOid: null, milliseconds: 81 },
      sentence: 'The timestamp authority http://other-tsa.test/ gave no timestamp: its certificate cannot be read.',
    },
    {
      ...{ url: 'https://tsa.example/second', ok: true, authority: 'CN=Example TSA', policyOid: '1.2.3.4' },
      ...{
        milliseconds: 64,
        sentence:
          'The timestamp authority http://tsa.test/ works: CN=Trust Centre TSA gave a timestamp of 2026-01-02T03:04:05.000Z.',
      },
    },
  ],
};
