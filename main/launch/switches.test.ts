import { describe, expect, it } from 'vitest';
import { judgeSwitches } from './switches.ts';

const having =
  (...names: string[]) =>
  (name: string): boolean =>
    names.includes(name);

describe('judgeSwitches', () => {
  it.each(['remote-debugging-port', 'remote-debugging-pipe', 'js-flags', 'load-extension', 'disable-web-security'])(
    'refuses %s in a package, and lets developers use it',
    (name) => {
      expect(judgeSwitches(having(name), true)).toEqual({ refused: [name], isSandboxOff: false });
      expect(judgeSwitches(having(name), false)).toEqual({ refused: [], isSandboxOff: false });
    },
  );

  it('starts without a sandbox and knows it', () => {
    expect(judgeSwitches(having('no-sandbox'), true)).toEqual({ refused: [], isSandboxOff: true });
  });

  it('lets what desktops add pass', () => {
    expect(judgeSwitches(having('ozone-platform', 'enable-features', 'lang'), true)).toEqual({
      refused: [],
      isSandboxOff: false,
    });
  });
});
