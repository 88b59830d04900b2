import { dictionaryOf, PdfName } from '../pdf-objects.ts';
import { readJpegParts } from './jpeg-segments.ts';
import type { StampImage } from './stamp-image.ts';

const COLOR_SPACES: Readonly<Record<number, string>> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' };

/** What turns an image of each EXIF orientation upright, within the unit square. */
const ORIENTATIONS: readonly StampImage['orientation'][] = [
  [1, 0, 0, 1, 0, 0],
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
];
/** From here on width and height are exchanged. */
const FIRST_TURNED = 5;

/** A JPEG as it is, without metadata: PDF readers decode it themselves. Throws PdfError. */
export function readJpegImage(bytes: Uint8Array): StampImage {
  const parts = readJpegParts(bytes);
  const { width, height, components, orientation } = parts;
  const isTurned = orientation >= FIRST_TURNED;
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    orientation: ORIENTATIONS[orientation - 1] ?? [1, 0, 0, 1, 0, 0],
    addTo: (update) => {
      const isInverted = components === 4 && parts.isAdobe;
      const dictionary = dictionaryOf({
        Type: new PdfName('XObject'),
        Subtype: new PdfName('Image'),
        Width: width,
        Height: height,
        ColorSpace: new PdfName(COLOR_SPACES[components] ?? 'DeviceRGB'),
        BitsPerComponent: 8,
        Filter: new PdfName('DCTDecode'),
        ...(isInverted ? { Decode: [1, 0, 1, 0, 1, 0, 1, 0] } : {}),
      });
      return update.addStream(dictionary, Buffer.concat(parts.pieces));
    },
  };
}
