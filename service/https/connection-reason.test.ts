import { expect, it } from 'vitest';
import { connectionReason } from './connection-reason.ts';

const fault = (message: string, code?: unknown): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { code });
const HANDSHAKE =
  'write EPROTO 40F7:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../ssl3_record.c:354:\n';

it.each([
  ['a code of the system', fault('connect ECONNREFUSED 10.0.0.1:443', 'ECONNREFUSED'), 'ECONNREFUSED'],
  [
    'a code of Node',
    fault("Host: a. is not in the cert's altnames", 'ERR_TLS_CERT_ALTNAME_INVALID'),
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ],
  ['what a handshake broke at', fault(HANDSHAKE, 'EPROTO'), 'EPROTO, wrong version number'],
  ['a broken handshake without it', fault('write EPROTO', 'EPROTO'), 'EPROTO'],
  ['nothing of another text', fault(HANDSHAKE, 'ECONNRESET'), 'ECONNRESET'],
  ['no code', fault('it broke'), null],
  ['a code that is no text', fault('it broke', 7), null],
  ['no fault', 'it broke', null],
])('says %s', (_name, thrown, reason) => {
  expect(connectionReason(thrown)).toBe(reason);
});
