import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDer } from '../codecs/asn1/asn1-reader.ts';
import { readMacData } from '../codecs/pkcs12/integrity.ts';
import { openDataDirectory, type DataDirectory } from '../data-directory/data-directory.ts';
import { ensureDemoIdentity } from './demo-identity.ts';

describe('the demo identity', () => {
  let data: DataDirectory;
  beforeEach(async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'demo-identity-'));
    data = await openDataDirectory(root, path.join(root, 'uploads'));
  });
  afterEach(async () => {
    data.release();
    await rm(data.root, { recursive: true, force: true });
  });

  it('asks of each start that opens its file no more rounds than a usual file does', async () => {
    const { provider } = await ensureDemoIdentity(data, new Date());
    const [, , mac] = readDer(readFileSync(provider.path)).children();
    expect(mac === undefined ? undefined : readMacData(mac).iterations).toBe(2_048);
  });
});
