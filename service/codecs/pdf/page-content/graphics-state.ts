import type { Rectangle } from '../rectangle.ts';
import { UNKNOWN_FONT, type FontWidths } from './text-widths.ts';
import { IDENTITY, type Matrix } from './transformation.ts';

/** What `q` saves, as far as it decides where something is painted (ISO 32000-2 clause 8.4.1). */
export interface GraphicsState {
  matrix: Matrix;
  clip: Rectangle;
  lineWidth: number;
  /** Filling in white hides what lay below but shows nothing. */
  isFillWhite: boolean;
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
    lineWidth: 1,
    isFillWhite: false,
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
