import { describe, expect, it } from 'vitest';
import { staysInTray } from './closing.ts';

describe('staysInTray', () => {
  it.each([
    ['win32', true, false, true],
    ['darwin', true, false, true],
    ['linux', true, false, false],
    ['win32', false, false, false],
    ['win32', true, true, false],
  ] as const)('%s, tray %s, leaving %s: %s', (platform, hasTray, isLeaving, stays) => {
    expect(staysInTray(platform, hasTray, isLeaving)).toBe(stays);
  });
});
