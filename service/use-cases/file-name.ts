// Direction controls change how a name reads; U+FEFF and the line separators hide in it.
const INVISIBLE = /[\p{Cc}\u200B-\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;
const MAX_NAME_BYTES = 255;

/**
 * What is kept of a client's file name, for display and for the download's name only: the part after the last slash
 * or backslash, without control, direction and invisible characters, without trailing dots and spaces, at most
 * 255 bytes of UTF-8. `document` when nothing is left.
 */
export function displayFileName(clientName: string): string {
  const base = clientName.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const visible = base.replaceAll(INVISIBLE, '').trim();
  const name = shortened(visible.replace(/[. ]+$/, ''));
  return name === '' ? 'document' : name;
}

/** Cuts in front of the extension, at a code point. */
function shortened(name: string): string {
  const encoder = new TextEncoder();
  if (encoder.encode(name).length <= MAX_NAME_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : '';
  const room = MAX_NAME_BYTES - encoder.encode(extension).length;
  let kept = '';
  let used = 0;
  for (const character of name) {
    used += encoder.encode(character).length;
    if (used > room) break;
    kept += character;
  }
  return kept + extension;
}
