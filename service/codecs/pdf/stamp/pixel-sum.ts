/** A stamp is at most a few centimetres wide; more pixels than this only make the document larger. */
const MAX_SIDE = 1000;

/**
 * Collects the pixels of an image in any order and averages them into one small enough for a stamp. Colors count by
 * their opacity, so that what is transparent leaves no fringe.
 */
export class PixelSum {
  readonly width: number;
  readonly height: number;
  readonly #factor: number;
  /** Red, green, blue times opacity, opacity, and how many, for each pixel. */
  readonly #sums: Float32Array;

  constructor(width: number, height: number) {
    this.#factor = Math.max(1, Math.ceil(Math.max(width, height) / MAX_SIDE));
    this.width = Math.ceil(width / this.#factor);
    this.height = Math.ceil(height / this.#factor);
    this.#sums = new Float32Array(this.width * this.height * 5);
  }

  /** Adds a pixel of the large image; samples from 0 to 255. */
  add(x: number, y: number, red: number, green: number, blue: number, alpha: number): void {
    const sums = this.#sums;
    const factor = this.#factor;
    const at = (Math.floor(y / factor) * this.width + Math.floor(x / factor)) * 5;
    sums[at] = (sums[at] ?? 0) + red * alpha;
    sums[at + 1] = (sums[at + 1] ?? 0) + green * alpha;
    sums[at + 2] = (sums[at + 2] ?? 0) + blue * alpha;
    sums[at + 3] = (sums[at + 3] ?? 0) + alpha;
    sums[at + 4] = (sums[at + 4] ?? 0) + 1;
  }

  /** Three bytes a pixel, and one byte of opacity a pixel unless all are opaque. */
  finish(): { readonly colors: Uint8Array; readonly alpha: Uint8Array | null } {
    const sums = this.#sums;
    const count = this.width * this.height;
    const colors = new Uint8Array(count * 3);
    const alpha = new Uint8Array(count);
    let isOpaque = true;
    for (let pixel = 0; pixel < count; pixel++) {
      const at = pixel * 5;
      const opacity = sums[at + 3] ?? 0;
      const mean = Math.round(opacity / (sums[at + 4] ?? 1));
      alpha[pixel] = mean;
      if (mean < 255) isOpaque = false;
      for (let sample = 0; sample < 3; sample++) {
        colors[pixel * 3 + sample] = opacity === 0 ? 255 : Math.round((sums[at + sample] ?? 0) / opacity);
      }
    }
    return { colors, alpha: isOpaque ? null : alpha };
  }
}
