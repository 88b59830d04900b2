import { expect, it } from 'vitest';
import { masked } from './stamp-content.ts';

it.each([
  ['PNOHR-12345678901', 'PNOHR-••••••••901'],
  ['PASSK-P3000180', 'PASSK-•••••180'],
  ['IDCBE-590082394654', 'IDCBE-•••••••••654'],
  ['1234567', '••••567'],
  ['PNOHR-123456', 'PNOHR-••••••'],
  ['12', '••'],
  ['', ''],
])('of the number %s can be read %s', (number, expected) => {
  expect(masked(number)).toBe(expected);
});
