import { expect, it } from 'vitest';
import { timestampingFault } from './timestamping.ts';

it.each([
  [null, null, null, false],
  [null, null, 'secret', false],
  ['https://tsa', null, null, false],
  ['https://tsa', 'user', null, false],
  ['https://tsa', 'user', 'secret', false],
  ['https://tsa', null, 'secret', true],
])('%s, user %s, password %s: fault %s', (Url, Username, PasswordSecretName, isFault) => {
  expect(timestampingFault({ Url, Username, PasswordSecretName }) !== null).toBe(isFault);
});
