import { expect, it } from 'vitest';
import { bytesSource } from './byte-source.ts';
import { searchBeginnings, searchSource } from './search-source.ts';

it('finds each match once, also where it lies on the border of two steps', () => {
  const bytes = Buffer.alloc(600_000, '.');
  for (const at of [0, 262_142, 524_288, 599_996]) bytes.write('mark', at);
  bytes.write('MARK', 262_150);
  const found = [...searchSource(bytesSource(bytes), /m(ar)k/, 10)];
  expect(found.map(([whole, inner]) => [whole, inner])).toEqual(Array.from({ length: 4 }, () => ['mark', 'ar']));
  expect([...searchSource(bytesSource(bytes), /mark/i, 10)]).toHaveLength(5);
  expect([...searchSource(bytesSource(new Uint8Array(0)), /mark/, 10)]).toEqual([]);
});

it('finds what begins with a text in the same way', () => {
  const bytes = Buffer.alloc(600_000, '.');
  for (const at of [0, 262_142, 524_288, 599_996]) bytes.write('mark', at);
  bytes.write('mask', 300_000);
  const found = [...searchBeginnings(bytesSource(bytes), 'ma', /m(ar)k/, 10)];
  expect(found.map(([whole, inner]) => [whole, inner])).toEqual(Array.from({ length: 4 }, () => ['mark', 'ar']));
  expect([...searchBeginnings(bytesSource(bytes), 'a', /mark/, 10)]).toEqual([]);
  expect([...searchBeginnings(bytesSource(new Uint8Array(0)), 'm', /mark/, 10)]).toEqual([]);
});
