import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { invalidForm } from './upload-rules.ts';

const MAX_SIDE_PIXELS = 10_000;
const MAX_PIXELS = 25_000_000;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The media type of a stamp image, read from its first bytes. Throws SIGNATURE_REQUEST_INVALID for anything else. */
export function imageContentType(bytes: Uint8Array): 'image/png' | 'image/jpeg' {
  const png = pngSize(bytes);
  const size = png ?? jpegSize(bytes);
  if (size === undefined) throw invalidForm(tell('IMAGE_KIND_UNKNOWN'));
  const isSane = size.width > 0 && size.height > 0 && Math.max(size.width, size.height) <= MAX_SIDE_PIXELS;
  if (!isSane || size.width * size.height > MAX_PIXELS) {
    throw invalidForm(tell('IMAGE_TOO_MANY_PIXELS'));
  }
  return png === undefined ? 'image/jpeg' : 'image/png';
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** ISO/IEC 15948: the signature, then an IHDR chunk of 13 bytes. */
function pngSize(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 33 || !PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(8) !== 13 || view.getUint32(12) !== 0x49484452) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** ISO/IEC 10918-1, B.2: marker segments up to the start of frame; scan data or the end come too early before it. */
function jpegSize(bytes: Uint8Array): Size | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 2;
  while (offset + 9 <= bytes.length && bytes[offset] === 0xff) {
    const marker = bytes[offset + 1] ?? 0;
    if (isStartOfFrame(marker)) return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) };
    if (marker === 0xda || marker === 0xd9) return undefined;
    if (marker === 0xff) offset += 1;
    else offset += isStandalone(marker) ? 2 : 2 + Math.max(2, view.getUint16(offset + 2));
  }
  return undefined;
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which lie between them. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** TEM and RST0 to RST7 have no length. */
function isStandalone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}
