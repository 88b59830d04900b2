import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { WaitReason } from '../contract/vocabulary/failures.ts';
import { SignatureStatus, TERMINAL_SIGNATURE_STATUSES } from '../contract/vocabulary/states.ts';
import { CommandFailure, interrupted, isInterruption, stationFailure } from './command-failure.ts';
import type { FinishedDocument, WaitListener } from './document-lanes.ts';
import type { DocumentOrder } from './document-orders.ts';
import { EXIT } from './exit-codes.ts';
import { bodyOf, saveBody } from './output-file.ts';
import type { ParsedOptions } from './parse-options.ts';
import { patienceOf } from './station-work.ts';
import type { StationApi } from './station-api.ts';
import type { Terminal } from './terminal.ts';

export interface RequestParts {
  readonly api: StationApi;
  /** Where its requests are given in: `/api/v1/signatures`. */
  readonly resource: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly order: DocumentOrder;
  readonly form: FormData;
  readonly options: ParsedOptions;
  readonly terminal: Terminal;
  readonly waiting: WaitListener;
}

/** What every answer about a request has, whatever it is a request for. */
const Accepted = z.object({ id: z.uuid(), status: SignatureStatus });
const State = Accepted.extend({
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  waitReason: WaitReason.nullable(),
});

interface SeenState {
  readonly id: string;
  status: SignatureStatus;
}

const SEND_ATTEMPTS = 6;
/** What passes sooner is the usual course of things: a worker that starts, documents before this one. */
const LONG_WAIT_MILLISECONDS = 3_000;
const [FIRST_LOOK_MILLISECONDS, LONGEST_LOOK_MILLISECONDS] = [50, 1_000];

/** Sends, waits, writes. Throws CommandFailure with the code that the station gives for a request that failed. */
export async function awaitRequest(parts: RequestParts): Promise<Omit<FinishedDocument, 'kind'>> {
  const { id, status } = await send(parts);
  if (parts.options.flags.has('no-wait')) return { id, status, output: null };
  const seen = { id, status };
  try {
    return await followed(parts, seen);
  } catch (fault) {
    const told = isInterruption(fault) ? interrupted() : fault;
    throw told instanceof CommandFailure ? told.about({ id, status: seen.status }) : told;
  }
}

/** `seen` is what is known of the request, and kept so. */
async function followed(parts: RequestParts, seen: SeenState): Promise<Omit<FinishedDocument, 'kind'>> {
  const { api, order, options, terminal, resource, headers } = parts;
  const state = await ended(parts, seen);
  if (state.status !== 'Completed') {
    const reason = state.errorMessage ?? `The request ended as ${state.status}.`;
    throw stationFailure(state.errorCode, `${reason} (${state.errorCode ?? state.status}, request ${state.id})`);
  }
  const content = await api.call({ method: 'GET', path: `${resource}/${state.id}/content`, headers });
  if (order.target === null) await pipeline(bodyOf(content), terminal.output, { end: false });
  else await saveBody(content, order.target, options.flags.has('overwrite'));
  return { id: state.id, status: state.status, output: order.target ?? '-' };
}

/** A station that is busy, or a connection that breaks, is asked again; the key makes a second request of none of them. */
async function send({
  api,
  resource,
  order,
  form,
  headers,
  terminal,
}: RequestParts): Promise<z.output<typeof Accepted>> {
  const keyed = { ...headers, 'Idempotency-Key': order.idempotencyKey };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await api.read(Accepted, { method: 'POST', path: resource, headers: keyed, body: form });
    } catch (error) {
      const isPassing =
        error instanceof CommandFailure &&
        (error.errorCode === 'SERVICE_UNAVAILABLE' || error.exitCode === EXIT.unreachable);
      if (!isPassing || attempt === SEND_ATTEMPTS) throw error;
    }
    await pause(200 * 2 ** attempt, terminal.signal);
  }
}

async function ended(parts: RequestParts, seen: SeenState): Promise<z.output<typeof State>> {
  const { api, resource, headers, options, terminal, waiting } = parts;
  const { id } = seen;
  const giveUp = performance.now() + patienceOf(options.values.get('timeout'));
  let since: number | null = null;
  for (let look = FIRST_LOOK_MILLISECONDS; ; look = Math.min(look * 1.5, LONGEST_LOOK_MILLISECONDS)) {
    const state = await api.read(State, { method: 'GET', path: `${resource}/${id}`, headers });
    seen.status = state.status;
    if ((since !== null) !== (state.waitReason !== null)) {
      since = since === null ? performance.now() : null;
      waiting.onChange(since !== null);
    }
    const isLong = since !== null && performance.now() - since > LONG_WAIT_MILLISECONDS;
    if (isLong && state.waitReason !== null) waiting.onLongWait(state.waitReason);
    if (TERMINAL_SIGNATURE_STATUSES.includes(state.status)) return state;
    if (performance.now() > giveUp) {
      const reason = state.waitReason === null ? '' : `, which waits: ${state.waitReason}`;
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
