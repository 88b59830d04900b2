/** What OpenSSL has against a handshake, out of the text that Node makes of it: words of its own list. */
const OF_HANDSHAKE = /SSL routines:[^:]*:([a-z0-9 ]{1,60}):/i;

/**
 * Why a connection failed, as the system's code (ECONNREFUSED, CERT_HAS_EXPIRED) says it without addresses or what a
 * certificate holds; behind EPROTO, which stands for every broken handshake, in what it was broken. Null for a fault without
 * a code.
 */
export function connectionReason(fault: unknown): string | null {
  if (!(fault instanceof Error && 'code' in fault && typeof fault.code === 'string')) return null;
  const [, why] = fault.code === 'EPROTO' ? (OF_HANDSHAKE.exec(fault.message) ?? []) : [];
  return why === undefined ? fault.code : `${fault.code}, ${why}`;
}
