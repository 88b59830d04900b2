import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { signWith } from '../clients/generated-client.ts';
import { typescriptClient } from '../clients/languages.ts';

it('a program over types that openapi-typescript makes of the document compiles and signs', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'typed-client-'));
  try {
    await expect(signWith(typescriptClient, folder)).resolves.toBeUndefined();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
