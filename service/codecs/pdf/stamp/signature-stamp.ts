import type { SignatureAppearance, StampDrawing } from '../signature-options.ts';
import { needsShaping, type StampFonts } from './stamp-font.ts';
import { drawStamp } from './stamp-drawing.ts';
import type { StampImage } from './stamp-image.ts';
import { StampLayouter, type StampFrame, type StampLayout, type StampText } from './stamp-layout.ts';
import { formatStampTime } from './stamp-time.ts';
import { STAMP_WORDS, type StampLanguage } from './stamp-words.ts';
import { cleanStampText } from './text-line.ts';

export interface StampContent {
  readonly signerName: string;
  readonly at: Date;
  /** Of the clock on the wall where it is signed, east of Greenwich positive. */
  readonly utcOffsetMinutes: number;
  readonly signatureNote: string | null;
  readonly image: StampImage | null;
  /** As it is to be read, masked where it is to be. */
  readonly identityNumber?: string | null;
  /** What is drawn of all that; without it everything that is there. */
  readonly parts?: readonly ('name' | 'identityNumber' | 'date' | 'note' | 'image')[];
  /** `formatStampTime` knows it; without it day and second. */
  readonly dateFormat?: string;
  /** Of what is said beside all that; English without it. */
  readonly language?: StampLanguage;
}

/** From the usual look to the smallest that can still be read; each is tried on the page in this order. */
const FRAMES: readonly StampFrame[] = [
  { maxWidth: 215, maxHeight: 120, scale: 1, mayCutNote: false },
  { maxWidth: 300, maxHeight: 150, scale: 1, mayCutNote: false },
  { maxWidth: 300, maxHeight: 150, scale: 0.85, mayCutNote: false },
  { maxWidth: 300, maxHeight: 150, scale: 0.72, mayCutNote: false },
  { maxWidth: 300, maxHeight: 150, scale: 0.72, mayCutNote: true },
  { maxWidth: 215, maxHeight: 90, scale: 0.72, mayCutNote: true },
  { maxWidth: 150, maxHeight: 75, scale: 0.72, mayCutNote: true },
  { maxWidth: 150, maxHeight: 60, scale: 0.6, mayCutNote: true },
  { maxWidth: 100, maxHeight: 60, scale: 0.6, mayCutNote: true },
];

/** The largest letters that fill a given place, a name in one line as long as they are larger than usual. */
const FILLING_SCALES = [3, 2.6, 2.2, 1.9, 1.6, 1.4, 1.2, 1.1, 1, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6] as const;
/** Cutting a note is the last resort. */
const CUTTING_SCALES = [0.72, 0.6] as const;

/**
 * The visible stamp: signer, time and note beside or below an image, in embedded fonts. A text too long for its place
 * is wrapped, then made smaller, then cut with an ellipsis; characters that the fonts lack become boxes that are still
 * read and copied as what they are.
 */
export function signatureStamp(content: StampContent, fonts: StampFonts): SignatureAppearance {
  const shows = (part: NonNullable<StampContent['parts']>[number]): boolean => content.parts?.includes(part) ?? true;
  const words = STAMP_WORDS[content.language ?? 'en'];
  const text: StampText = {
    label: words.signedBy,
    signerName: shows('name') ? oneLine(content.signerName) : null,
    identityNumber: shows('identityNumber') ? emptyToNull(oneLine(content.identityNumber ?? '')) : null,
    time: shows('date') ? formatStampTime(content.at, content.utcOffsetMinutes, content.dateFormat) : null,
    signatureNote: shows('note') ? emptyToNull(cleanStampText(content.signatureNote ?? '')) : null,
  };
  const image = shows('image') ? content.image : null;
  const layouter = new StampLayouter(text, image, fonts);
  const drawingOf = (layout: StampLayout): StampDrawing => ({
    width: layout.width,
    height: layout.height,
    isWhole: layout.isWhole,
    draw: (update, rotation) => drawStamp(update, layout, { fonts, image }, rotation),
  });
  return {
    description: describe(text, words.signature),
    fieldLabel: text.signerName === null ? words.field : words.fieldOf(text.signerName),
    filling({ width: maxWidth, height: maxHeight }) {
      const fills = { maxWidth, maxHeight, isFilled: true };
      for (const scale of FILLING_SCALES) {
        const layout = layouter.layout({ ...fills, scale, mayCutNote: false, mayBreakName: scale <= 1 });
        if (layout !== null) return drawingOf(layout);
      }
      const cut = CUTTING_SCALES.map((scale) => layouter.layout({ ...fills, scale, mayCutNote: true }));
      const layout = cut.find((found) => found !== null);
      return layout === undefined ? null : drawingOf(layout);
    },
    *drawings(area): Generator<StampDrawing> {
      for (const frame of FRAMES) {
        const layout = layouter.layout({
          ...frame,
          maxWidth: Math.min(frame.maxWidth, area.width),
          maxHeight: Math.min(frame.maxHeight, area.height),
        });
        if (layout !== null) yield drawingOf(layout);
      }
    },
  };
}

/** Whether the stamp needs fonts with a shaper. */
export function stampNeedsShaping({
  signerName,
  signatureNote,
}: Pick<StampContent, 'signerName' | 'signatureNote'>): boolean {
  return needsShaping(cleanStampText(`${signerName} ${signatureNote ?? ''}`));
}

/** All that is drawn, for those who cannot see it. */
function describe(says: StampText, otherwise: string): string {
  const { label, signerName, identityNumber = null, time, signatureNote } = says;
  const signer = signerName === null ? null : `${label} ${signerName}`;
  const lines = [signer, identityNumber, time, signatureNote].filter((line) => line !== null);
  return lines.length === 0 ? otherwise : lines.join('\n');
}

function oneLine(text: string): string {
  return cleanStampText(text).replaceAll('\n', ' ');
}

function emptyToNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
