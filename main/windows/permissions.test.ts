import { describe, expect, it } from 'vitest';
import { isAt, isGranted } from './permissions.ts';

const OWN = 'http://127.0.0.1:5080';

describe('isGranted', () => {
  it('lets the own page copy text, asked by origin or by URL', () => {
    expect(isGranted('clipboard-sanitized-write', OWN, OWN)).toBe(true);
    expect(isGranted('clipboard-sanitized-write', `${OWN}/settings`, OWN)).toBe(true);
  });

  it.each([
    'clipboard-read',
    'media',
    'geolocation',
    'notifications',
    'usb',
    'openExternal',
    'fileSystem',
    'unknown',
    '',
  ])('does not grant %s', (permission) => expect(isGranted(permission, OWN, OWN)).toBe(false));

  it.each([
    undefined,
    '',
    'null',
    'https://127.0.0.1:5080',
    'http://127.0.0.1:50800',
    'http://127.0.0.1:5080.evil.test/',
  ])('grants nothing to %s', (asking) => expect(isGranted('clipboard-sanitized-write', asking, OWN)).toBe(false));
});

describe('isAt', () => {
  it.each([
    ['station-window://pin/', true],
    ['station-window://other/', false],
    ['file:///etc/passwd', false],
    ['data:text/html,x', false],
  ])('tells a scheme of our own from others: %s', (url, is) => expect(isAt(url, 'station-window://pin/')).toBe(is));

  it.each([
    [`${OWN}/jobs?x=1#y`, true],
    ['http://127.0.0.1:5080@evil.test/', false],
    ['http://user@127.0.0.1:5080/', true],
    ['http://localhost:5080/', false],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['not a url', false],
  ])('%s', (url, is) => expect(isAt(url, OWN)).toBe(is));
});
