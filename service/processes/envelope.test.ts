import { describe, expect, it } from 'vitest';
import { readEnvelope } from './envelope.ts';

const CALL = { type: 'call', channel: 'c', id: 1, method: 'm', params: {} };
const REPLY = { type: 'reply', channel: 'c', id: 1, result: undefined };
const NOTIFY = { type: 'notify', channel: 'c', topic: 't', payload: null };
const FAILURE = {
  ...{ type: 'failure', channel: 'c', id: 1, code: 'SERVICE_UNAVAILABLE', kind: 'transient', area: 'station' },
  ...{
    waitReason: null,
    waitUntil: null,
    message: 'gone',
    sentence: { code: 'PROCESS_GONE', parameters: { times: 2 } },
  },
};

describe('readEnvelope', () => {
  it.each([CALL, REPLY, NOTIFY, FAILURE])('takes a $type as it is', (envelope) => {
    expect(readEnvelope(envelope)).toEqual(envelope);
  });

  it.each([CALL, REPLY, NOTIFY, FAILURE])('refuses a $type with a member too many or of another type', (envelope) => {
    expect(readEnvelope({ ...envelope, more: 1 })).toBeUndefined();
    for (const member of Object.keys(envelope)) {
      if (['params', 'result', 'payload'].includes(member)) continue;
      for (const wrong of [Symbol('wrong'), undefined, 1.5, {}]) {
        expect(readEnvelope({ ...envelope, [member]: wrong }), member).toBeUndefined();
      }
    }
  });

  it('refuses what is no envelope', () => {
    for (const other of [null, undefined, 1, 'call', [], {}, new Uint8Array(3), { type: 'toString', channel: 'c' }]) {
      expect(readEnvelope(other)).toBeUndefined();
    }
  });
});
