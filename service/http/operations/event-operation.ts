import type { Response } from 'express';
import type { StateChange } from '../../contract/http/signatures.ts';
import type { Caller } from '../../use-cases/ports.ts';
import type { HttpStation } from '../http-station.ts';
import { clientOf, isRevoked } from '../caller.ts';
import { operation, type Operation } from '../operation.ts';

const HEARTBEAT_MILLISECONDS = 15_000;
/** A stream without events ends this soon after its key was revoked. */
const KEY_CHECK_MILLISECONDS = 1_000;
/** A reader this far behind is cut off; it reads the lists again when it comes back. */
const MAX_BUFFERED_BYTES = 1_048_576;

/** `GET /events`: state changes of the tenant's requests, and of tokens, as server-sent events. */
export const eventOperation: Operation = operation({
  id: 'streamEvents',
  method: 'get',
  path: '/api/v1/events',
  tag: 'Signatures',
  summary: 'State changes as they happen (event `signature`; `tokens` when a token came or went)',
  permission: 'SignaturesRead',
  replies: { 200: { description: 'An endless stream of events', mediaType: 'text/event-stream' } },
  errors: ['SIGNATURE_REQUEST_INVALID', 'SERVICE_UNAVAILABLE'],
  handle(station, { request, response, caller }) {
    // A reader that left before its key was looked at is told of by no event any more: its place would never be given back.
    if (response.closed) return 'sent';
    const giveBack = station.streamSlots.take(clientOf(station, request, caller));
    response.statusCode = 200;
    response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    response.setHeader('X-Accel-Buffering', 'no');
    response.once('close', giveBack);
    if (request.method === 'HEAD') return { status: 200 };
    response.write('retry: 2000\n\n');
    stream(station, response, caller);
    return 'sent';
  },
});

function stream(station: HttpStation, response: Response, caller: Caller): void {
  let pending = '';
  const flush = async (): Promise<void> => {
    // Asked before every write: what happens after a key was revoked is not for whoever holds it.
    if (await isRevokedOrUnknown(station, caller)) {
      pending = '';
      response.end();
      return;
    }
    const text = pending;
    pending = '';
    if (text === '' || response.writableEnded) return;
    if (response.writableLength > MAX_BUFFERED_BYTES) response.destroy();
    else response.write(text);
  };
  // A commit changes the state of many requests at once: they leave in one write.
  const send = (text: string): void => {
    if (pending === '') setImmediate(() => void flush());
    pending += text;
  };
  const unsubscribe = station.ports.stateFeed.subscribe(caller.tenantId, (change: StateChange) =>
    send(`event: signature\ndata: ${JSON.stringify(change)}\n\n`),
  );
  const unsubscribeTokens = station.ports.stateFeed.subscribeTokens(() => send('event: tokens\ndata: {}\n\n'));
  const heartbeat = setInterval(() => send(': still here\n\n'), HEARTBEAT_MILLISECONDS);
  const keyCheck = setInterval(() => void flush(), KEY_CHECK_MILLISECONDS);
  const end = (): void => void flush().then(() => response.end());
  // Whoever reads connects again and reads anew, as after any stream that broke.
  const unsubscribeMissed = station.ports.stateFeed.subscribeMissed(end);
  station.openStreams.add(end);
  response.once('close', () => {
    unsubscribe();
    unsubscribeTokens();
    unsubscribeMissed();
    clearInterval(heartbeat);
    clearInterval(keyCheck);
    station.openStreams.delete(end);
  });
}

/** A database that does not answer is no leave to go on. */
function isRevokedOrUnknown(station: HttpStation, caller: Caller): Promise<boolean> {
  return isRevoked(station, caller).catch(() => true);
}
