import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

export interface TestServer {
  readonly port: number;
  stop(): Promise<void>;
}

export async function hostilePage(): Promise<string> {
  return readFile(path.join(import.meta.dirname, 'hostile-page.html'), 'utf8');
}

/** Serves the hostile page at every address. */
export async function startHostileServer(): Promise<TestServer> {
  const html = await hostilePage();
  return listening(
    createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(html);
    }),
  );
}

/** A station as careless ones are: takes whatever arrives. It shows that the attacks do reach a server. */
export async function startCarelessServer(): Promise<TestServer & { readonly taken: readonly string[] }> {
  const taken: string[] = [];
  const server = createServer((request, response) => {
    taken.push(`${request.method ?? ''} ${request.url ?? ''}`);
    request.resume().once('end', () => response.end('{}'));
  });
  return { ...(await listening(server)), taken };
}

async function listening(server: Server): Promise<TestServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
