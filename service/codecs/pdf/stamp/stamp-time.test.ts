import { expect, it } from 'vitest';
import { formatStampTime, offsetOfZone } from './stamp-time.ts';

const AT = new Date('2026-03-04T05:06:07.890Z');

it.each<[string, number, string | undefined, string]>([
  ['as it is usual', 0, undefined, '2026-03-04 05:06:07 UTC+00:00'],
  ['west of Greenwich', -330, undefined, '2026-03-03 23:36:07 UTC\u221205:30'],
  ['as in Germany', 60, 'dd.MM.yyyy HH:mm', '04.03.2026 06:06 UTC+01:00'],
  ['as in the United States', -1440, 'MM/dd/yyyy', '03/03/2026'],
])('writes the time %s', (_, offset, format, expected) => {
  expect(formatStampTime(AT, offset, format)).toBe(expected);
});

it('knows how far a zone is from UTC, in summer and in winter', () => {
  expect(offsetOfZone('Europe/Berlin', AT)).toBe(60);
  expect(offsetOfZone('Europe/Berlin', new Date('2026-07-01T00:00:00Z'))).toBe(120);
  expect(offsetOfZone('America/St_Johns', AT)).toBe(-210);
  expect(offsetOfZone('Asia/Kathmandu', AT)).toBe(345);
  expect(offsetOfZone('UTC', AT)).toBe(0);
});
