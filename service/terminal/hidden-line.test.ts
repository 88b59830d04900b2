import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createHiddenLine, type Keyboard } from './hidden-line.ts';

class Keys extends EventEmitter implements Keyboard {
  isRaw = false;
  isRead = false;

  setRawMode(isRaw: boolean): void {
    this.isRaw = isRaw;
  }

  resume(): void {
    this.isRead = true;
  }

  pause(): void {
    this.isRead = false;
  }

  type(text: string): Buffer {
    const chunk = Buffer.from(text);
    this.emit('data', chunk);
    return chunk;
  }
}

function reading() {
  const keys = new Keys();
  const interrupts: number[] = [];
  const line = createHiddenLine(keys, () => interrupts.push(1))();
  return { keys, line, interrupts };
}
const textOf = (line: Uint8Array | null): string | null => (line === null ? null : Buffer.from(line).toString('utf8'));

describe('a line without echo', () => {
  it('comes key by key or at once, in raw mode, and gives the terminal back', async () => {
    const { keys, line } = reading();
    expect([keys.isRaw, keys.isRead]).toEqual([true, true]);
    keys.type('12');
    keys.type('34\r');
    expect(textOf(await line)).toBe('1234');
    expect([keys.isRaw, keys.isRead, keys.listenerCount('data')]).toEqual([false, false, 0]);
  });

  it('overwrites what came from the keyboard', async () => {
    const { keys, line } = reading();
    const chunk = keys.type('4711\n');
    await line;
    expect([...chunk].every((byte) => byte === 0)).toBe(true);
  });

  it('takes characters back whole, and no further than the beginning', async () => {
    const { keys, line } = reading();
    keys.type('ä€\u007f\u007f\u007f\b12\r');
    expect(textOf(await line)).toBe('12');
  });

  it.each([
    ['Escape', '\u001b'],
    ['Ctrl-D', '\u0004'],
  ])('ends with nothing at %s', async (_name, key) => {
    const { keys, line, interrupts } = reading();
    keys.type(`12${key}`);
    expect(await line).toBeNull();
    expect(interrupts).toEqual([]);
  });

  it('passes Ctrl-C on, which raw mode swallows', async () => {
    const { keys, line, interrupts } = reading();
    keys.type('12\u0003');
    expect(await line).toBeNull();
    expect(interrupts).toEqual([1]);
  });

  it('ignores other control characters and keeps no more than 255 bytes', async () => {
    const { keys, line } = reading();
    keys.type(`\u0000\u0007${'9'.repeat(400)}\r`);
    expect(textOf(await line)).toBe('9'.repeat(255));
  });
});
