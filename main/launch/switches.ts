/**
 * Switches of Chromium that open a packaged program to others, and that no fuse turns off: whoever can add one to a menu
 * entry could read the page, its documents and what is typed into it.
 */
const REFUSED = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-allow-origins',
  'js-flags',
  'load-extension',
  'disable-web-security',
  'allow-running-insecure-content',
  'user-data-dir',
  'host-resolver-rules',
  'proxy-server',
  'ignore-certificate-errors',
  'inspect',
  'inspect-brk',
  'disable-site-isolation-trials',
] as const;

export interface SwitchFindings {
  /** A packaged program does not start with these. */
  readonly refused: readonly string[];
  /** Windows run without Chromium's sandbox: the program starts and says so. */
  readonly isSandboxOff: boolean;
}

/** What the switches that this program was started with mean; `has` is Electron's `app.commandLine.hasSwitch`. */
export function judgeSwitches(has: (name: string) => boolean, isPackaged: boolean): SwitchFindings {
  return {
    refused: isPackaged ? REFUSED.filter(has) : [],
    isSandboxOff: has('no-sandbox'),
  };
}
