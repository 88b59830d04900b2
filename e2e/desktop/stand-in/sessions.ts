import { EventEmitter } from 'node:events';
import { request } from 'node:http';
import { app } from './app.ts';
import { refuse, tell } from './told.ts';

type Headers = Record<string, string>;
type RequestListener = (
  details: { url: string; requestHeaders: Headers; resourceType: string },
  callback: (answer: { requestHeaders?: Headers; cancel?: boolean }) => void,
) => void;

type Check = (contents: null, permission: string, origin: string) => boolean;
type Ask = (contents: null, permission: string, answer: (is: boolean) => void, details: object) => void;

/** A session: its answers to what pages ask for, and the headers that the program adds to their requests. */
export class Session extends EventEmitter {
  readonly partition: string;
  #onRequest: { readonly urls: readonly string[]; readonly listener: RequestListener } | undefined;
  #onCheck: Check = () => true;
  #onAsk: Ask = (_contents, _permission, answer) => answer(true);
  readonly webRequest = {
    onBeforeSendHeaders: (filter: { urls: string[] }, listener: RequestListener): void => {
      this.#onRequest = { urls: filter.urls, listener };
    },
  };

  constructor(partition: string) {
    super();
    this.partition = partition;
  }

  setPermissionRequestHandler(handler: Ask): void {
    this.#onAsk = handler;
  }
  setPermissionCheckHandler(handler: Check): void {
    this.#onCheck = handler;
  }
  setDevicePermissionHandler(handler: () => boolean): void {
    tell('device-permission', handler());
  }
  setDisplayMediaRequestHandler(handler: (asked: object, callback: (streams: object) => void) => void): void {
    handler({}, (streams) => tell('display-media', streams));
  }
  setSpellCheckerEnabled(isEnabled: boolean): void {
    tell('spell-checker', isEnabled);
  }

  /** Both questions that Chromium asks about a permission for a page at `origin`. */
  permits(permission: string, origin: string): { check: boolean; request: boolean } {
    const answer = { check: this.#onCheck(null, permission, origin), request: false };
    this.#onAsk(null, permission, (isGranted) => void (answer.request = isGranted), { requestingUrl: `${origin}/` });
    return answer;
  }

  get(url: string): Promise<number> {
    const requestHeaders = this.#headersFor(url);
    return new Promise((resolve, reject) => {
      request(url, { headers: requestHeaders }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .once('error', reject)
        .end();
    });
  }

  #headersFor(url: string): Headers {
    let headers: Headers = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const isListened = this.#onRequest?.urls.some((pattern) => url.startsWith(pattern.replace(/\*$/, ''))) ?? false;
    if (!isListened) return headers;
    this.#onRequest?.listener({ url, requestHeaders: { ...headers }, resourceType: 'mainFrame' }, (answer) => {
      headers = answer.requestHeaders ?? headers;
    });
    return headers;
  }
}

const sessions = new Map<string, Session>();

export function sessionOf(partition = ''): Session {
  refuse(!app.isReady(), 'Session can only be received when app is ready');
  const known = sessions.get(partition) ?? new Session(partition);
  sessions.set(partition, known);
  return known;
}

export const session = {
  get defaultSession(): Session {
    return sessionOf();
  },
  fromPartition: (partition: string): Session => sessionOf(partition),
};
