import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const settings = readFileSync(path.join(ROOT, 'electron-builder.yml'), 'utf8');

/** What of a package can only be seen on systems that are not here is held where it is set. */
describe('the settings of the packages', () => {
  it('let AppImages ask for a sandbox instead of starting without one', () => {
    expect(settings).toMatch(/^toolsets:\n {2}appimage: 1\.0\.[3-9]$/m);
    expect(settings).not.toContain('no-sandbox');
  });

  it('unpack machine code only, so that the integrity check covers every script', () => {
    expect(settings).toMatch(/^asarUnpack:\n {2}- '\*\*\/\*\.node'\n(?! {2}-)/m);
    expect(settings).toContain('smartUnpack: false');
  });

  it('keep the data of a person, and install for this person only', () => {
    expect(settings).toMatch(/^nsis:\n(?: {2}.*\n)* {2}perMachine: false$/m);
    expect(settings).toContain('deleteAppDataOnUninstall: false');
  });

  it('say that they bring no command line', () => {
    expect(settings).toMatch(/^extraMetadata:\n {2}commandLine: null$/m);
  });

  it('name who made it, without which there is no deb', () => {
    const { author, homepage, description } = JSON.parse(
      readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
    ) as Record<string, string>;
    expect([author, homepage, description]).toEqual([
      expect.stringMatching(/<.+@.+>$/),
      expect.stringMatching(/^https:/),
      expect.stringMatching(/\w/),
    ]);
  });
});
