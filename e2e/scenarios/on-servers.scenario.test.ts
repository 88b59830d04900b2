import { execFile } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_ON_SERVERS } from '../actors/servers/places-on-servers.ts';
import { HAS_RABBITMQ } from '../actors/servers/rabbitmq.ts';
import { HAS_RADOSGW } from '../actors/servers/radosgw.ts';

/** Tenants are apart on Postgres, RabbitMQ and a bucket as they are on files; the other scenarios by `npm run scenarios:servers`. */
describe.skipIf(!HAS_RABBITMQ || !HAS_RADOSGW || IS_ON_SERVERS)('scenarios of a station on files', () => {
  it('pass unchanged where they are about what a caller may see and do', async () => {
    const command = path.resolve(import.meta.dirname, '../on-servers/main.ts');
    const { code, output } = await run([
      command,
      ...['access', 'lifecycle', 'reading'].map((name) => `rest-surface/${name}`),
    ]);
    expect(code, output).toBe(0);
    expect(output).toMatch(/Test Files\s+3 passed/);
  });
});

function run(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  // The runner inside is one of its own.
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('VITEST')));
  return new Promise((resolve) => {
    const running = execFile(
      process.execPath,
      args,
      { env: { ...env, NO_COLOR: '1', FORCE_COLOR: undefined }, maxBuffer: 2 ** 26 },
      (_error, stdout, stderr) => resolve({ code: running.exitCode, output: `${stdout}${stderr}` }),
    );
  });
}
