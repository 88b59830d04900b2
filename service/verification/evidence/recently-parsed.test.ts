import { describe, expect, it, vi } from 'vitest';
import { RecentlyParsed } from './recently-parsed.ts';

const item = (size: number, fill = 1): Uint8Array => new Uint8Array(size).fill(fill);

describe('what was parsed recently', () => {
  it('is parsed once, and is not what the document does with its bytes later', () => {
    const recent = new RecentlyParsed();
    const document = item(100);
    const parse = vi.fn((der: Uint8Array) => ({ der }));
    const first = recent.read('a', document.subarray(10, 20), parse);
    document.fill(9);
    expect(recent.read('a', item(10), parse)).toBe(first);
    expect(first.der).toEqual(item(10));
    expect(first.der.buffer.byteLength).toBe(10);
    expect(parse).toHaveBeenCalledOnce();
  });

  it('stays within its limit, and forgets what was not asked for longest', () => {
    const recent = new RecentlyParsed(1_000);
    const parse = (der: Uint8Array): number => der.length;
    recent.read('authority', item(100), parse);
    for (let n = 0; n < 500; n++) {
      recent.read(`stranger ${String(n)}`, item(100), parse);
      recent.read('authority', item(100), parse);
      expect(recent.bytes).toBeLessThanOrEqual(1_000);
    }
    const again = vi.fn(parse);
    recent.read('authority', item(100), again);
    recent.read('stranger 499', item(100), again);
    expect(again).not.toHaveBeenCalled();
    recent.read('stranger 400', item(100), again);
    expect(again).toHaveBeenCalledOnce();
  });

  it('keeps nothing large, and nothing that cannot be parsed', () => {
    const recent = new RecentlyParsed();
    recent.read('large', item(65_537), () => 'parsed');
    const fails = (): never => {
      throw new Error('no DER');
    };
    expect(() => recent.read('broken', item(10), fails)).toThrow('no DER');
    expect(recent.bytes).toBe(0);
    expect(recent.read('broken', item(10), () => 'read now')).toBe('read now');
  });
});
