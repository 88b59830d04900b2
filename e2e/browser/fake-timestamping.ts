import type { TimestampingTrial } from '../../service/contract/http/timestamping.ts';

/** One authority that cannot be relied on before one that can. */
export const TIMESTAMPING_TRIAL: TimestampingTrial = {
  ok: true,
  sentence: 'It gave a timestamp that this station trusts.',
  authorities: [
    {
      ...{ url: 'https://tsa.example/first', ok: false, authority: null, policyOid: null, milliseconds: 81 },
      sentence: 'Its certificate is not one that this station trusts.',
    },
    {
      ...{ url: 'https://tsa.example/second', ok: true, authority: 'CN=Example TSA', policyOid: '1.2.3.4' },
      ...{ milliseconds: 64, sentence: 'It gave a timestamp that this station trusts.' },
    },
  ],
};
