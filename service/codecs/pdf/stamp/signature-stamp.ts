import type { SignatureAppearance, StampDrawing } from '../signature-options.ts';
import { needsShaping, type StampFonts } from './stamp-font.ts';
import { drawStamp } from './stamp-drawing.ts';
import type { StampImage } from './stamp-image.ts';
import { StampLayouter, type StampFrame, type StampText } from './stamp-layout.ts';
import { cleanStampText } from './text-line.ts';

export interface StampContent {
  readonly signerName: string;
  readonly at: Date;
  /** Of the clock on the wall where it is signed, east of Greenwich positive. */
  readonly utcOffsetMinutes: number;
  readonly note: string | null;
  readonly image: StampImage | null;
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

/**
 * The visible stamp: signer, time and note beside or below an image, in embedded fonts. A text too long for its place
 * is wrapped, then made smaller, then cut with an ellipsis; characters that the fonts lack become boxes that are still
 * read and copied as what they are.
 */
export function signatureStamp(content: StampContent, fonts: StampFonts): SignatureAppearance {
  const text: StampText = {
    signerName: cleanStampText(content.signerName).replaceAll('\n', ' '),
    time: formatStampTime(content.at, content.utcOffsetMinutes),
    note: emptyToNull(cleanStampText(content.note ?? '')),
  };
  const { image } = content;
  const layouter = new StampLayouter(text, image, fonts);
  const note = text.note === null ? '' : `\n${text.note}`;
  return {
    description: `Digitally signed by ${text.signerName}\n${text.time}${note}`,
    fieldLabel: `Signature of ${text.signerName}`,
    *drawings(area): Generator<StampDrawing> {
      for (const frame of FRAMES) {
        const layout = layouter.layout({
          ...frame,
          maxWidth: Math.min(frame.maxWidth, area.width),
          maxHeight: Math.min(frame.maxHeight, area.height),
        });
        if (layout === null) continue;
        const { width, height } = layout;
        yield { width, height, draw: (update, rotation) => drawStamp(update, layout, { fonts, image }, rotation) };
      }
    },
  };
}

/** Whether the stamp needs fonts with a shaper. */
export function stampNeedsShaping({ signerName, note }: Pick<StampContent, 'signerName' | 'note'>): boolean {
  return needsShaping(cleanStampText(`${signerName} ${note ?? ''}`));
}

/** `2026-03-04 06:06:07 UTC+01:00`. */
export function formatStampTime(at: Date, utcOffsetMinutes: number): string {
  const local = new Date(at.getTime() + utcOffsetMinutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  const sign = utcOffsetMinutes < 0 ? '\u2212' : '+';
  const distance = Math.abs(utcOffsetMinutes);
  const hours = String(Math.floor(distance / 60)).padStart(2, '0');
  const minutes = String(distance % 60).padStart(2, '0');
  return `${local} UTC${sign}${hours}:${minutes}`;
}

function emptyToNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
