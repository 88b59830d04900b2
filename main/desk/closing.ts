/**
 * Whether closing the window leaves the program running beside the clock. On Linux many desktops show no such icon and
 * the system does not say so: there the window's end is the program's, or nobody would find it again.
 */
export function staysInTray(platform: NodeJS.Platform, hasTray: boolean, isLeaving: boolean): boolean {
  return !isLeaving && hasTray && (platform === 'win32' || platform === 'darwin');
}
