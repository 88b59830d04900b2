/** The keyboard of a terminal, as far as a line is read from it without echo. */
export interface Keyboard {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  off(event: 'data', listener: (chunk: Buffer) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** Reads one line; nothing of it is shown. Null: the person gave up with Escape or Ctrl-D. */
export type HiddenLine = () => Promise<Uint8Array | null>;

/** No token takes longer PINs; what is held down on a keyboard is not kept without end. */
const MAX_BYTES = 255;
const KEY = { interrupt: 0x03, end: 0x04, backspace: 0x08, newline: 0x0a, enter: 0x0d, escape: 0x1b, delete: 0x7f };

/**
 * A line from `keyboard` in raw mode, UTF-8. The bytes are handed over in a buffer that the caller overwrites; what was
 * read on the way is overwritten here. `onInterrupt`: Ctrl-C, which the terminal does not turn into a signal meanwhile.
 */
export function createHiddenLine(keyboard: Keyboard, onInterrupt: () => void): HiddenLine {
  return () =>
    new Promise((resolve) => {
      const typed = Buffer.alloc(MAX_BYTES);
      let length = 0;
      const end = (line: Uint8Array | null): void => {
        keyboard.off('data', read);
        keyboard.setRawMode?.(false);
        keyboard.pause();
        typed.fill(0);
        resolve(line);
      };
      const take = (byte: number): boolean => {
        if (byte === KEY.enter || byte === KEY.newline) end(Uint8Array.from(typed.subarray(0, length)));
        else if (byte === KEY.end || byte === KEY.escape) end(null);
        else if (byte === KEY.interrupt) {
          end(null);
          onInterrupt();
        } else {
          length =
            byte === KEY.backspace || byte === KEY.delete ? withoutLast(typed, length) : add(typed, length, byte);
          return true;
        }
        return false;
      };
      const read = (chunk: Buffer): void => {
        for (const byte of chunk) if (!take(byte)) break;
        chunk.fill(0);
      };
      keyboard.setRawMode?.(true);
      keyboard.on('data', read);
      keyboard.resume();
    });
}

function add(typed: Buffer, length: number, byte: number): number {
  if (byte < 0x20 || length === typed.length) return length;
  typed[length] = byte;
  return length + 1;
}

/** Takes away a whole character: the bytes that continue it (10xxxxxx) and the one that begins it. */
function withoutLast(typed: Buffer, length: number): number {
  let kept = length;
  while (kept > 0) {
    kept -= 1;
    const byte = typed[kept] ?? 0;
    typed[kept] = 0;
    if ((byte & 0xc0) !== 0x80) break;
  }
  return kept;
}
