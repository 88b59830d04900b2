import { randomFillSync } from 'node:crypto';

const BYTES = 16;
/** Random bytes for so many ids are asked for at once: asking takes longer than anything else an id needs. */
const POOLED_IDS = 128;
const pool = Buffer.alloc(BYTES * POOLED_IDS);
let used = pool.length;

/**
 * A UUID of version 7 (RFC 9562 5.7): the first 48 bits are the time in milliseconds, so that rows made together lie
 * together in an index, however many there are; the rest is random.
 */
export function newUuidV7(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + BYTES);
  used += BYTES;
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
