/** A random identifier of 128 bits as hex. Not randomUUID, which plain-HTTP pages of other hosts do not have. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
