import { PdfError } from '../pdf-error.ts';
import { TrueTypeFont } from './true-type-font.ts';

const COLLECTION = 0x74746366;
const RIGHTS_POSITION = 8;
/** Bits of fsType (ISO/IEC 14496-22 clause 5.2.7): restricted; printing and editing permitted; no subsets or no outlines. */
const RESTRICTED = 0x0002;
const PERMITTED = 0x000c;
const NOT_IN_PARTS = 0x0300;

/**
 * A font found on the machine, of a collection the first one. Null when it has no TrueType outlines, may not be
 * embedded in parts, or is damaged where one can tell at once.
 */
export function openInstalledFont(bytes: Uint8Array, postScriptName: string): TrueTypeFont | null {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const font = new TrueTypeFont(bytes, postScriptName, view.getUint32(0) === COLLECTION ? view.getUint32(12) : 0);
    return font.isComplete && mayBeEmbedded(font) ? font : null;
  } catch (error) {
    if (error instanceof RangeError || error instanceof PdfError) return null;
    throw error;
  }
}

/** What its maker permits; without a word about it nothing is forbidden. */
function mayBeEmbedded(font: TrueTypeFont): boolean {
  if (!font.hasTable('OS/2')) return true;
  const table = font.table('OS/2');
  const rights = new DataView(table.buffer, table.byteOffset, table.byteLength).getUint16(RIGHTS_POSITION);
  const isRestricted = (rights & RESTRICTED) !== 0 && (rights & PERMITTED) === 0;
  return !isRestricted && (rights & NOT_IN_PARTS) === 0;
}
