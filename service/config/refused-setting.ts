import type { z } from 'zod';
import type { MergedSettings } from './configuration-layers.ts';
import { DURATION_TEXT } from './setting-types.ts';

type ZodIssue = z.core.$ZodIssue;

const MAX_SHOWN_CHARACTERS = 40;
/** Whoever writes a PIN to the wrong place writes it to one of these. */
const NAMED_FOR_SECRETS = /^Pin|Password|Secret/;
const PLAIN_TYPES = new Set(['number', 'int', 'boolean']);

/** The sentence for a value that the schema refuses: where it was written, what is taken, and what was given. */
export function refusedSetting(issue: ZodIssue, { origins, values }: MergedSettings): string {
  const path = issue.path.map(String);
  const [key, reason] = [path.join(':'), issue.message];
  let origin: string | undefined;
  for (let length = path.length; length > 0 && origin === undefined; length -= 1) {
    origin = origins.get(path.slice(0, length).join(':'));
  }
  if (origin === undefined) return `${key}: ${reason}`;
  const given = givenValue(issue, values);
  return given === null
    ? `${key} (from ${origin}): ${reason}`
    : `${key} (from ${origin}): ${reason}; given was ${given}`;
}

/**
 * What was given, shortened and in quotation marks; null where that may be a secret or is no plain
 * value. Shown are numbers, choices, times and yes or no: texts and addresses may have a password in them.
 */
function givenValue(issue: ZodIssue, values: unknown): string | null {
  if (!isOfPlainValue(issue) || issue.path.some((part) => NAMED_FOR_SECRETS.test(String(part)))) return null;
  const given = issue.path.reduce<unknown>((at, part) => (isRecord(at) ? at[String(part)] : undefined), values);
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') return null;
  const text = String(given);
  // The start of an address with a password shows the password.
  if (text.includes('@')) return null;
  const shown = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}...` : text;
  return JSON.stringify(shown);
}

function isOfPlainValue(issue: ZodIssue): boolean {
  switch (issue.code) {
    case 'invalid_type':
      return PLAIN_TYPES.has(issue.expected);
    case 'too_small':
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int';
    case 'invalid_value':
      return true;
    case 'invalid_format':
      return issue.format === 'regex' && issue.pattern === String(DURATION_TEXT);
    default:
      return false;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
