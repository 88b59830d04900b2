/** BER-TLV as cards use it (ISO 7816-4 section 5.2.2): tags of one to three bytes, lengths below 65536. */
export function tlv(tag: string, ...content: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(content);
  return Buffer.concat([Buffer.from(tag, 'hex'), lengthBytes(value.length), value]);
}

function lengthBytes(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  return length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
}

/** The value of the first element with this one-byte tag at the top level; undefined when there is none. */
export function findTlv(bytes: Buffer, tag: number): Buffer | undefined {
  let at = 0;
  while (at + 1 < bytes.length) {
    const found = bytes.readUInt8(at);
    const first = bytes.readUInt8(at + 1);
    const extra = first > 0x80 ? first - 0x80 : 0;
    const start = at + 2 + extra;
    const length = extra === 0 ? first : bytes.readUIntBE(at + 2, extra);
    if (found === tag) return bytes.subarray(start, start + length);
    at = start + length;
  }
  return undefined;
}
