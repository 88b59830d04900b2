import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { DIGEST_METADATA } from './s3-client.ts';

type Signer = Awaited<ReturnType<S3Client['config']['signer']>>;
type Request = Parameters<Signer['sign']>[0];

/** What the SDK's handler takes and answers; its own type says less. */
interface Handler {
  handle(request: unknown): Promise<{ readonly response: Response }>;
}

interface Response {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Readable;
}

/** The body of an object that is there, as it comes. */
interface DirectAnswer {
  readonly body: Readable;
  readonly size: number | undefined;
  /** Hexadecimal, as it stands beside the object. */
  readonly sha256: string | undefined;
}

/** SHA-256 of no bytes: what a request without a body signs. */
const NO_BYTES = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * The two requests that every job makes, a small object put and an object got, signed and sent by the SDK's own signer and
 * handler, but without its middleware, which takes more of a processor than all else that they need. They only know what
 * goes well: whatever else the store says, or if it says nothing, the caller asks again through the SDK, which knows what
 * every answer means, waits and repeats.
 */
class DirectRequests {
  readonly #client: S3Client;
  readonly #handler: Handler;
  readonly #base: Pick<Request, 'protocol' | 'hostname' | 'port'>;
  readonly #host: string;
  readonly #folder: string;
  readonly #signer: Promise<Signer>;

  constructor(client: S3Client, { protocol, hostname, port, host, pathname }: URL) {
    this.#client = client;
    this.#handler = client.config.requestHandler as Handler;
    this.#base = { protocol, hostname, ...(port === '' ? {} : { port: Number(port) }) };
    this.#host = host;
    this.#folder = pathname.endsWith('/') ? pathname : `${pathname}/`;
    this.#signer = client.config.signer();
    // Whoever signs is told.
    this.#signer.catch(() => undefined);
  }

  /** True when the store has the object now; false says nothing about it. */
  async put(key: string, body: Uint8Array, sha256: string, onlyIfNew: boolean): Promise<boolean> {
    const response = await this.#send('PUT', key, body, {
      'content-type': 'application/octet-stream',
      'content-length': String(body.byteLength),
      'x-amz-content-sha256': sha256,
      [`x-amz-meta-${DIGEST_METADATA}`]: sha256,
      ...(onlyIfNew ? { 'if-none-match': '*' } : {}),
    });
    if (response === undefined) return false;
    const hasCome = await drained(response.body);
    return hasCome && response.statusCode === 200;
  }

  /** Undefined says nothing about the object. */
  async get(key: string): Promise<DirectAnswer | undefined> {
    const response = await this.#send('GET', key, undefined, { 'x-amz-content-sha256': NO_BYTES });
    if (response === undefined) return undefined;
    const { body, headers, statusCode } = response;
    if (statusCode !== 200) {
      await drained(body);
      return undefined;
    }
    const length = headers['content-length'];
    const sha256 = headers[`x-amz-meta-${DIGEST_METADATA}`];
    return { body, size: length === undefined ? undefined : Number(length), sha256 };
  }

  async #send(
    method: string,
    key: string,
    body: Uint8Array | undefined,
    headers: Record<string, string>,
  ): Promise<Response | undefined> {
    const request = {
      ...this.#base,
      ...{ method, body, query: {}, path: this.#folder + key.split('/').map(escaped).join('/') },
      headers: { host: this.#host, ...headers },
    };
    try {
      const signer = await this.#signer;
      // The SDK has set its clock by that of a store that refused its time.
      const signingDate = new Date(Date.now() + this.#client.config.systemClockOffset);
      const signed = await signer.sign(request, { signingDate });
      return (await this.#handler.handle(signed)).response;
    } catch {
      // The SDK meets the same, unless it has passed.
      return undefined;
    }
  }
}

/** Requests to `bucket` of a store of others. The SDK's own rules say where the bucket lies that `endpoint` has. */
export function directRequests(
  client: S3Client,
  place: { bucket: string; endpoint: string; region: string },
): DirectRequests {
  const { url } = client.config.endpointProvider({
    ...{ Endpoint: place.endpoint, Bucket: place.bucket, Region: place.region },
    ...{ UseFIPS: false, UseDualStack: false, Accelerate: false },
    ForcePathStyle: client.config.forcePathStyle === true,
  });
  return new DirectRequests(client, url);
}

/** True when an answer of which nobody reads the bytes has come to its end. */
function drained(body: Readable): Promise<boolean> {
  return new Promise((resolve) => {
    body.once('end', () => resolve(true));
    body.once('error', () => resolve(false));
    body.once('close', () => resolve(false));
    body.resume();
  });
}

/** As SigV4 wants a path: also what encodeURIComponent leaves. */
function escaped(component: string): string {
  return encodeURIComponent(component).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export type { DirectRequests };
