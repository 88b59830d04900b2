import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { refusedValue } from './refused-value.ts';

function wordsOf(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value, { error: refusedValue }).error?.issues[0]?.message;
}

describe('the words for a value that is refused', () => {
  it.each([
    ['is missing', z.string(), undefined],
    ['has to be a text', z.string(), 1],
    ['has to be a number', z.number(), 'x'],
    ['has to be a whole number', z.int(), 1.5],
    ['has to be true or false', z.boolean(), 'yes'],
    ['has to be a list', z.array(z.string()), 'x'],
    ['has to be an object', z.strictObject({}), []],
    ['has to be an object', z.record(z.string(), z.string()), 'x'],
    ['has to be of type date', z.date(), 'x'],
    ['takes one of B, T', z.enum(['B', 'T']), 'X'],
    ['takes one of true', z.literal(true), false],
    ['is missing; takes one of B, T', z.enum(['B', 'T']), undefined],
    ['There is no field "colour" here', z.strictObject({}), { colour: 'red' }],
    ['There are no fields "a", "b" here', z.strictObject({}), { a: 1, b: 2 }],
    ['is empty', z.string().min(1), ''],
    ['has to have 8 characters or more', z.string().min(8), 'short'],
    ['has to have 2 characters or less', z.string().max(2), 'long'],
    ['has to have 1 items or more', z.array(z.string()).min(1), []],
    ['has to have 1 items or less', z.array(z.string()).max(1), ['a', 'b']],
    ['has to be 1 or more', z.number().min(1), 0],
    ['has to be more than 0', z.number().gt(0), 0],
    ['has to be 200 or less', z.number().max(200), 201],
    ['has to be less than 9', z.number().lt(9), 9],
    ['has to be a UUID', z.uuid(), 'abc'],
    ['has to be a time with its zone, such as 2026-01-31T09:00:00Z', z.iso.datetime({ offset: true }), 'yesterday'],
    ['has to fit the pattern /^[A-F]$/', z.string().regex(/^[A-F]$/), 'x'],
    ['must be a page number from 1 on', z.string().regex(/^[1-9]$/, 'must be a page number from 1 on'), '0'],
  ])('%s', (words, schema, value) => {
    expect(wordsOf(schema, value)).toBe(words);
  });

  it('never hold the value', () => {
    const schema = z.strictObject({ pin: z.string().max(3) });
    expect(wordsOf(schema, { pin: 'secret-4711' })).toBe('has to have 3 characters or less');
  });

  it('are those of zod for what has none here', () => {
    expect(wordsOf(z.url(), 'x')).toBe('Invalid URL');
  });
});
