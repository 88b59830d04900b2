import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAutostart, type Autostart, type AutostartParts } from './autostart.ts';

describe('starting with the session', () => {
  let home: string;
  let openAtLogin: boolean;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'autostart-'));
    openAtLogin = false;
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const open = (parts: Partial<AutostartParts> = {}): Autostart =>
    createAutostart({
      platform: 'linux',
      loginItems: {
        getLoginItemSettings: () => ({ openAtLogin }),
        setLoginItemSettings: (settings) => void (openAtLogin = settings.openAtLogin),
      },
      environment: {},
      executable: '/opt/Signing Station/signing-station',
      home,
      ...parts,
    });
  const entryIn = (folder: string): string => path.join(folder, 'autostart/signing-station.desktop');

  it.each(['win32', 'darwin'] as const)('is a login item on %s, and nothing until it is asked for', (platform) => {
    const autostart = open({ platform });
    expect(autostart.isOn()).toBe(false);
    autostart.set(true);
    expect([autostart.isOn(), openAtLogin]).toEqual([true, true]);
    autostart.set(false);
    expect(autostart.isOn()).toBe(false);
  });

  it('is an entry of the desktop elsewhere, which goes again', () => {
    const autostart = open();
    autostart.set(true);
    expect(autostart.isOn()).toBe(true);
    expect(readFileSync(entryIn(path.join(home, '.config')), 'utf8')).toBe(
      '[Desktop Entry]\nType=Application\nName=Signing Station\nTryExec=/opt/Signing Station/signing-station\nExec="/opt/Signing Station/signing-station"\nTerminal=false\n',
    );
    autostart.set(false);
    autostart.set(false);
    expect(autostart.isOn()).toBe(false);
  });

  it('follows the place that the environment names, unless that is relative', () => {
    const config = path.join(home, 'elsewhere');
    open({ environment: { XDG_CONFIG_HOME: config } }).set(true);
    expect(existsSync(entryIn(config))).toBe(true);
    open({ environment: { XDG_CONFIG_HOME: 'relative' } }).set(true);
    expect(existsSync(entryIn(path.join(home, '.config')))).toBe(true);
  });

  it('starts an AppImage by its own file, and not from where it is mounted now', () => {
    open({ environment: { APPIMAGE: '/home/a/Station.AppImage' }, executable: '/tmp/.mount_x/station' }).set(true);
    expect(readFileSync(entryIn(path.join(home, '.config')), 'utf8')).toContain('Exec="/home/a/Station.AppImage"');
  });

  it('is one argument, whatever the path holds', () => {
    open({ executable: '/a "b" $c `d` \\e 100%/x' }).set(true);
    expect(readFileSync(entryIn(path.join(home, '.config')), 'utf8')).toContain(
      String.raw`Exec="/a \\"b\\" \\$c \\` + '`d' + String.raw`\\` + '`' + String.raw` \\\\e 100%%/x"`,
    );
  });
});
