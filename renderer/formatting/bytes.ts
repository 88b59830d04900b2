import { formatNumber, formatting, type Formatting } from './locale.ts';

/** Size for people: `812 bytes`, `1.4 MB`; 1 KB is 1,024 bytes, as file managers of the desktop count. */
export function formatBytes(
  size: number,
  using: Pick<Formatting, 'locale' | 'bytes' | 'sizes'> = formatting(),
): string {
  const { bytes, sizes } = using;
  if (size < 1024) return bytes(formatNumber(size, undefined, using));
  let value = size / 1024;
  let unit = 0;
  while (value >= 1024 && unit < sizes.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = formatNumber(value, { maximumFractionDigits: value >= 100 ? 0 : 1 }, using);
  return `${digits} ${sizes[unit] ?? ''}`;
}
