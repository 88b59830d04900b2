import path from 'node:path';

/** Names that Windows keeps for devices, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;
const MAX_NAME = 200;

/** A file name that every system takes and that stays in its folder, made of the one that the page gives. */
export function safeName(offered: string): string {
  const last = offered.split(/[/\\]/).pop() ?? '';
  // eslint-disable-next-line no-control-regex -- control characters are what is taken out
  const clean = last.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/g, '');
  const trimmed = clean.replace(/^[. ]+|[. ]+$/g, '');
  if (trimmed === '') return 'document';
  const named = DEVICE.test(trimmed) ? `_${trimmed}` : trimmed;
  if (named.length <= MAX_NAME) return named;
  const ending = path.extname(named).slice(0, 20);
  return `${named.slice(0, MAX_NAME - ending.length)}${ending}`;
}

/** The first of `name`, `name (1)`, `name (2)` ... that nothing has. Endings of signatures stay whole: `a (1).pdf.p7m`. */
export function freeName(name: string, isTaken: (candidate: string) => boolean): string {
  const ending = /(\.[^.]{1,8}){1,2}$/.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length);
  let candidate = name;
  for (let number = 1; isTaken(candidate); number++) candidate = `${stem} (${number})${ending}`;
  return candidate;
}
