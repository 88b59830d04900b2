import path from 'node:path';

/** Names that Windows keeps for devices, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;
/** Systems take 255 bytes of UTF-8; what is left is for a number. */
const MAX_NAME_BYTES = 240;
const MAX_ENDING_BYTES = 40;

/** A file name that every system takes and that stays in its folder, made of the one that the page gives. */
export function safeName(offered: string): string {
  const last = offered.split(/[/\\]/).pop() ?? '';
  // eslint-disable-next-line no-control-regex -- control characters are what is taken out
  const clean = last.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/g, '');
  const trimmed = clean.replace(/^[. ]+|[. ]+$/g, '');
  if (trimmed === '') return 'document';
  const named = DEVICE.test(trimmed) ? `_${trimmed}` : trimmed;
  if (Buffer.byteLength(named) <= MAX_NAME_BYTES) return named;
  const ending = cut(endingOf(named) || path.extname(named), MAX_ENDING_BYTES);
  return `${cut(named, MAX_NAME_BYTES - Buffer.byteLength(ending))}${ending}`;
}

/** As much of the beginning as fits, in whole characters as people see them. */
function cut(text: string, bytes: number): string {
  let kept = '';
  let room = bytes;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    room -= Buffer.byteLength(segment);
    if (room < 0) break;
    kept += segment;
  }
  return kept;
}

/** The last one or two endings: those of signatures stay whole. */
function endingOf(name: string): string {
  return /(\.[^.]{1,8}){1,2}$/.exec(name)?.[0] ?? '';
}

/** The first of `name`, `name (1)`, `name (2)` ... that nothing has. Endings of signatures stay whole: `a (1).pdf.p7m`. */
export function freeName(name: string, isTaken: (candidate: string) => boolean): string {
  const ending = endingOf(name);
  const stem = name.slice(0, name.length - ending.length);
  let candidate = name;
  for (let number = 1; isTaken(candidate); number++) candidate = `${stem} (${number})${ending}`;
  return candidate;
}
