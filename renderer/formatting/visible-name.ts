/** Controls of direction, and characters without width that are no part of how a script is written. */
const HIDDEN = /[\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * The name of a file inside a container, as somebody else wrote it, so that it reads as it is: `\u202egpj.exe` would be
 * drawn as a picture's name. What cannot be seen is shown as U+FFFD.
 */
export function visibleName(name: string): string {
  return name.replaceAll(HIDDEN, '\ufffd');
}
