import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { whoListens } from './find-station.ts';

/** The kernel's table of sockets as it would be if all of them were of another user. */
async function tableOfAnother(file: string): Promise<string> {
  const lines = (await readFile(file, 'latin1')).split('\n').map((line) => line.trim().split(/\s+/));
  return lines.map((row) => (row.length > 7 ? row.with(7, '4242') : row).join(' ')).join('\n');
}

describe.runIf(process.platform === 'linux')('who listens where a station is expected', () => {
  let server: Server;
  let url: string;
  beforeEach(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  });
  afterEach(() => server.close());

  it('is the own user', async () => {
    expect(await whoListens(url)).toBe('own');
  });

  it('is another user, who gets neither key nor document', async () => {
    expect(await whoListens(url, process.getuid?.(), tableOfAnother)).toEqual({ userId: 4242 });
  });

  it('is nobody', async () => {
    await new Promise((resolve) => server.close(resolve));
    expect(await whoListens(url)).toBe('nobody');
  });
});
