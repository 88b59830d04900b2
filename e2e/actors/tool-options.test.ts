import { expect, it } from 'vitest';
import { optionsOrEnd } from './tool-options.ts';

const options = {
  rounds: { type: 'string', default: '3', meaning: 'how often' },
  keep: { type: 'boolean', default: false, meaning: 'leave the files' },
} as const;
const tool = { name: 'trial', options };
const USAGE = `npm run trial -- [options]
  --rounds=...         how often (otherwise 3)
  --keep               leave the files`;

it('gives a tool its options, and what it was not given as it is otherwise', () => {
  expect(optionsOrEnd(tool, ['--keep'])).toMatchObject({ values: { rounds: '3', keep: true }, positionals: [] });
  const named = { ...tool, operands: 'name ...' };
  expect(optionsOrEnd(named, ['--rounds=5', 'one'])).toMatchObject({ values: { rounds: '5' }, positionals: ['one'] });
});

it('says what a tool takes where it is asked', () => {
  expect(optionsOrEnd(tool, ['--keep', '--help'])).toEqual({ code: 0, text: USAGE });
  expect(optionsOrEnd({ ...tool, operands: 'name ...' }, ['--help'])).toMatchObject({
    text: USAGE.replace('[options]', '[options] [name ...]'),
  });
});

it.each([
  ["Unknown option '--round'", '--round=5'],
  ["Option '--rounds <value>' argument missing", '--rounds'],
  ["Option '--keep' does not take an argument", '--keep=yes'],
  ["Unexpected argument 'one'", 'one'],
])('refuses by name what a tool does not take: %s', (said, given) => {
  const end = optionsOrEnd(tool, [given]);
  expect(end).toMatchObject({ code: 2 });
  expect('text' in end && end.text.startsWith(said) && end.text.endsWith(USAGE)).toBe(true);
});
