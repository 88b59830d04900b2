const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Size for people: `812 bytes`, `1.4 MB`; 1 KB is 1,024 bytes, as file managers of the desktop count. */
export function formatBytes(size: number): string {
  let value = size;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${UNITS[unit] ?? ''}`;
}
