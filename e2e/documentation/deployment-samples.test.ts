import { copyFileSync, chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../service/config/configuration.ts';
import { readConnectionText } from '../../service/persistence/postgres/connection-text.ts';
import { STORAGE_OUTCOMES } from '../../service/telemetry/storage-outcomes.ts';
import { COUNTERS, createMetricsRegistry, HISTOGRAMS } from '../../service/telemetry/metrics.ts';
import { printConfiguration } from '../../service/config/print-configuration.ts';

const FOLDER = path.join(import.meta.dirname, '../../resources/deployment');
const SAMPLES = globSync('*.json', { cwd: FOLDER }).toSorted();

/** What is looked at of a configuration. */
interface Shown {
  readonly Environment: string;
  readonly Authentication: { readonly Enabled: boolean };
  readonly Database: { readonly Provider: string; readonly ConnectionString: string };
  readonly Broker: { readonly Url: string | null };
  readonly Storage: { readonly Provider: string; readonly Bucket: string | null; readonly Endpoint: string | null };
}

describe('sample configurations', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'samples-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('are there for one machine, for shared servers and for containers', () => {
    expect(SAMPLES).toEqual(['compose.json', 'servers.json', 'single.json']);
  });

  it.each(SAMPLES)('%s is a configuration that a station starts with, as --print-config shows it', (sample) => {
    const file = path.join(directory, sample);
    copyFileSync(path.join(FOLDER, sample), file);
    chmodSync(file, 0o600);
    const argv = ['--config', file, `--Data:Directory=${path.join(directory, 'data')}`];
    const shown = JSON.parse(printConfiguration(loadConfiguration({ argv, env: {} }))) as Shown;
    const given = JSON.parse(readFileSync(file, 'utf8')) as Partial<Shown>;
    expect(shown.Environment).toBe(given.Environment);
    expect(shown.Authentication.Enabled).toBe(true);
    expect(shown.Broker).toMatchObject({ Provider: 'embedded', Url: null, ...given.Broker });
    expect(shown.Storage).toMatchObject({ Provider: given.Storage?.Provider ?? 'local' });
    expect(shown.Storage.Bucket).toBe(given.Storage?.Bucket ?? null);
  });

  const read = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8');

  it.each(['compose.json', 'servers.json'])('%s reaches every server by TLS only', (sample) => {
    const { Database, Broker, Storage } = JSON.parse(read(sample)) as Shown;
    // The authorities lie where it is deployed to, not here.
    const { address } = readConnectionText(Database.ConnectionString.replace(/sslrootcert=[^&]*/, ''));
    expect(address?.ssl).toMatchObject({ rejectUnauthorized: true, servername: address?.host });
    expect(Broker.Url).toMatch(/^amqps:/);
    expect(Storage.Endpoint ?? 'https:').toMatch(/^https:/);
  });

  it('compose.json names the services of compose.yaml', () => {
    const { Database, Broker, Storage } = JSON.parse(read('compose.json')) as Shown;
    const addresses = [Database.ConnectionString, Broker.Url ?? '', Storage.Endpoint ?? ''];
    for (const address of addresses) expect(read('compose.yaml')).toContain(`\n  ${new URL(address).hostname}:\n`);
  });
});

describe('the alerts', () => {
  const rules = readFileSync(path.join(FOLDER, 'alerts.yaml'), 'utf8');
  const expressions = [...rules.matchAll(/expr: (.+)$/gm)].map(([, expression = '']) => expression);

  it('look at metrics that there are, and at labels that are there from the start', () => {
    const known = [...Object.keys(COUNTERS), ...Object.keys(HISTOGRAMS).map((name) => `${name}_bucket`), 'up'];
    const asked = expressions.flatMap((text) => text.match(/\b[a-z]+_[a-z_]+(?=[{[])|\bup\b/g) ?? []);
    expect(asked).toHaveLength(9);
    expect(asked.filter((name) => !known.includes(name))).toEqual([]);
    const shown = createMetricsRegistry().render();
    const labels = expressions.flatMap((text) => text.match(/(?<=_total\{)[^}]+/g) ?? []);
    expect(labels).toHaveLength(5);
    for (const label of labels) expect(shown).toMatch(new RegExp(`_total\\{(.*,)?${label}\\} 0$`, 'm'));
    expect(STORAGE_OUTCOMES).toContain('failed');
  });
});
