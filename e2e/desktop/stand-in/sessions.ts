import { EventEmitter } from 'node:events';
import { request } from 'node:http';
import { app } from './app.ts';
import { refuse, tell, wish } from './told.ts';

type Headers = Record<string, string>;
type RequestListener = (
  details: { url: string; requestHeaders: Headers; resourceType: string },
  callback: (answer: { requestHeaders?: Headers; cancel?: boolean }) => void,
) => void;

type OwnPage = (request: { url: string; method: string }) => Response | Promise<Response>;
type Check = (contents: null, permission: string, origin: string) => boolean;
type Ask = (contents: null, permission: string, answer: (is: boolean) => void, details: object) => void;

/** A session: its answers to what pages ask for, and the headers that the program adds to their requests. */
export class Session extends EventEmitter {
  readonly partition: string;
  #onRequest: { readonly urls: readonly string[]; readonly listener: RequestListener } | undefined;
  #onOwnPage: { readonly scheme: string; readonly answer: OwnPage } | undefined;
  #mayLoad: (url: string) => boolean = () => true;
  #onCheck: Check = () => true;
  #onAsk: Ask = (_contents, _permission, answer) => answer(true);
  readonly webRequest = {
    onBeforeSendHeaders: (filter: { urls: string[] }, listener: RequestListener): void => {
      this.#onRequest = { urls: filter.urls, listener };
    },
    onBeforeRequest: (
      listener: (details: { url: string }, answer: (is: { cancel: boolean }) => void) => void,
    ): void => {
      this.#mayLoad = (url) => {
        let isCancelled = false;
        listener({ url }, ({ cancel }) => void (isCancelled = cancel));
        return !isCancelled;
      };
    },
  };
  readonly protocol = {
    handle: (scheme: string, answer: OwnPage): void => {
      refuse(!privileged.has(scheme), `The scheme ${scheme} was not registered before ready: it has no origin.`);
      this.#onOwnPage = { scheme, answer };
    },
  };

  constructor(partition: string) {
    super();
    this.partition = partition;
  }

  /** What the system's settings say, first choice first. */
  resolveProxy(url: string): Promise<string> {
    tell('resolve-proxy', url);
    return Promise.resolve(wish('PROXY') ?? 'DIRECT');
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

  async get(url: string): Promise<number> {
    if (!this.#mayLoad(url)) throw new Error('ERR_BLOCKED_BY_CLIENT');
    if (url.startsWith(`${this.#onOwnPage?.scheme ?? 'none'}:`)) {
      return (await this.#onOwnPage?.answer({ url, method: 'GET' }))?.status ?? 0;
    }
    return this.#getByHttp(url);
  }

  #getByHttp(url: string): Promise<number> {
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

/** Schemes that were made like https before `ready`. */
const privileged = new Set<string>();
export const protocol = {
  registerSchemesAsPrivileged: (schemes: { scheme: string }[]): void => {
    refuse(app.isReady(), 'protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme } of schemes) privileged.add(scheme);
  },
};

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
