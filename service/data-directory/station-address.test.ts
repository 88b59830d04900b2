import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirectoryInUse, openDataDirectory, takeLock } from './data-directory.ts';
import { forgetAddress, noteAddress, readAddress } from './station-address.ts';

describe('the address of the station that holds a data directory', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(path.join(tmpdir(), 'station-address-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  it.each([
    ['http://127.0.0.1:5080', 'http://127.0.0.1:5080'],
    ['https://sign.example.org', 'https://sign.example.org'],
    ['http://0.0.0.0:5080', 'http://127.0.0.1:5080'],
    ['https://[::]:8443', 'https://[::1]:8443'],
  ])('is %s as it was written down', (written, read) => {
    noteAddress(root, written);
    expect(readAddress(root)).toBe(read);
    expect(statSync(path.join(root, 'station.url')).mode & 0o077).toBe(0);
    forgetAddress(root);
    expect(readAddress(root)).toBeNull();
  });

  it.each(['', 'here', 'file:///etc/passwd', 'javascript:alert(1)', 'http://user@host', 'http://host/path', '\0'])(
    'is none where the file says %j',
    (text) => {
      writeFileSync(path.join(root, 'station.url'), text);
      expect(readAddress(root)).toBeNull();
    },
  );

  it('is said to a second station, and is never that of one that is gone', async () => {
    const first = await openDataDirectory(root, path.join(root, 'uploads'));
    await expect(openDataDirectory(root, path.join(root, 'uploads'))).rejects.toMatchObject({ url: null });
    first.announce('http://127.0.0.1:5080');
    const refused = await openDataDirectory(root, path.join(root, 'uploads')).catch((fault: unknown) => fault);
    expect(refused).toBeInstanceOf(DataDirectoryInUse);
    expect(refused).toMatchObject({ url: 'http://127.0.0.1:5080' });
    expect(String(refused)).toContain(`${root} at http://127.0.0.1:5080/.`);
    first.release();
    expect(readAddress(root)).toBeNull();
    // Left behind by a station that was killed.
    noteAddress(root, 'http://127.0.0.1:5080');
    const release = takeLock(root);
    expect(readAddress(root)).toBeNull();
    release();
  });
});
