import { webcrypto } from 'node:crypto';

/** SHA-256 on another thread, for what is large: this one is kept for 200 ms by 35 MB otherwise. */
export async function sha256Aside(bytes: Uint8Array): Promise<Buffer> {
  // Bytes that others may write to at the same time are for the types alone: nothing here shares memory.
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
}
