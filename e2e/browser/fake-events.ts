import type { ServerResponse } from 'node:http';

/** Streams of events that pages have open. */
export interface FakeEvents {
  open(response: ServerResponse): void;
  send(event: string, data: unknown): void;
  drop(): void;
}

export function createFakeEvents(): FakeEvents {
  const streams = new Set<ServerResponse>();
  return {
    open: (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(': open\n\n');
      streams.add(response);
      response.on('close', () => streams.delete(response));
    },
    send: (event, data) => {
      for (const stream of streams) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    drop: () => {
      for (const stream of streams) stream.destroy();
    },
  };
}
