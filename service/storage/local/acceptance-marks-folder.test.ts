import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AcceptanceMarks } from '../acceptance-marks.ts';
import { openAcceptanceMarks } from './acceptance-marks-folder.ts';

const mark = (signatureId: string) => ({ tenantId: 'acme', signatureId, keys: [`${signatureId}/input.bin`] });

describe('marks of what is being taken in', () => {
  let folder: string;
  let lives: AcceptanceMarks[];
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'marks-')), 'accepting');
    lives = [];
  });
  afterEach(() => {
    for (const life of lives) life.close();
    rmSync(join(folder, '..'), { recursive: true });
  });

  /** As a start does, without an end of the life before. */
  const nextLife = (): AcceptanceMarks => {
    const life = openAcceptanceMarks(folder);
    lives.push(life);
    return life;
  };

  it('tell the next life what was begun and not ended, until it has been looked after', async () => {
    const first = nextLife();
    expect(first.cutOff()).toEqual([]);
    await Promise.all(['a', 'b', 'c'].map((id) => first.begin(mark(id))));
    first.end('b');
    const second = nextLife();
    expect(second.cutOff()).toEqual([mark('a'), mark('c')]);
    await second.begin(mark('d'));
    expect(nextLife().cutOff()).toEqual([mark('a'), mark('c'), mark('d')]);
    await second.forgetCutOff();
    expect(second.cutOff()).toEqual([]);
    expect(nextLife().cutOff()).toEqual([mark('d')]);
  });

  it('leave a line out that was cut off itself', async () => {
    await nextLife().begin(mark('a'));
    appendFileSync(join(folder, readdirSync(folder)[0] ?? ''), '{"tenantId":"acme","signat');
    expect(nextLife().cutOff()).toEqual([mark('a')]);
  });

  it('name the folder that is in place of one of their files', () => {
    mkdirSync(join(folder, '1.marks'), { recursive: true });
    const expected = { code: 'EISDIR', path: join(folder, '1.marks') };
    expect(nextLife).toThrow(expect.objectContaining(expected) as Error);
  });

  it('leave no file behind of which all has ended, nor grow without end', async () => {
    const life = nextLife();
    for (let round = 0; round < 3; round += 1) {
      const ids = Array.from({ length: 1_000 }, (_, index) => `${String(round)}-${String(index)}`);
      await Promise.all(ids.map((id) => life.begin(mark(id))));
      for (const id of ids.slice(1)) life.end(id);
    }
    life.end('1-0');
    await expect.poll(() => readdirSync(folder)).toHaveLength(2);
    expect(nextLife().cutOff()).toEqual([mark('0-0'), mark('2-0')]);
    life.end('0-0');
    life.end('2-0');
    life.close();
    await expect.poll(() => readdirSync(folder)).toEqual([]);
  });
});
