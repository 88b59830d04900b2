import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIMBO_EXCEPTIONS } from './limbo-exceptions.ts';
import { PKITS_EXCEPTIONS } from './pkits-exceptions.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/verification-disagreements.md'), 'utf8');
const [, paths = ''] = page.split('## Certificate paths');
/** The cells of the tables: the ids, and why. */
const rows = [...paths.matchAll(/^\| (`.*`) +\| (.*?)\.? +\|$/gm)].map(([, ids = '', why = '']) => ({
  ids: [...ids.matchAll(/`([^`]+)`/g)].map(([, id = '']) => id),
  why: why.toLowerCase(),
}));

describe('the page about disagreements', () => {
  const expected = { ...PKITS_EXCEPTIONS, ...LIMBO_EXCEPTIONS };

  it('names each case that is judged otherwise than its makers say, and why', () => {
    const said = Object.fromEntries(rows.flatMap(({ ids, why }) => ids.map((id) => [id, why])));
    expect(said).toEqual(Object.fromEntries(Object.entries(expected).map(([id, why]) => [id, why.toLowerCase()])));
  });
});
