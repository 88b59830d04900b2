import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RestartLimit } from './restart-limit.ts';

describe('RestartLimit', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'restarts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const MINUTE = 60_000;
  const file = (): string => path.join(folder, 'restarts.json');
  /** Of a process of its own. */
  const limit = (minutes: number, at = file()): RestartLimit => new RestartLimit(at, () => minutes * MINUTE);

  it('allows three restarts in ten minutes, over processes, and more when they are long ago', () => {
    expect([0, 1, 2, 3].map((minutes) => limit(minutes).mayStartAgain())).toEqual([true, true, true, false]);
    expect(limit(11).mayStartAgain()).toBe(true);
  });

  it('holds the next program once, and forgets no restart over it', () => {
    for (const minutes of [0, 1, 2]) limit(minutes).mayStartAgain();
    expect(limit(2).takeHold()).toBe(false);
    expect(limit(2).hold()).toBe(true);
    expect([limit(3).takeHold(), limit(3).takeHold()]).toEqual([true, false]);
    expect(limit(3).mayStartAgain()).toBe(false);
  });

  it.each(['', '{', '[1]', '{"times":"x"}'])('begins anew with a file that says nothing: %j', (text) => {
    writeFileSync(file(), text);
    expect(limit(1).mayStartAgain()).toBe(true);
  });

  it('allows none, and holds nothing, where it can not be remembered', () => {
    const nowhere = limit(0, path.join(folder, 'none', 'restarts.json'));
    expect([nowhere.mayStartAgain(), nowhere.hold(), nowhere.takeHold()]).toEqual([false, false, false]);
  });
});
