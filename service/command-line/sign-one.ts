import { pipeline } from 'node:stream/promises';
import { SignatureCreated, SignatureView } from '../contract/http/signatures.ts';
import type { SignatureFormat } from '../contract/vocabulary/signature-formats.ts';
import { TERMINAL_SIGNATURE_STATUSES } from '../contract/vocabulary/states.ts';
import { SIGN_FIELDS } from './api-commands.ts';
import { CommandFailure, interrupted, stationFailure } from './command-failure.ts';
import { EXIT } from './exit-codes.ts';
import type { InputFile } from './input-files.ts';
import { bodyOf, saveBody } from './output-file.ts';
import type { ParsedOptions } from './parse-options.ts';
import { headersOf } from './request-parts.ts';
import type { StationApi } from './station-api.ts';
import type { Terminal } from './terminal.ts';

/** What becomes one request. */
export interface SignOrder {
  readonly files: readonly InputFile[];
  readonly format: SignatureFormat;
  /** Where the signed document goes; null: to stdout. */
  readonly target: string | null;
  readonly idempotencyKey: string;
}

export interface SignedDocument {
  readonly id: string;
  readonly status: string;
  /** Null: nobody has waited for it. `-`: it went to stdout. */
  readonly output: string | null;
}

interface SignOneParts {
  readonly api: StationApi;
  readonly order: SignOrder;
  readonly form: FormData;
  readonly options: ParsedOptions;
  readonly terminal: Terminal;
  /** Told when a request begins and ends to wait for its token, card or PIN. */
  readonly onWaiting: (isWaiting: boolean) => void;
}

const SEND_ATTEMPTS = 6;
const [FIRST_LOOK_MILLISECONDS, LONGEST_LOOK_MILLISECONDS] = [50, 1_000];

/** Sends, waits, writes. Throws CommandFailure with the code that the station gives for a request that failed. */
export async function signOne(parts: SignOneParts): Promise<SignedDocument> {
  const { api, order, options, terminal } = parts;
  const created = await send(parts);
  if (options.flags.has('no-wait')) return { id: created.id, status: created.status, output: null };
  const view = await ended(parts, created.id);
  if (view.status !== 'Completed') {
    const reason = view.errorMessage ?? `The request ended as ${view.status}.`;
    throw stationFailure(view.errorCode, `${reason} (${view.errorCode ?? view.status}, request ${view.id})`);
  }
  const path = `/api/v1/signatures/${created.id}/content`;
  const content = await api.call({ method: 'GET', path, headers: headersOf(SIGN_FIELDS, options) });
  if (order.target === null) await pipeline(bodyOf(content), terminal.output, { end: false });
  else await saveBody(content, order.target, options.flags.has('overwrite'));
  return { id: created.id, status: view.status, output: order.target ?? '-' };
}

/** A station that is busy, or a connection that breaks, is asked again; the key makes a second request of none of them. */
async function send({ api, order, form, options, terminal }: SignOneParts): Promise<SignatureCreated> {
  const headers = { ...headersOf(SIGN_FIELDS, options), 'Idempotency-Key': order.idempotencyKey };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await api.read(SignatureCreated, { method: 'POST', path: '/api/v1/signatures', headers, body: form });
    } catch (error) {
      const isPassing =
        error instanceof CommandFailure &&
        (error.errorCode === 'SERVICE_UNAVAILABLE' || error.exitCode === EXIT.unreachable);
      if (!isPassing || attempt === SEND_ATTEMPTS) throw error;
    }
    await pause(200 * 2 ** attempt, terminal.signal);
  }
}

async function ended({ api, options, terminal, onWaiting }: SignOneParts, id: string): Promise<SignatureView> {
  const seconds = Number(options.values.get('timeout') ?? Number.POSITIVE_INFINITY);
  const giveUp = performance.now() + seconds * 1000;
  const request = {
    method: 'GET',
    path: `/api/v1/signatures/${id}`,
    headers: headersOf(SIGN_FIELDS, options),
  } as const;
  let isWaiting = false;
  for (let look = FIRST_LOOK_MILLISECONDS; ; look = Math.min(look * 1.5, LONGEST_LOOK_MILLISECONDS)) {
    const view = await api.read(SignatureView, request);
    if (isWaiting !== (view.waitReason !== null)) {
      isWaiting = !isWaiting;
      onWaiting(isWaiting);
    }
    if (TERMINAL_SIGNATURE_STATUSES.includes(view.status)) return view;
    if (performance.now() > giveUp) {
      const reason = view.waitReason === null ? '' : `, which waits: ${view.waitReason}`;
      throw new CommandFailure(`It took longer than --timeout; request ${id}${reason} goes on.`, EXIT.timedOut);
    }
    await pause(look, terminal.signal);
  }
}

/** Ended early by Ctrl-C. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const interrupt = (): void => {
      clearTimeout(timer);
      reject(interrupted());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', interrupt);
      resolve();
    }, milliseconds);
    if (signal.aborted) interrupt();
    else signal.addEventListener('abort', interrupt, { once: true });
  });
}
