/** The only thing that the station's own page asks of the machine: to copy text when its user presses the button for it. */
const GRANTED: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Electron grants every permission to every page unless told otherwise. `asking` is an origin or a URL, or undefined. */
export function isGranted(permission: string, asking: string | undefined, ownOrigin: string): boolean {
  return GRANTED.has(permission) && isAt(asking, ownOrigin);
}

/**
 * True when the URL is of exactly this origin; whatever can't be read is elsewhere. Scheme and host are compared, since
 * the origin of a scheme of one's own is `null`, as is that of files and data.
 */
export function isAt(url: string | undefined, origin: string): boolean {
  if (url === undefined || !URL.canParse(url)) return false;
  const [one, own] = [new URL(url), new URL(origin)];
  return one.protocol === own.protocol && one.host === own.host;
}
