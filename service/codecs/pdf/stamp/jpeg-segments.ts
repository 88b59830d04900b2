import { invalidImage, requireSaneSize } from './image-limits.ts';

/** What a PDF has to know about a JPEG, and its bytes without metadata. */
export interface JpegParts {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** EXIF orientation, 1 to 8 (CIPA DC-008 4.6.4). */
  readonly orientation: number;
  /** An Adobe segment: CMYK samples are stored inverted. */
  readonly isAdobe: boolean;
  /** The segments that the picture depends on, from SOI to EOI. */
  readonly pieces: readonly Uint8Array[];
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const ADOBE = 0xee;
const EXIF = 0xe1;
/** Frames that the DCTDecode filter knows: baseline, extended and progressive with Huffman codes. */
const KNOWN_FRAMES = [0xc0, 0xc1, 0xc2];

interface JpegState {
  width: number;
  height: number;
  components: number;
  orientation: number;
  isAdobe: boolean;
  hasTables: { quantization: boolean; huffman: boolean };
  scans: number;
}

/**
 * Walks all segments (ISO/IEC 10918-1 annex B) up to the end of the image. Comments and application data stay behind,
 * except the Adobe segment, without which colors would change, and so does whatever follows the end. Throws PdfError.
 */
export function readJpegParts(bytes: Uint8Array): JpegParts {
  const state: JpegState = {
    ...{ width: 0, height: 0, components: 0, orientation: 1, isAdobe: false, scans: 0 },
    hasTables: { quantization: false, huffman: false },
  };
  const pieces: Uint8Array[] = [bytes.subarray(0, 2)];
  let position = 2;
  for (;;) {
    const start = skipFill(bytes, position);
    const marker = bytes[start + 1] ?? 0;
    if (marker === END_OF_IMAGE) break;
    const end = segmentEnd(bytes, start);
    const content = bytes.subarray(start + 4, end);
    noteSegment(state, marker, content);
    position = marker === START_OF_SCAN ? scanEnd(bytes, end) : end;
    if (isKept(marker, content)) pieces.push(bytes.subarray(start, position));
  }
  if (state.scans === 0) throw invalidImage('it has no picture');
  pieces.push(Uint8Array.of(0xff, END_OF_IMAGE));
  const { width, height, components, orientation, isAdobe } = state;
  return { width, height, components, orientation, isAdobe, pieces };
}

/** Before a marker any number of bytes FF may stand. */
function skipFill(bytes: Uint8Array, position: number): number {
  let start = position;
  if (bytes[start] !== 0xff) throw invalidImage('it is damaged or ends too early');
  while (bytes[start + 1] === 0xff) start++;
  return start;
}

function segmentEnd(bytes: Uint8Array, start: number): number {
  const marker = bytes[start + 1] ?? 0;
  const hasLength = marker >= 0xc0 && !(marker >= 0xd0 && marker <= 0xd8);
  const length = ((bytes[start + 2] ?? 0) << 8) | (bytes[start + 3] ?? 0);
  const end = start + 2 + length;
  if (!hasLength || length < 2 || end > bytes.length) throw invalidImage('it is damaged or ends too early');
  return end;
}

/** Position of the first marker after entropy-coded data that is neither a stuffed zero nor a restart. */
function scanEnd(bytes: Uint8Array, start: number): number {
  for (let position = start; ; position += 2) {
    position = bytes.indexOf(0xff, position);
    const next = bytes[position + 1];
    if (position < 0 || next === undefined) throw invalidImage('it ends too early');
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return position;
  }
}

function noteSegment(state: JpegState, marker: number, content: Uint8Array): void {
  if (KNOWN_FRAMES.includes(marker)) noteFrame(state, content);
  else if (isFrame(marker)) throw invalidImage('it is a JPEG of a rare kind, neither baseline nor progressive');
  else if (marker === 0xdb) state.hasTables.quantization = true;
  else if (marker === 0xc4) state.hasTables.huffman = true;
  else if (marker === START_OF_SCAN) noteScan(state, content);
  else if (marker === ADOBE && startsWith(content, 'Adobe')) state.isAdobe = true;
  else if (marker === EXIF && startsWith(content, 'Exif\0\0')) state.orientation = orientationOf(content.subarray(6));
}

function noteFrame(state: JpegState, content: Uint8Array): void {
  if (state.components !== 0) throw invalidImage('it has two pictures');
  const [precision, high = 0, low = 0, wideHigh = 0, wideLow = 0, components = 0] = content;
  state.height = high * 256 + low;
  state.width = wideHigh * 256 + wideLow;
  requireSaneSize(state.width, state.height);
  const isKnown = precision === 8 && [1, 3, 4].includes(components) && content.length === 6 + components * 3;
  if (!isKnown) throw invalidImage('its header is damaged or of a rare kind');
  state.components = components;
}

function noteScan(state: JpegState, content: Uint8Array): void {
  const { hasTables, components } = state;
  const count = content[0] ?? 0;
  const isSound = count >= 1 && count <= components && content.length === 4 + count * 2;
  if (!hasTables.quantization || !hasTables.huffman || !isSound) throw invalidImage('it is damaged');
  state.scans++;
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which lie between them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function isKept(marker: number, content: Uint8Array): boolean {
  const isApplication = marker >= 0xe0 && marker <= 0xef;
  if (isApplication) return marker === ADOBE && startsWith(content, 'Adobe');
  return marker !== 0xfe;
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, text.length)).toString('latin1') === text;
}

const ORIENTATION_TAG = 0x0112;
const MAX_TAGS = 500;

/** The orientation in the first directory of a TIFF structure; 1 when there is none or it makes no sense. */
function orientationOf(tiff: Uint8Array): number {
  if (tiff.length < 8) return 1;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const isLittle = tiff[0] === 0x49;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > tiff.length) return 1;
  const count = Math.min(view.getUint16(directory, isLittle), MAX_TAGS);
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.length) return 1;
    if (view.getUint16(entry, isLittle) !== ORIENTATION_TAG) continue;
    const value = view.getUint16(entry + 8, isLittle);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}
