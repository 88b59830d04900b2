/** Where a document lies below its folder: the names of the folders, then its own. */
export interface DocumentPath {
  readonly folders: readonly string[];
  readonly name: string;
}

/** As people read it. */
export function shownPath({ folders, name }: DocumentPath): string {
  return [...folders, name].join('/');
}

const UNFINISHED = /^[.~]|\.(part|partial|tmp|temp|crdownload)$/i;

/** Names under which programs write what is not finished, and those of the station's own folder. */
export function isUnfinishedName(name: string): boolean {
  return UNFINISHED.test(name);
}

const MAX_NAME_BYTES = 255;

/** The `count`th name to try for a file, with room for `ending` behind it: `a.pdf`, `a (2).pdf` ... */
export function numberedName(name: string, count: number, ending = ''): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : '';
  const tail = (count === 1 ? '' : ` (${String(count)})`) + extension;
  const room = MAX_NAME_BYTES - Buffer.byteLength(tail + ending);
  let stem = extension === '' ? name : name.slice(0, -extension.length);
  while (Buffer.byteLength(stem) > room) stem = stem.slice(0, -1);
  return stem.toWellFormed() + tail;
}
