import { z, type ZodType } from 'zod';
import { ApiError } from './api-error.ts';
import { credentialHeaders, type Credentials } from './credentials.ts';
import type { Answer, CallInit } from './diagnoses.ts';
import { fileNameOf } from './file-name.ts';
import { readAnswer } from './read-answer.ts';
import type { Upload } from './upload.ts';

export interface TransportOptions {
  /** Origin of the station without a trailing slash; empty for the page's own origin. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly upload: Upload;
  readonly credentials: () => Credentials;
}

export interface VerifyOptions {
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

export interface NamedFile {
  readonly blob: Blob;
  /** Null when the station names none. */
  readonly name: string | null;
}

/** How calls reach the station, and how their answers are read. All reject with ApiError. */
// eslint-disable-next-line @typescript-eslint/explicit-module-boundary-types -- its parts are typed below
export function createTransport(options: TransportOptions) {
  const address = (path: string): string => `${options.origin}${path}`;

  async function call(path: string, { accept, ...init }: CallInit = {}): Promise<Answer> {
    const type = typeof init.body === 'string' ? { 'Content-Type': 'application/json' } : {};
    const headers = { Accept: accept ?? 'application/json', ...type, ...credentialHeaders(options.credentials()) };
    try {
      const response = await options.fetch(address(path), { ...init, headers });
      return { status: response.status, body: await response.text() };
    } catch (cause) {
      if (init.signal?.aborted === true) throw cause;
      throw new ApiError('network', 'The station did not answer', { cause });
    }
  }

  async function get<T>(schema: ZodType<T>, path: string): Promise<T> {
    const { status, body } = await call(path);
    return readAnswer(schema, status, body);
  }

  async function post<T>(schema: ZodType<T>, path: string, json?: unknown): Promise<T> {
    const sent = json === undefined ? {} : { body: JSON.stringify(json) };
    const { status, body } = await call(path, { method: 'POST', ...sent });
    return readAnswer(schema, status, body);
  }

  async function send<T>(schema: ZodType<T>, path: string, form: FormData, how: VerifyOptions, more = {}): Promise<T> {
    const headers = { ...credentialHeaders(options.credentials()), ...more };
    const { status, body } = await options.upload({ url: address(path), form, headers, ...how });
    return readAnswer(schema, status, body);
  }

  /** A whole answer in memory, with the station's name for it: only where a key is needed, which no link carries. */
  async function file(path: string): Promise<NamedFile> {
    const response = await options.fetch(path, { headers: credentialHeaders(options.credentials()) });
    if (!response.ok) readAnswer(z.never(), response.status, await response.text());
    return { blob: await response.blob(), name: fileNameOf(response.headers.get('content-disposition')) };
  }

  return { address, call, get, post, send, file };
}
