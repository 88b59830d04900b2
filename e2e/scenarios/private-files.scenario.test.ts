import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { startStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf } from '../documents/pdf/pdf-builder.ts';

/** What the page for operators says lies in the data directory. */
function namedInDirectory(): ReadonlySet<string> {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  const section = page.split(/^##+ /m).find((part) => part.startsWith('The data directory\n')) ?? '';
  const cells = [...section.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
  return new Set(cells.flatMap((cell) => [...cell.matchAll(/`([^`/]+)/g)].map(([, name = '']) => name)));
}

it.skipIf(process.platform === 'win32')(
  'makes files and folders for its own user only, whatever the umask, and none that operators are not told of',
  async () => {
    const before = process.umask(0);
    const folder = await mkdtemp(path.join(tmpdir(), 'station-modes-'));
    const dataDirectory = path.join(folder, 'data');
    const station = await startStation({ dataDirectory });
    try {
      const client = createStationClient(station.url);
      for (const format of ['PAdES', 'CAdES', 'ASiC_E', 'XAdES']) {
        const document = format === 'XAdES' ? Buffer.from('<a/>') : buildPdf({ pieces: onePage() });
        const { id } = await client.create(document, { format });
        expect(await client.finished(id)).toMatchObject({ status: 'Completed' });
        expect((await client.content(id)).length).toBeGreaterThan(0);
      }
      const entries = readdirSync(dataDirectory, { recursive: true }).map(String);
      expect(entries.filter((name) => name.endsWith('signed.bin'))).toHaveLength(4);
      const named = namedInDirectory();
      expect(readdirSync(dataDirectory).filter((name) => !named.has(name))).toEqual([]);
      // What the station has removed meanwhile is open to nobody.
      const modeOf = (name: string): number =>
        statSync(path.join(dataDirectory, name), { throwIfNoEntry: false })?.mode ?? 0;
      const open = ['.', ...entries].filter((name) => (modeOf(name) & 0o077) !== 0);
      expect(open).toEqual([]);
    } finally {
      process.umask(before);
      await station.dispose();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
