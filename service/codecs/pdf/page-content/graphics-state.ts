import type { Rectangle } from '../rectangle.ts';
import { UNKNOWN_FONT, type FontWidths } from './text-widths.ts';
import { IDENTITY, type Matrix } from './transformation.ts';

/** What `q` saves, as far as it decides where something is painted (ISO 32000-2 clause 8.4.1). */
export interface GraphicsState {
  matrix: Matrix;
  clip: Rectangle;
  /** Nothing but upright rectangles cut off what is painted. */
  isClipPlain: boolean;
  lineWidth: number;
  /** How many times their width corners of lines may run out. */
  miterLimit: number;
  /** So many dashes and gaps follow each other before they are repeated. */
  dashes: number;
  /** Filling in white hides what lay below; it shows where that was of another colour. */
  isFillWhite: boolean;
  /** A pattern can show anything. */
  isFillPattern: boolean;
  /** Colours are mixed with what lies below: white can turn that into another one. */
  isBlended: boolean;
  /** A soft mask can cut anything out of what is painted. */
  isMasked: boolean;
  font: FontWidths;
  fontSize: number;
  characterSpacing: number;
  wordSpacing: number;
  horizontalScale: number;
  leading: number;
  rise: number;
  renderMode: number;
}

export function initialState(clip: Rectangle): GraphicsState {
  return {
    matrix: IDENTITY,
    clip,
    isClipPlain: true,
    lineWidth: 1,
    miterLimit: 10,
    dashes: 0,
    isFillWhite: false,
    isFillPattern: false,
    isBlended: false,
    isMasked: false,
    font: UNKNOWN_FONT,
    fontSize: 0,
    characterSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    leading: 0,
    rise: 0,
    renderMode: 0,
  };
}
