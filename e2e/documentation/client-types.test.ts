import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CLIENT_TYPES_FILE, clientTypes } from './client-types.ts';

it('the types of the client are those of the OpenAPI document; `npm run settings` writes them', async () => {
  const written = readFileSync(path.join(import.meta.dirname, '../..', CLIENT_TYPES_FILE), 'utf8');
  expect(written).toBe(await clientTypes());
});
