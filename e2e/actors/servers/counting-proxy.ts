import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before an HTTP server and counts what goes through. */
export interface CountingProxy {
  readonly url: string;
  /** Requests so far, by method. */
  counts(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/** Passes everything on as it comes, the Host header too, which requests to S3 are signed with. */
export async function openCountingProxy(target: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(target);
  const counts: Record<string, number> = {};
  const server = createServer((asked, answer) => {
    const { method = '', url: path = '/', rawHeaders } = asked;
    counts[method] = (counts[method] ?? 0) + 1;
    const passed = request({ hostname, port, method, path, headers: rawHeaders }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders);
      answered.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    counts: () => ({ ...counts }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
