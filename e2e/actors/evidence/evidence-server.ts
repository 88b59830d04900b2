import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { AUTHORITIES, makeTestCa, type Authority, type TestCa } from '../ca/make-test-ca.ts';

/**
 * How the server behaves: answers as it should; refuses (503); never answers; sends more than anybody wants; answers
 * with lists that have run out, and by OCSP not at all; with what another authority signed; with the nonce of another request; sends the asker on to
 * another address; answers what is no evidence.
 */
export type Behaviour =
  | 'honest'
  | 'refusing'
  | 'silent'
  | 'endless'
  | 'stale'
  | 'forging'
  | 'replaying'
  | 'nonsense'
  | { readonly redirect: string };

export interface EvidenceServer {
  readonly url: string;
  readonly ca: TestCa;
  /** Paths asked for, in order. */
  readonly requests: string[];
  behave(behaviour: Behaviour, paths?: RegExp): void;
  close(): Promise<void>;
}

const run = promisify(execFile);

/**
 * A test PKI below `folder` whose certificates point at this server: OCSP responders (the openssl command answers each
 * request), CRLs and issuers' certificates, as certificates name them. On a port of its own on 127.0.0.1.
 */
export async function startEvidenceServer(folder: string): Promise<EvidenceServer> {
  const requests: string[] = [];
  const rules: { readonly behaviour: Behaviour; readonly paths: RegExp }[] = [];
  const state: { ca?: TestCa } = {};
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    const behaviour = rules.findLast(({ paths }) => paths.test(path))?.behaviour ?? 'honest';
    respond(state.ca, request, response, behaviour).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ca = (state.ca = makeTestCa(folder, url));
  return {
    url,
    ca,
    requests,
    behave: (behaviour, paths = /^/) => {
      if (String(paths) === String(/^/)) rules.length = 0;
      rules.push({ behaviour, paths });
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function respond(
  ca: TestCa | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  behaviour: Behaviour,
): Promise<void> {
  if (ca === undefined || behaviour === 'refusing') return void response.writeHead(503).end();
  if (behaviour === 'silent') return;
  if (behaviour === 'endless') {
    sendWithoutEnd(response);
    return;
  }
  if (typeof behaviour === 'object') return void response.writeHead(307, { Location: behaviour.redirect }).end();
  if (behaviour === 'nonsense') return void response.writeHead(200).end('<html>Sign in to this network</html>');
  const ocsp = /^\/ocsp\/(root|intermediate|issuing)(?:\/(.+))?$/.exec(request.url ?? '');
  if (ocsp !== null) {
    if (behaviour === 'stale') return void response.writeHead(503).end();
    const asked = ocsp[2] === undefined ? await bodyOf(request) : Buffer.from(decodeURIComponent(ocsp[2]), 'base64');
    const answer = await answerOcsp(ca, ocsp[1] as Authority, asked, behaviour);
    return void response.writeHead(200, { 'Content-Type': 'application/ocsp-response' }).end(answer);
  }
  const file = /^\/(root|intermediate|issuing)\.(crl|der)$/.exec(request.url ?? '');
  if (file === null) return void response.writeHead(404).end();
  if (behaviour === 'stale' && file[2] === 'crl') return void response.writeHead(200).end(await staleCrl(ca, file[1]));
  const name = behaviour === 'forging' ? other(file[1] as Authority) : file[1];
  response.writeHead(200).end(readFileSync(ca.path(`${name}.${file[2]}`)));
}

/** The last list that is being made: openssl works on files of one name, and all lists are asked for at once. */
let making: Promise<unknown> = Promise.resolve();

function staleCrl(ca: TestCa, issuer?: string): Promise<Buffer> {
  const made = making.then(() => makeStaleCrl(ca, issuer));
  making = made.catch(() => undefined);
  return made;
}

async function makeStaleCrl(ca: TestCa, issuer = ''): Promise<Buffer> {
  const window = ['-crl_lastupdate', '20250101000000Z', '-crl_nextupdate', '20250108000000Z'];
  await run(
    'openssl',
    ['ca', '-config', `${issuer}.cnf`, '-gencrl', '-crlexts', 'crl_ext', ...window, '-out', 's.pem'],
    {
      cwd: ca.folder,
    },
  );
  await run('openssl', ['crl', '-in', 's.pem', '-outform', 'DER', '-out', 's.crl'], { cwd: ca.folder });
  return readFileSync(ca.path('s.crl'));
}

function sendWithoutEnd(response: ServerResponse): void {
  response.writeHead(200);
  const block = Buffer.alloc(65_536);
  const send = (): void => {
    while (!response.destroyed && response.write(block));
  };
  response.on('drain', send);
  send();
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

let count = 0;
/** First answers, by folder and authority. */
const replayed = new Map<string, Buffer>();

async function answerOcsp(ca: TestCa, issuer: Authority, asked: Buffer, behaviour: Behaviour): Promise<Buffer> {
  const name = `answer-${++count}`;
  writeFileSync(ca.path(`${name}.req`), asked);
  const signer = behaviour === 'forging' ? other(issuer) : issuer;
  await run(
    'openssl',
    [
      ...['ocsp', '-index', `${issuer}/index.txt`, '-CA', `${issuer}.pem`, '-reqin', `${name}.req`],
      ...['-rsigner', `ocsp-${signer}.pem`, '-rkey', `ocsp-${signer}.key`, '-ndays', '7', '-respout', `${name}.resp`],
    ],
    { cwd: ca.folder },
  );
  const answer = readFileSync(ca.path(`${name}.resp`));
  if (behaviour !== 'replaying') return answer;
  const key = `${ca.folder} ${issuer}`;
  const first = replayed.get(key) ?? answer;
  replayed.set(key, first);
  return first;
}

function other(authority: Authority): Authority {
  return AUTHORITIES.find((one) => one !== authority) ?? authority;
}
