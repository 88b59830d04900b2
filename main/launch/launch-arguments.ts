import { fileURLToPath } from 'node:url';
import { splitArguments } from '../../service/config/command-line-arguments.ts';

/** What the words of a command line ask of the desktop program. */
export interface LaunchArguments {
  /** The station's own, and switches that nobody knows: the configuration stops the start at those by name. */
  readonly settings: readonly string[];
  /** Files to open, as they were named; those named by an address of theirs by their path. */
  readonly files: readonly string[];
  /** Addresses of our own scheme; they raise the window, whatever stands in them. */
  readonly addresses: readonly string[];
}

export const PROTOCOL = 'signing-station';
/** Switches of Chromium that change how a window is drawn, and what desktops add by themselves. */
const DISPLAY =
  /^(--(disable-gpu|disable-dev-shm-usage|ozone-platform(-hint)?|enable-wayland-ime|enable-features|disable-features|force-device-scale-factor|lang|password-store|gtk-version|class|original-process-start-time|allow-file-access-from-files)(=|$)|-psn_)/;
/** Judged by judgeSwitches, which asks Chromium for them. */
const JUDGED = /^--(no-sandbox|inspect|inspect-brk|remote-debugging-port|remote-debugging-pipe|js-flags)(=|$)/;

/** Sorts the words after the program's name. */
export function readLaunchArguments(words: readonly string[]): LaunchArguments {
  const { settings, others } = splitArguments(words);
  const isAddress = (word: string): boolean => word.toLowerCase().startsWith(`${PROTOCOL}:`);
  const rest = others.filter((word) => word !== '' && !DISPLAY.test(word) && !JUDGED.test(word));
  const named = rest.filter((word) => !/^[-\u2010-\u2015\u2212]/u.test(word));
  return {
    settings: [...settings, ...rest.filter((word) => !named.includes(word))],
    files: named.filter((word) => !isAddress(word)).map(pathOf),
    addresses: named.filter(isAddress),
  };
}

/**
 * A menu entry that takes addresses (`%U`) gets one for every file, also from the file manager of this machine (Desktop
 * Entry Specification, "The Exec key"). One that names no file here stays as it is: it is not found, and the log says so.
 */
function pathOf(word: string): string {
  if (!/^file:\/\//i.test(word)) return word;
  try {
    return fileURLToPath(word);
  } catch {
    return word;
  }
}
