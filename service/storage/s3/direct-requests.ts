import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { requestSigner } from './request-signature.ts';
import { DIGEST_METADATA } from './s3-client.ts';
import type { S3Settings } from './s3-settings.ts';
import { storeConnection, type Send } from './store-connection.ts';
import { isTrouble, type TellTrouble } from './store-troubles.ts';

/** The body of an object that is there, as it comes. */
interface DirectAnswer {
  readonly body: Readable;
  readonly size: number | undefined;
  /** Hexadecimal, as it stands beside the object. */
  readonly sha256: string | undefined;
}

/** SHA-256 of no bytes: what a request without a body signs. */
const NO_BYTES = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

interface DirectParts {
  readonly send: Send;
  readonly region: string;
  readonly tell: TellTrouble;
}

/**
 * The two requests that every job makes, a small object put and an object got, signed and sent without the SDK, whose stack
 * takes more of a processor than all else that they need. They only know what goes well: whatever else the store says, or
 * if it says nothing, the caller asks again through the SDK, which knows what every answer means, waits and repeats.
 */
class DirectRequests {
  readonly #client: S3Client;
  readonly #send: Send;
  readonly #sign: ReturnType<typeof requestSigner>;
  readonly #host: string;
  readonly #folder: string;
  readonly #tell: TellTrouble;

  constructor(client: S3Client, { host, pathname }: URL, parts: DirectParts) {
    const { send, region, tell } = parts;
    this.#client = client;
    this.#tell = tell;
    this.#send = send;
    this.#sign = requestSigner(region);
    this.#host = host;
    this.#folder = pathname.endsWith('/') ? pathname : `${pathname}/`;
  }

  /** True when the store has the object now; false says nothing about it. */
  async put(key: string, body: Uint8Array, sha256: string, onlyIfNew: boolean): Promise<boolean> {
    const response = await this.#ask('PUT', key, body, {
      'content-type': 'application/octet-stream',
      'content-length': String(body.byteLength),
      'x-amz-content-sha256': sha256,
      [`x-amz-meta-${DIGEST_METADATA}`]: sha256,
      ...(onlyIfNew ? { 'if-none-match': '*' } : {}),
    });
    if (response === undefined) return false;
    const hasCome = await drained(response);
    return hasCome && response.statusCode === 200;
  }

  /** Undefined says nothing about the object. */
  async get(key: string): Promise<DirectAnswer | undefined> {
    const response = await this.#ask('GET', key, undefined, { 'x-amz-content-sha256': NO_BYTES });
    if (response === undefined) return undefined;
    const { headers, statusCode } = response;
    if (statusCode !== 200) {
      await drained(response);
      return undefined;
    }
    const length = headers['content-length'];
    const sha256 = headers[`x-amz-meta-${DIGEST_METADATA}`];
    return {
      body: response,
      size: length === undefined ? undefined : Number(length),
      sha256: typeof sha256 === 'string' ? sha256 : undefined,
    };
  }

  async #ask(
    method: string,
    key: string,
    body: Uint8Array | undefined,
    headers: Readonly<Record<string, string>>,
  ): Promise<IncomingMessage | undefined> {
    const path = this.#folder + key.split('/').map(escaped).join('/');
    const { config } = this.#client;
    try {
      // The SDK keeps them for a while, and has set its clock by that of a store that refused its time.
      const credentials = await config.credentials();
      const date = new Date(Date.now() + config.systemClockOffset);
      const signed = this.#sign({ method, path, headers: { host: this.#host, ...headers } }, credentials, date);
      const response = await this.#send({ method, path, headers: signed, body });
      const { statusCode } = response;
      if (statusCode !== undefined && isTrouble({ status: statusCode })) this.#tell(method, statusCode);
      return response;
    } catch (fault) {
      // The SDK meets the same, unless it has passed.
      this.#tell(method, fault);
      return undefined;
    }
  }
}

/** Requests to the bucket of a store of others. The SDK's own rules say where the bucket lies that the endpoint has. */
export function directRequests(
  client: S3Client,
  settings: S3Settings & { readonly endpoint: string },
  tell: TellTrouble,
): DirectRequests {
  const { endpoint, bucket, region, certificateAuthorities } = settings;
  const { url } = client.config.endpointProvider({
    ...{ Endpoint: endpoint, Bucket: bucket, Region: region },
    ...{ UseFIPS: false, UseDualStack: false, Accelerate: false },
    ForcePathStyle: client.config.forcePathStyle === true,
  });
  return new DirectRequests(client, url, { send: storeConnection(url, certificateAuthorities), region, tell });
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
