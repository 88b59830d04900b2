import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutPower, differences } from '../powercuts/cut-power.ts';
import { recordStation, type Recording } from '../powercuts/record-station.ts';

const REQUESTS = 24;
const CUTS = 60;
const START_EVERY = 30;
const SEED = 20_261_124;

describe('power cuts at any moment of a station at work', () => {
  let folder: string;
  let recording: Recording;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'power-cuts-'));
    recording = await recordStation(folder, REQUESTS, SEED);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const cut = (ignoresSyncs: boolean) => {
    const scratch = path.join(folder, ignoresSyncs ? 'without' : 'with');
    mkdirSync(scratch);
    const startEvery = ignoresSyncs ? 0 : START_EVERY;
    return cutPower(recording, scratch, { cuts: CUTS, startEvery, seed: SEED, ignoresSyncs });
  };

  it('are made on a record that misses nothing', () => {
    expect(differences(recording)).toEqual([]);
  });

  it(`lose nothing that anybody was told (seed ${String(SEED)})`, async () => {
    const { violations, cuts, starts, promises } = await cut(false);
    expect(violations).toEqual([]);
    expect({ cuts, starts }).toEqual({ cuts: CUTS, starts: CUTS / START_EVERY });
    expect(promises).toBeGreaterThan(CUTS);
  });

  it('would be found out if syncs did nothing', async () => {
    expect((await cut(true)).violations.length).toBeGreaterThan(CUTS / 10);
  });
});
