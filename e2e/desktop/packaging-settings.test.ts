import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const settings = readFileSync(path.join(ROOT, 'electron-builder.yml'), 'utf8');
const installer = readFileSync(path.join(ROOT, 'resources/package/installer.nsh'), 'utf8');

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

  it('ask on Windows before data go with the program, and keep them without an answer and for an update', () => {
    expect(settings).toContain('include: resources/package/installer.nsh');
    const [, removal = ''] = installer.split('!macro customUnInstall');
    const [before, after = ''] = removal.split('$(deleteData)');
    expect(before).toMatch(/\$\{ifNot\} \$\{isUpdated\}[\s\S]*MessageBox MB_YESNO\|MB_ICONQUESTION\|MB_DEFBUTTON2 "$/);
    expect(after).toMatch(/^" \/SD IDNO IDNO keepData\n/);
    expect(after.indexOf('RMDir /r "$LOCALAPPDATA\\signing-station"')).toBeLessThan(after.indexOf('keepData:\n'));
    expect([...removal.matchAll(/RMDir/g)]).toHaveLength(2);
    const languages = ['en_US: 1033', 'de_DE: 1031', 'fr_FR: 1036', 'es_ES: 3082'];
    expect(settings).toContain(`installerLanguages: [${languages.map((each) => each.split(':')[0]).join(', ')}]`);
    for (const each of languages) expect(installer).toContain(`LangString deleteData ${each.split(': ')[1]} "`);
  });

  it('offer the program for documents, and make it the viewer of none', () => {
    expect(installer).not.toMatch(/WriteReg\w+ \S+ "Software\\Classes\\\.\$\{EXTENSION\}" /);
    const offered = [...installer.matchAll(/!insertmacro \$\{DO\} "(\w+)"/g)].map(([, each]) => each);
    expect(settings).toContain(`- ext: [${offered.join(', ')}]\n`);
    expect(settings).toMatch(/role: Viewer\n {6}rank: Alternate\n/);
  });

  it('take the picture of the program, and not what lies beside it', () => {
    // electron-builder looks for a folder of that name first, and without pictures in it takes Electron's own.
    expect(settings).toMatch(/^icon: icon\.png$/m);
    expect(existsSync(path.join(ROOT, 'resources/package/icons'))).toBe(false);
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
