import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { mountSmallDisk } from '../../e2e/actors/disk/small-disk.ts';
import { loadConfiguration } from '../config/configuration.ts';
import { acceptUnit } from '../persistence/sample-records.suite.ts';
import { openTemporaryStore } from '../persistence/sqlite/temporary-store.suite.ts';
import { runMigrateCommand } from './migrate-command.ts';

const DOCUMENT = Buffer.alloc(200_000, 'document');

it.runIf(process.platform === 'linux')(
  'says where there is no room for documents, and goes on once there is',
  async (context) => {
    const root = mkdtempSync(path.join(tmpdir(), 'migrate-full-'));
    const [source, small] = [path.join(root, 'source'), path.join(root, 'small')];
    for (const folder of [source, small]) mkdirSync(folder, { mode: 0o700 });
    const disk = mountSmallDisk(small, 1);
    const target = path.join(small, 'documents');
    try {
      if (disk === undefined) context.skip();
      const sha256 = createHash('sha256').update(DOCUMENT).digest('hex');
      const unit = acceptUnit({ input: { size: DOCUMENT.length, sha256 } });
      const store = await openTemporaryStore();
      await store.persistence.acceptSignatureRequest(unit);
      // Until then a part of it is in its log.
      await store.persistence.close();
      copyFileSync(store.databasePath, path.join(source, 'station.db'));
      await store.dispose();
      const key = unit.files[0]?.storageKey ?? '';
      mkdirSync(path.dirname(path.join(source, 'files', key)), { recursive: true });
      writeFileSync(path.join(source, 'files', key), DOCUMENT);
      const configurationWith = (...argv: string[]) =>
        loadConfiguration({ argv: [`--Data:Directory=${source}`, ...argv], env: {} });
      const printed: string[] = [];
      const sqliteMigrations = path.join(import.meta.dirname, '../persistence/sqlite/migrations');
      const move = () =>
        runMigrateCommand({
          configuration: configurationWith(),
          target: configurationWith(`--Storage:Root=${target}`),
          entries: { sqliteMigrations, postgresMigrations: '', checkpointThread: '' },
          environment: {},
          print: (line) => void printed.push(line),
        });
      mkdirSync(target, { mode: 0o700 });
      const giveBack = disk?.fill();
      await expect(move()).rejects.toThrow(`There is no space left for documents in ${target}. Make room, and repeat`);
      giveBack?.();
      await move();
      expect(printed).toContain('Documents: 1 there with the recorded SHA-256, 1 of them copied now');
      expect(statSync(path.join(target, key)).size).toBe(DOCUMENT.length);
    } finally {
      disk?.unmount();
      rmSync(root, { recursive: true, force: true });
    }
  },
);
