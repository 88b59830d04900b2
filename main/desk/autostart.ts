import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Whether the program starts when its user logs in. */
export interface Autostart {
  isOn(): boolean;
  /** Throws what the system says. */
  set(isOn: boolean): void;
}

export interface LoginItems {
  getLoginItemSettings(): { readonly openAtLogin: boolean };
  setLoginItemSettings(settings: { readonly openAtLogin: boolean }): void;
}

export interface AutostartParts {
  readonly platform: NodeJS.Platform;
  readonly loginItems: LoginItems;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Of the running program. */
  readonly executable: string;
  readonly home: string;
}

/** By the system's login items on Windows and macOS, by a file of the desktop (XDG autostart specification) elsewhere. */
export function createAutostart(parts: AutostartParts): Autostart {
  const { platform, loginItems } = parts;
  if (platform === 'win32' || platform === 'darwin') {
    return {
      isOn: () => loginItems.getLoginItemSettings().openAtLogin,
      set: (isOn) => loginItems.setLoginItemSettings({ openAtLogin: isOn }),
    };
  }
  const file = path.join(configFolder(parts), 'autostart', 'signing-station.desktop');
  return {
    isOn: () => existsSync(file),
    set: (isOn) => {
      if (!isOn) rmSync(file, { force: true });
      else writeEntry(file, programOf(parts));
    },
  };
}

/** A relative XDG_CONFIG_HOME is to be ignored (XDG base directory specification). */
function configFolder({ environment, home }: AutostartParts): string {
  const named = environment['XDG_CONFIG_HOME'] ?? '';
  return path.isAbsolute(named) ? named : path.join(home, '.config');
}

/** An AppImage runs from a mount that is another one at each start; its own path stands in the environment. */
function programOf({ environment, executable }: AutostartParts): string {
  return environment['APPIMAGE'] ?? executable;
}

function writeEntry(file: string, program: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Signing Station',
    // Where the program has been removed, desktops pass over what starts it.
    `TryExec=${escaped(program)}`,
    `Exec=${quoted(program)}`,
    'Terminal=false',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
}

/** As the Desktop Entry Specification wants an argument: quoted, then escaped once more as a string of the file. */
function quoted(argument: string): string {
  const inQuotes = argument.replace(/(["`$\\])/g, '\\$1');
  return `"${escaped(inQuotes).replaceAll('%', '%%')}"`;
}

/** As a value of the file that is a string ("Possible value types"). */
function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\');
}
