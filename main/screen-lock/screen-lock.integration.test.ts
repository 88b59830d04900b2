import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchScreenLock } from './screen-lock.ts';

const DAEMON = '/usr/bin/dbus-daemon';

/** Beside a bus as a session has one; what desktops say there is said by dbus-send. */
describe.skipIf(!existsSync(DAEMON))('the lock of the screen, on Linux', () => {
  let folder: string;
  let address: string;
  let bus: ChildProcess;
  let heard: string[];
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'bus-'));
    address = `unix:path=${folder}/bus`;
    heard = [];
    bus = spawn(DAEMON, ['--session', '--nofork', '--nopidfile', `--address=${address}`], { stdio: 'ignore' });
    await vi.waitFor(() => expect(existsSync(path.join(folder, 'bus'))).toBe(true), 10_000);
  });
  afterEach(() => {
    bus.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const watch = () =>
    watchScreenLock(
      { DBUS_SESSION_BUS_ADDRESS: address },
      {
        onLocked: () => heard.push('locked'),
        onUnlocked: () => heard.push('unlocked'),
        onDeaf: (reason) => heard.push(reason),
      },
    );
  const say = (screen: string, isActive: boolean, member = 'ActiveChanged'): void => {
    const [words, argument] = [['--type=signal', '/x', `${screen}.${member}`], `boolean:${String(isActive)}`];
    execFileSync('dbus-send', [`--bus=${address}`, ...words, argument]);
  };
  /** The rules may not have come to the bus yet. */
  const sayUntilHeard = (screen: string, isActive: boolean): Promise<void> =>
    vi.waitFor(() => {
      say(screen, isActive);
      expect(heard.length).toBeGreaterThan(0);
    }, 10_000);

  it('is heard from each desktop that says it, and nothing else is', async () => {
    const stop = watch();
    for (const desktop of ['freedesktop', 'gnome', 'cinnamon', 'mate', 'xfce']) {
      heard = [];
      await sayUntilHeard(`org.${desktop}.ScreenSaver`, true);
      expect([...new Set(heard)]).toEqual(['locked']);
    }
    const unlocked = async (): Promise<void> => {
      say('org.gnome.ScreenSaver', false);
      await vi.waitFor(() => expect(heard).toContain('unlocked'), 10_000);
    };
    // The bus hands on what it gets in its order: nothing of the above comes after this.
    await unlocked();
    heard = [];
    say('org.example.ScreenSaver', true);
    say('org.gnome.ScreenSaver', true, 'WakeUpScreen');
    await unlocked();
    expect(heard).toEqual(['unlocked']);
    stop();
    expect(heard).not.toContain('The bus has closed the connection.');
  });

  it('is said to be heard no more when the bus ends, and where there is none', async () => {
    watch();
    await sayUntilHeard('org.gnome.ScreenSaver', true);
    heard = [];
    bus.kill('SIGKILL');
    await vi.waitFor(() => expect(heard.at(-1)).toBe('The bus has closed the connection.'), 10_000);
    heard = [];
    rmSync(path.join(folder, 'bus'));
    watch();
    await vi.waitFor(() => expect(heard.at(-1)).toBe('The bus of the session: ENOENT.'), 10_000);
  });
});
