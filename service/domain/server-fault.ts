/** What is wrong with a server, as the second half of a sentence that begins with its name. */
export interface ServerFinding {
  /** It may pass by itself, as a server does that is only starting. Otherwise somebody has to mend something. */
  readonly isAway: boolean;
  /** Says what was met and what to do; quotes no password and no text of the server. */
  readonly what: string;
}

/** `SERVER_AWAY`: it may answer in a moment; `SERVER_REFUSES`: it answers, and does not let the station do its work. */
export type ServerFaultCode = 'SERVER_AWAY' | 'SERVER_REFUSES';

/** A server that the station needs cannot be used; the message says which one, why, and what to do. */
export class ServerFault extends Error {
  readonly code: ServerFaultCode;
  /** The same without its place, for whoever may ask for the station's health. */
  readonly detail: string;

  constructor(server: { readonly name: string; readonly place: string }, found: ServerFinding, cause?: unknown) {
    super(`${server.name} at ${server.place} ${found.what}`, { cause });
    this.name = 'ServerFault';
    this.code = found.isAway ? 'SERVER_AWAY' : 'SERVER_REFUSES';
    this.detail = `${server.name} ${found.what}`;
  }
}

/** The fault of a server that is behind a fault; undefined where there is none. */
export function serverFaultBehind(fault: unknown): ServerFault | undefined {
  let each: unknown = fault;
  while (each instanceof Error && !(each instanceof ServerFault)) each = each.cause;
  return each instanceof ServerFault ? each : undefined;
}

/** The settings that say where a server is, and who vouches for it. */
export interface ConnectionSettings {
  readonly address: string;
  readonly authorities: string;
}

const AWAY: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'EPIPE', 'ETIMEDOUT'],
  // The socket of a server of this machine; what the SDK of S3 says of its own time limit.
  ...['ENOENT', 'TimeoutError'],
]);
/** The name service may be away, too, as it is while a machine starts. */
const NAMELESS: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN']);
const NO_TLS = /^(EPROTO|ERR_SSL_)/;
const UNVOUCHED = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|INVALID_CA|ERR_TLS_)/;

/** What Node's code says of the way to a server; undefined for what says nothing of it. */
export function connectionFinding(
  code: string,
  { address, authorities }: ConnectionSettings,
): ServerFinding | undefined {
  if (AWAY.has(code)) {
    return { isAway: true, what: `does not answer (${code}). Start it, or mend ${address} or the network.` };
  }
  if (NAMELESS.has(code)) {
    return { isAway: true, what: `has a name that is not found (${code}). Mend ${address} or the name service.` };
  }
  if (NO_TLS.test(code)) {
    const what = `speaks no TLS there, or none that the station takes (${code}). Mend ${address}, or the server.`;
    return { isAway: false, what };
  }
  return UNVOUCHED.test(code) ? { isAway: false, what: certificateWords(code, { address, authorities }) } : undefined;
}

function certificateWords(code: string, { address, authorities }: ConnectionSettings): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `shows a certificate for another name (${code}). Write a name of the certificate into ${address}, or renew it.`;
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return `shows a certificate that has expired (${code}). Renew it, or set the clock of this machine.`;
  }
  if (code === 'CERT_NOT_YET_VALID') {
    return `shows a certificate that is not valid yet (${code}). Set the clock of this machine.`;
  }
  return (
    `shows a certificate that no authority known here vouches for (${code}). Name the file of its authority ` +
    `in ${authorities}.`
  );
}
