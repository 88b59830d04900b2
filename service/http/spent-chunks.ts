/**
 * Gives the memory of what streams through back, chunk by chunk. The engine does so when it next looks for garbage, and lets
 * some 64 MiB of buffers come together before it looks for their sake.
 *
 * Chunks are handed in as the stream gave them, each once nobody reads it any more and no write of it is under way. Memory that did
 * not come through whole is left to the engine: others may hold the rest, such as the next part of a form, or small buffers that
 * the runtime lays side by side.
 */
export class SpentChunks {
  #memory: ArrayBufferLike | null = null;
  #spentBytes = 0;

  /** `chunk` is done with. Where its memory has come through whole, all views of that are empty after this. */
  spend(chunk: Uint8Array): void {
    const memory = chunk.buffer;
    if (memory !== this.#memory) [this.#memory, this.#spentBytes] = [memory, 0];
    this.#spentBytes += chunk.length;
    if (this.#spentBytes !== memory.byteLength || !(memory instanceof ArrayBuffer)) return;
    this.#memory = null;
    memory.transfer(0);
  }
}
