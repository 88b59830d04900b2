import { readFileSync, truncateSync } from 'node:fs';
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

  it.each([
    ['key file is empty', 'demo/demo-signer.p12', 0],
    ['key file is cut off', 'demo/demo-signer.p12', 1_000],
    ['password is empty', 'secrets/SERVICE_SECRET_SIGNING_DEMO_PASSWORD', 0],
  ])('is made anew where its %s, once, and left as it is otherwise', async (_what, name, size) => {
    const { provider, isMadeAnew } = await ensureDemoIdentity(data, new Date());
    expect(isMadeAnew).toBe(false);
    const before = readFileSync(provider.path);
    expect((await ensureDemoIdentity(data, new Date())).isMadeAnew).toBe(false);
    expect(readFileSync(provider.path)).toEqual(before);
    truncateSync(path.join(data.root, name), size);
    expect((await ensureDemoIdentity(data, new Date())).isMadeAnew).toBe(true);
    expect(readDer(readFileSync(provider.path)).children()).toHaveLength(3);
    expect(readFileSync(path.join(data.root, 'secrets/SERVICE_SECRET_SIGNING_DEMO_PASSWORD'))).toHaveLength(32);
    expect((await ensureDemoIdentity(data, new Date())).isMadeAnew).toBe(false);
  });
});
