import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Identity, TestCa } from '../ca/make-test-ca.ts';
import { changedQuery, grantReply, refusal, resignedReply } from './timestamp-replies.ts';

/** How an authority answers one request. */
export type AuthorityConduct =
  /** As it should: `openssl ts`. */
  | 'grants'
  /** Rejects with `unacceptedPolicy`: asking again does not help. */
  | 'refuses'
  /** Rejects with `systemFailure`. */
  | 'is-ill'
  /** Takes the request and never answers. */
  | 'is-slow'
  | 'stamps-other-bytes'
  | 'answers-another-request'
  /** With a certificate that ended long ago. */
  | 'has-expired'
  /** With a certificate whose extended key usage is not critical. */
  | 'lacks-critical-purpose'
  /** With a certificate that signs documents. */
  | 'has-another-purpose'
  /** One bit of the signature value is changed. */
  | 'spoils-signature'
  | 'says-garbage'
  | 'says-too-much'
  | 'sends-html'
  | 'redirects'
  | 'fails-http'
  /** By HTTP, with another protocol in place of an answer. */
  | 'changes-protocol'
  | 'says-no-http'
  /** Says again and again that it goes on. */
  | 'only-announces'
  | 'demands-password'
  | 'breaks-off';

export interface RunningAuthority {
  readonly url: string;
  /** What it does with the nth request, counted from 0. */
  behave(conduct: AuthorityConduct | ((request: number) => AuthorityConduct)): void;
  /** Requests that it has received. */
  requests(): number;
  /** Authorization headers of the requests; undefined where none was sent. */
  readonly authorizations: readonly (string | undefined)[];
  close(): Promise<void>;
}

const REPLY = 'application/timestamp-reply';

/** A real RFC 3161 authority over HTTP on a free port: `openssl ts` with the test PKI's certificate, or its opposite. */
export async function startTimestampAuthority(ca: TestCa): Promise<RunningAuthority> {
  let conductOf: (request: number) => AuthorityConduct = () => 'grants';
  let received = 0;
  const authorizations: (string | undefined)[] = [];
  const identities = identitiesOf(ca);
  let turn: Promise<void> = Promise.resolve();
  // The serial file of `openssl ts` takes one at a time.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  };
  const server = createServer((request, response) => {
    const conduct = conductOf(received++);
    authorizations.push(request.headers.authorization);
    serve(request, response, conduct).catch(() => response.destroy());
  });

  async function serve(request: IncomingMessage, response: ServerResponse, conduct: AuthorityConduct): Promise<void> {
    const query = await buffer(request);
    const wire = WIRE_FAULTS[conduct];
    if (wire !== undefined) {
      wire(response);
      return;
    }
    const reply = await inTurn(() => replyOf(ca, identities, conduct, query));
    response.writeHead(200, { 'Content-Type': REPLY, 'Content-Length': reply.length }).end(reply);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/tsa`,
    behave(conduct) {
      conductOf = typeof conduct === 'function' ? conduct : () => conduct;
    },
    requests: () => received,
    authorizations,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const WIRE_FAULTS: Partial<Record<AuthorityConduct, (response: ServerResponse) => void>> = {
  'is-slow': () => undefined,
  'says-too-much': (response) => response.writeHead(200, { 'Content-Type': REPLY }).end(Buffer.alloc(300_000)),
  'sends-html': (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Maintenance</h1>'),
  redirects: (response) => response.writeHead(302, { Location: '/elsewhere' }).end(),
  'fails-http': (response) => response.writeHead(503).end(),
  'changes-protocol': (response) =>
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\nother'),
  'only-announces': (response) => response.socket?.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(30)),
  'says-no-http': (response) => response.socket?.end('220 mail.example.org ESMTP\r\n'),
  'demands-password': (response) => response.writeHead(401, { 'WWW-Authenticate': 'Basic' }).end(),
  'breaks-off': (response) => response.destroy(),
};

interface Identities {
  expired(): Identity;
  uncritical(): Identity;
  document(): Identity;
}

/** Made when first needed: each takes a while. */
function identitiesOf(ca: TestCa): Identities {
  const made = new Map<string, Identity>();
  const once = (name: string, make: () => Identity): Identity => {
    const identity = made.get(name) ?? make();
    made.set(name, identity);
    return identity;
  };
  const withPurpose = (purpose: string): string[] => [
    'basicConstraints = critical,CA:FALSE',
    'keyUsage = critical,digitalSignature',
    'subjectKeyIdentifier = hash',
    `extendedKeyUsage = ${purpose}`,
  ];
  const issue = (name: string, purpose: string, dates = {}): Identity =>
    once(name, () => ca.issue(name, { issuer: 'intermediate', extensions: withPurpose(purpose), ...dates }));
  return {
    expired: () =>
      issue('tsa-expired', 'critical,timeStamping', { notBefore: '20240101000000Z', notAfter: '20250101000000Z' }),
    uncritical: () => issue('tsa-uncritical', 'timeStamping'),
    document: () => issue('tsa-document', 'critical,emailProtection'),
  };
}

async function replyOf(
  ca: TestCa,
  identities: Identities,
  conduct: AuthorityConduct,
  query: Uint8Array,
): Promise<Uint8Array> {
  switch (conduct) {
    case 'refuses':
      return refusal(15, 'This policy is not\r\n<b>ours</b>');
    case 'is-ill':
      return refusal(25, 'The clock is broken');
    case 'says-garbage':
      return randomBytes(500);
    case 'stamps-other-bytes':
      return grantReply(ca, changedQuery(query, { digest: randomBytes(32) }));
    case 'answers-another-request':
      return grantReply(ca, changedQuery(query, { nonce: randomBytes(16) }));
    case 'has-expired':
      return grantReply(ca, query, identities.expired());
    case 'lacks-critical-purpose':
      return resignedReply(ca, query, identities.uncritical());
    case 'has-another-purpose':
      return resignedReply(ca, query, identities.document());
    case 'spoils-signature': {
      const reply = await grantReply(ca, query);
      reply[reply.length - 1] = (reply.at(-1) ?? 0) ^ 1;
      return reply;
    }
    default:
      return grantReply(ca, query);
  }
}
