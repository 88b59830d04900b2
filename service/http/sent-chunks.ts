import type { Response } from 'express';
import { SpentChunks } from './spent-chunks.ts';

/**
 * The chunks of a stored file on their way to `response`, in a pipeline that ends there; their memory is given back as soon as
 * the system has taken them. Throws behind the last one where they are not `size` bytes: a file that ends early must
 * not look complete, and the connection breaks instead.
 */
export async function* sentChunks(
  source: AsyncIterable<Uint8Array>,
  size: number,
  response: Pick<Response, 'writableLength'>,
): AsyncGenerator<Uint8Array> {
  const spent = new SpentChunks();
  let sent = 0;
  for await (const chunk of source) {
    sent += chunk.length;
    yield chunk;
    // Where something still waits, it may be this chunk.
    if (response.writableLength === 0) spent.spend(chunk);
  }
  if (sent !== size) throw new Error('The stored file is shorter than recorded.');
}
