import { randomUUID } from 'node:crypto';
import type { OutgoingMessage } from './broker.ts';

/** A message for tests, with a text for a body. */
export function message(text: string, headers: OutgoingMessage['headers'] = { 'x-attempt': 1 }): OutgoingMessage {
  return { messageId: randomUUID(), body: new TextEncoder().encode(text), headers };
}
