import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { productVersion } from './product-version.ts';

const OWN = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'version-'));
  mkdirSync(path.join(folder, 'dist/chunks'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("the product's version", () => {
  it('is that of the package, run from its sources', async () => {
    expect(await productVersion()).toBe(OWN.version);
  });

  it('is found from the bundle and from a chunk of it', async () => {
    writeFileSync(path.join(folder, 'package.json'), '{"name":"signing-station","version":"7.8.9"}');
    expect(await productVersion(path.join(folder, 'dist'))).toBe('7.8.9');
    expect(await productVersion(path.join(folder, 'dist/chunks'))).toBe('7.8.9');
  });

  it('is not that of whatever the product lies in', async () => {
    writeFileSync(path.join(folder, 'package.json'), '{"name":"something-else","version":"7.8.9"}');
    expect(await productVersion(path.join(folder, 'dist/chunks'))).toBe('0.0.0');
  });
});
