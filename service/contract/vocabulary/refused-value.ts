import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/**
 * What a value has to be, in words that follow the name of its place (`limit: has to be 200 or less`). Goes as `error`
 * into a schema's `parse`; what a schema says in words of its own comes first. Undefined leaves the words to zod. The
 * value itself is never in them: it may be a secret.
 */
export function refusedValue(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : typeWords(issue.expected);
    case 'invalid_value':
      return issue.input === undefined ? `is missing; ${valueWords(issue.values)}` : valueWords(issue.values);
    case 'unrecognized_keys':
      return keyWords(issue.keys);
    case 'too_small':
      return smallWords(issue);
    case 'too_big':
      return bigWords(issue);
    case 'invalid_format':
      return formatWords(issue);
    default:
      return undefined;
  }
}

function typeWords(expected: string): string {
  switch (expected) {
    case 'string':
      return 'has to be a text';
    case 'boolean':
      return 'has to be true or false';
    case 'number':
      return 'has to be a number';
    case 'int':
      return 'has to be a whole number';
    case 'array':
      return 'has to be a list';
    case 'object':
    case 'record':
      return 'has to be an object';
    default:
      return `has to be of type ${expected}`;
  }
}

function valueWords(values: readonly unknown[]): string {
  return `takes one of ${values.map(String).join(', ')}`;
}

function keyWords(keys: readonly string[]): string {
  const named = keys.map((key) => `"${key}"`).join(', ');
  return keys.length === 1 ? `There is no field ${named} here` : `There are no fields ${named} here`;
}

function smallWords({ origin, minimum, inclusive = true }: Extract<Issue, { code: 'too_small' }>): string {
  const least = String(minimum);
  if (origin === 'string') return minimum === 1 ? 'is empty' : `has to have ${least} characters or more`;
  if (origin === 'array' || origin === 'set') return `has to have ${least} items or more`;
  return inclusive ? `has to be ${least} or more` : `has to be more than ${least}`;
}

function bigWords({ origin, maximum, inclusive = true }: Extract<Issue, { code: 'too_big' }>): string {
  const most = String(maximum);
  if (origin === 'string') return `has to have ${most} characters or less`;
  if (origin === 'array' || origin === 'set') return `has to have ${most} items or less`;
  return inclusive ? `has to be ${most} or less` : `has to be less than ${most}`;
}

function formatWords({ format, pattern }: Extract<Issue, { code: 'invalid_format' }>): string | undefined {
  if (format === 'uuid') return 'has to be a UUID';
  if (format === 'datetime') return 'has to be a time with its zone, such as 2026-01-31T09:00:00Z';
  return format === 'regex' && pattern !== undefined ? `has to fit the pattern ${pattern}` : undefined;
}
