import { expect, it } from 'vitest';
import { slopeOf } from './slope.ts';

it('tells how points grow, and how sure that is', () => {
  expect(slopeOf([0, 1, 2, 3].map((x) => [x, 5 + 2 * x]))).toEqual({ slope: 2, error: 0 });
  const { slope, error } = slopeOf([
    [0, 1],
    [1, 0],
    [2, 1],
    [3, 0],
  ]);
  expect(slope).toBeCloseTo(-0.2);
  // By hand: residuals 0.2, -0.6, 0.6, -0.2; their squares 0.8 over 2 degrees of freedom and a spread of 5.
  expect(error).toBeCloseTo(Math.sqrt(0.08));
  expect(slopeOf([[0, 1]]).slope).toBeNaN();
});
