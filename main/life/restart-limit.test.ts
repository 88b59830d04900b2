import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mayStartAgain } from './restart-limit.ts';

describe('mayStartAgain', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'restarts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const MINUTE = 60_000;
  const file = (): string => path.join(folder, 'restarts.json');

  it('allows three restarts in ten minutes, over processes, and more when they are long ago', () => {
    const at = [0, 1, 2, 3].map((minutes) => mayStartAgain(file(), minutes * MINUTE));
    expect(at).toEqual([true, true, true, false]);
    expect(mayStartAgain(file(), 11 * MINUTE)).toBe(true);
  });

  it.each(['', '{', '{"a":1}', '["x"]'])('begins anew with a file that says nothing: %j', (text) => {
    writeFileSync(file(), text);
    expect(mayStartAgain(file(), MINUTE)).toBe(true);
  });

  it('allows none where it can not be remembered', () => {
    expect(mayStartAgain(path.join(folder, 'none', 'restarts.json'), 0)).toBe(false);
  });
});
