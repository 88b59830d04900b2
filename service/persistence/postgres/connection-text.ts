import { readFileSync } from 'node:fs';
import type { ConnectionOptions as TlsOptions } from 'node:tls';

/** Where the server is and how to get there, as pg takes it. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly ssl: TlsOptions | false;
}

const DEFAULT_PORT = 5432;
const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', '[::1]', '::1', 'localhost'];
const PARAMETERS: readonly string[] = ['host', 'sslmode', 'sslrootcert'];

export type ConnectionText =
  | { readonly address: ServerAddress; readonly problems?: never }
  | { readonly address?: never; readonly problems: readonly string[] };

/**
 * Reads `postgresql://user@host:port/database?sslrootcert=/path`. The password has no place in it; `host=/folder` names a
 * Unix socket. A server on another machine is reached by TLS only, and its certificate has to be for its name and from
 * an authority of `sslrootcert` (PEM), or of the system where none is given. Answers sentences for whoever configures it.
 */
export function readConnectionText(text: string): ConnectionText {
  if (!URL.canParse(text))
    return { problems: ['Database:ConnectionString is no URL such as postgresql://user@host/database.'] };
  const url = new URL(text);
  const problems = textProblems(url);
  const socket = url.searchParams.get('host');
  const isLocal = socket !== null || LOOPBACK_HOSTS.includes(url.hostname);
  const authorities = readAuthorities(url.searchParams.get('sslrootcert'), problems);
  const isEncrypted = !isLocal || url.searchParams.has('sslmode') || authorities !== undefined;
  if (problems.length > 0) return { problems };
  const host = socket ?? url.hostname.replace(/^\[|\]$/g, '');
  const ca = authorities === undefined ? {} : { ca: authorities };
  // A certificate's addresses are compared as well; asking for one by a name is not allowed (RFC 6066, section 3).
  const name = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
  return {
    address: {
      host,
      port: url.port === '' ? DEFAULT_PORT : Number(url.port),
      user: decodeURIComponent(url.username),
      database: decodeURIComponent(url.pathname.slice(1)),
      ssl: isEncrypted ? { ...ca, rejectUnauthorized: true, minVersion: 'TLSv1.2', ...name } : false,
    },
  };
}

function textProblems(url: URL): string[] {
  const problems: string[] = [];
  const say = (condition: boolean, sentence: string): void => {
    if (condition) problems.push(sentence);
  };
  say(!['postgres:', 'postgresql:'].includes(url.protocol), 'Database:ConnectionString begins with postgresql://.');
  say(
    url.password !== '' || url.searchParams.has('password'),
    'Database:ConnectionString holds a password: take it out and give it as the secret that Database:PasswordSecretName names.',
  );
  say(url.username === '', 'Database:ConnectionString names no user.');
  say(url.pathname.length < 2, 'Database:ConnectionString names no database.');
  say(url.hostname === '' && !url.searchParams.has('host'), 'Database:ConnectionString names no host.');
  const mode = url.searchParams.get('sslmode');
  say(
    mode !== null && mode !== 'verify-full',
    'Database:ConnectionString has another sslmode than verify-full: a server that is not who it says it is would be believed.',
  );
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'password' && !PARAMETERS.includes(name));
  say(unknown.length > 0, `Database:ConnectionString has unknown parameters: ${unknown.join(', ')}.`);
  return problems;
}

function readAuthorities(file: string | null, problems: string[]): string | undefined {
  if (file === null) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    problems.push(`Database:ConnectionString: the authorities in ${file} cannot be read.`);
    return undefined;
  }
}
