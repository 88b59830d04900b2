import { Agent, request } from 'node:http';
import { randomUUID } from 'node:crypto';
import { SignatureCreated, StateChange } from '../../service/contract/http/signatures.ts';

/**
 * A client that costs little beside the station it measures: bodies are built once, connections are kept, and ends of
 * jobs are heard over one event stream instead of being asked for.
 */
export interface LoadClient {
  /** Posts the prepared body; the id of the accepted request. */
  create(): Promise<string>;
  /** Resolves when the request has ended, with its status. */
  ended(id: string): Promise<string>;
  close(): void;
}

export async function openLoadClient(url: string, body: MultipartBody, connections: number): Promise<LoadClient> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections + 1 });
  const ends = new EndWatch();
  const stream = await openEvents(url, agent, ends);
  return {
    create: () => post(`${url}/api/v1/signatures`, agent, body),
    ended: (id) => ends.of(id),
    close: () => {
      stream();
      agent.destroy();
    },
  };
}

export interface MultipartBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** multipart/form-data with the given fields and one file. */
export function multipartBody(fields: Readonly<Record<string, string>>, file: Uint8Array): MultipartBody {
  const boundary = `station-${randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="bench.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(parts.join('') + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

/** An end may be heard before anyone asks for it: the answer to a create and its events race each other. */
class EndWatch {
  readonly #ended = new Map<string, string>();
  readonly #waiting = new Map<string, PromiseWithResolvers<string>>();
  #deaf: Error | undefined;

  /** Nothing is heard any more: whoever waited would wait for ever. */
  broken(fault: Error): void {
    this.#deaf = fault;
    for (const { reject } of this.#waiting.values()) reject(fault);
    this.#waiting.clear();
  }

  heard({ signatureId, status }: StateChange): void {
    if (!['Completed', 'Failed', 'Cancelled', 'Rejected'].includes(status)) return;
    const waiting = this.#waiting.get(signatureId);
    this.#waiting.delete(signatureId);
    if (waiting === undefined) this.#ended.set(signatureId, status);
    else waiting.resolve(status);
  }

  of(id: string): Promise<string> {
    const status = this.#ended.get(id);
    this.#ended.delete(id);
    if (status !== undefined) return Promise.resolve(status);
    if (this.#deaf !== undefined) return Promise.reject(this.#deaf);
    const waiting = Promise.withResolvers<string>();
    this.#waiting.set(id, waiting);
    return waiting.promise;
  }
}

/**
 * The station closes a connection on which nothing has come for five seconds, and on a busy machine what was sent meanwhile
 * meets its end: nobody has read that, and it is sent again.
 */
function post(url: string, agent: Agent, body: MultipartBody): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method: 'POST',
        agent,
        headers: { 'Content-Type': body.contentType, 'Content-Length': body.bytes.length },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          if (answer.statusCode === 202) resolve(SignatureCreated.parse(JSON.parse(text)).id);
          else reject(new Error(`HTTP ${answer.statusCode ?? 0}: ${text}`));
        });
        answer.on('error', reject);
      },
    );
    call.on('error', (fault: NodeJS.ErrnoException) => {
      const isStale = call.reusedSocket && (fault.code === 'ECONNRESET' || fault.code === 'EPIPE');
      if (isStale) resolve(post(url, agent, body));
      else reject(fault);
    });
    call.end(body.bytes);
  });
}

function openEvents(url: string, agent: Agent, ends: EndWatch): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const call = request(`${url}/api/v1/events`, { agent, headers: { Accept: 'text/event-stream' } }, (answer) => {
      let rest = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const lines = block.split('\n');
          // The others tell of tokens.
          if (lines.some((line) => line.startsWith('event: ') && line !== 'event: signature')) continue;
          const data = lines.find((line) => line.startsWith('data: '));
          if (data !== undefined) ends.heard(StateChange.parse(JSON.parse(data.slice(6))));
        }
      });
      answer.on('error', () => undefined);
      answer.on('close', () => ends.broken(new Error('The stream of events ended.')));
      resolve(() => call.destroy());
    });
    call.on('error', reject);
    call.end();
  });
}
