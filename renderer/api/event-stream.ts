import { StateChange } from '../../service/contract/http/signatures.ts';

export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Reads a text/event-stream piece by piece (WHATWG HTML 9.2.6): feed it decoded text in any cut, it calls `onEvent` for
 * each complete event. Comments and fields other than `event` and `data` are ignored.
 */
export function createEventStreamParser(onEvent: (event: ServerSentEvent) => void): (text: string) => void {
  let rest = '';
  let name = '';
  let data: string[] = [];

  function line(text: string): void {
    if (text === '') {
      if (data.length > 0) onEvent({ event: name === '' ? 'message' : name, data: data.join('\n') });
      name = '';
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    const field = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }

  return (text) => {
    rest += text;
    // A lone CR at the end may be the first half of CRLF: leave it for the next piece.
    const parts = rest.split(/\r\n|\n|\r(?!$)/);
    rest = parts.pop() ?? '';
    for (const part of parts) line(part);
  };
}

/** The state change that an event carries; null for other events and for data that the contract does not know. */
export function readStateChange({ event, data }: ServerSentEvent): StateChange | null {
  if (event !== 'signature') return null;
  try {
    const parsed = StateChange.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
