import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createTrustedProxies } from './trusted-proxies.ts';

const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

describe('trusted proxies', () => {
  const proxies = createTrustedProxies(['10.0.0.0/8', 'fd00::1']);
  const http = { 'x-forwarded-proto': 'http' };
  const https = { 'x-forwarded-proto': 'https' };

  it.each<[string, Record<string, string>, boolean]>([
    ['10.1.2.3', {}, true],
    ['10.1.2.3', https, true],
    ['10.1.2.3', { 'x-forwarded-proto': 'HTTPS' }, true],
    ['10.1.2.3', http, false],
    ['10.1.2.3', { 'x-forwarded-proto': 'https, http' }, false],
    ['::ffff:10.1.2.3', {}, true],
    ['fd00::1', {}, true],
    ['fd00::2', {}, false],
    ['11.1.2.3', https, false],
    ['127.0.0.1', {}, true],
    ['::1', {}, true],
    ['', https, false],
  ])('%s %j: %s', (peer, headers, isFine) => {
    expect(proxies.refusal(from(peer, headers))?.code).toBe(isFine ? undefined : 'REQUEST_ORIGIN_FORBIDDEN');
  });

  it('without any, everyone passes and nobody speaks for another', () => {
    const none = createTrustedProxies([]);
    expect(none.refusal(from('11.1.2.3', http))).toBeUndefined();
    expect(none.clientAddress(from('11.1.2.3', { 'x-forwarded-for': '1.1.1.1' }))).toBe('11.1.2.3');
  });

  it.each<[string, string, string]>([
    ['10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['10.0.0.1', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['10.0.0.1', '6.6.6.6, 1.1.1.1, 10.0.0.2', '1.1.1.1'],
    ['10.0.0.1', '::ffff:1.1.1.1', '1.1.1.1'],
    ['10.0.0.1', 'nonsense', '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['127.0.0.1', '1.1.1.1', '127.0.0.1'],
    ['11.0.0.1', '1.1.1.1', '11.0.0.1'],
  ])('behind %s, "%s" is %s', (peer, forwarded, client) => {
    expect(proxies.clientAddress(from(peer, { 'x-forwarded-for': forwarded }))).toBe(client);
  });

  it('on this machine, too, ends TLS where it is declared', () => {
    const local = createTrustedProxies(['127.0.0.1']);
    expect(local.refusal(from('127.0.0.1', http))?.code).toBe('REQUEST_ORIGIN_FORBIDDEN');
    expect(local.refusal(from('127.0.0.1', https))).toBeUndefined();
    expect(local.clientAddress(from('127.0.0.1', { 'x-forwarded-for': '1.1.1.1' }))).toBe('1.1.1.1');
  });
});
