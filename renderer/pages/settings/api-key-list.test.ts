import '../../messages/in-english.suite.ts';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import type { ApiKeyView } from '../../../service/contract/http/api-keys.ts';
import { explainKeyError, isKeyOf, isRefusal, newestFirst, permissionNames } from './api-key-list.ts';

const key = (id: string, createdAt: string): ApiKeyView => ({
  id,
  name: id,
  prefix: 'abcdefghijkl',
  tenantId: 'default',
  permissions: [],
  createdAt,
  revokedAt: null,
  approvalRule: null,
  lastUsedAt: null,
});

describe('explainKeyError', () => {
  it.each([
    { status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
    { status: 403, errorCode: 'PERMISSION_DENIED' },
  ] as const)('names the permission that $errorCode asks for', ({ status, errorCode }) => {
    const fault = explainKeyError(new ApiError('problem', 'x', { status, errorCode, traceId: 'abc' }));
    expect(fault.advice).toContain('Administer');
    expect(fault).toMatchObject({ code: errorCode, traceId: 'abc' });
    expect(isRefusal(fault)).toBe(true);
  });

  it('leaves other faults as they are', () => {
    const fault = explainKeyError(new ApiError('network', 'x'));
    expect(fault.title).toBe('The station does not answer');
    expect(isRefusal(fault)).toBe(false);
    const origin = { status: 403, errorCode: 'REQUEST_ORIGIN_FORBIDDEN' } as const;
    expect(isRefusal(explainKeyError(new ApiError('problem', 'x', origin)))).toBe(false);
  });
});

it('puts the newest key first', () => {
  const keys = [key('old', '2026-01-01T00:00:00.000Z'), key('new', '2026-03-01T00:00:00Z')];
  expect(newestFirst(keys).map(({ id }) => id)).toEqual(['new', 'old']);
});

it('recognises the key of this window by its whole prefix', () => {
  expect(isKeyOf('abcdefghijkl', 'abcdefghijkl.secret')).toBe(true);
  expect(isKeyOf('abcdefghijkl', 'abcdefghijklm.secret')).toBe(false);
  expect(isKeyOf('abcdefghijkl', null)).toBe(false);
});

it('names permissions in one order and keeps those it does not know', () => {
  expect(permissionNames(['Administer', 'Future', 'SignaturesCreate'])).toEqual([
    'Sign documents',
    'Administer',
    'Future',
  ]);
});
