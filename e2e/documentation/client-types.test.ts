import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { clientTypes } from './client-types.ts';

it('the types of the client are those of the OpenAPI document; `npm run settings` writes them', async () => {
  const types = await clientTypes();
  expect(types.size).toBeGreaterThan(0);
  for (const [file, text] of types) {
    expect(readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8'), file).toBe(text);
  }
});
