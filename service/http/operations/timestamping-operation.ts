import { TimestampingTrial } from '../../contract/http/timestamping.ts';
import { tryTimestamping } from '../../use-cases/try-timestamping.ts';
import { operation } from '../operation.ts';

/** For the "Test" button: what is wrong with the authority is the answer, in a sentence. Not part of the specification. */
export const timestampingOperation = operation({
  id: 'tryTimestamping',
  method: 'post',
  path: '/api/v1/timestamping/trials',
  tag: 'Timestamping',
  summary: 'Ask every configured timestamp authority for a timestamp of nothing, and say whether it can be relied on',
  // A timestamp may cost money.
  permission: 'Administer',
  replies: {
    200: { description: 'What came of it', json: { name: 'TimestampingTrial', schema: TimestampingTrial } },
  },
  errors: ['SIGNATURE_REQUEST_INVALID'],
  handle: async ({ ports }) => ({ status: 200, body: await tryTimestamping(ports.timestampAuthority) }),
});
