/** The line of least squares through points: how much the second coordinate grows by one of the first, and its standard error. */
export interface Slope {
  readonly slope: number;
  readonly error: number;
}

/** NaN for fewer than three points, which no error can be told of. */
export function slopeOf(points: readonly (readonly [number, number])[]): Slope {
  if (points.length < 3) return { slope: Number.NaN, error: Number.NaN };
  const mean = (of: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point[0]), mean((point) => point[1])];
  const spread = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  const slope = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / spread;
  const rest = points.reduce((sum, point) => sum + (point[1] - y - slope * (point[0] - x)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (points.length - 2) / spread) };
}
