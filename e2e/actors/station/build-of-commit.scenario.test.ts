import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { buildOfCommit } from './build-of-commit.ts';

it('builds the station of a commit, its page too', () => {
  const folder = buildOfCommit('HEAD');
  try {
    const made = ['dist/headless.js', 'dist/renderer/index.html'].filter((file) => existsSync(path.join(folder, file)));
    expect(made).toHaveLength(2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
