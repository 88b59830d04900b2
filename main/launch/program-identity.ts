/** The program's identity on Windows: the installer gives it to the entry in the start menu (`appId` of the packaging). */
const APP_ID = 'station.signing.desktop';

/** Electron's `app`, as far as it is named here. */
export interface NamedProgram {
  setAppUserModelId(id: string): void;
}

/**
 * Ties the running program to its entry in the start menu. Without it Windows shows no notification of it, and the uninstaller
 * does not find under which name it starts with the session. What was not installed has no entry: there its file is its name,
 * as Electron's manual has it.
 */
export function nameProgram(program: NamedProgram, platform: NodeJS.Platform, uninstalledAs: string | undefined): void {
  if (platform === 'win32') program.setAppUserModelId(uninstalledAs ?? APP_ID);
}
