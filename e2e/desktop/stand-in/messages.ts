import { refuse, tell } from './told.ts';
import { BrowserWindow } from './windows.ts';

interface Sent {
  readonly sender: unknown;
  readonly senderFrame: { url: string } | null;
}
type Handler = (event: Sent, ...args: unknown[]) => unknown;

const handlers = new Map<string, Handler>();

export const ipcMain = {
  handle: (channel: string, handler: Handler): void => {
    refuse(handlers.has(channel), `Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
};

/**
 * Sends a message as a page does. In `message` an object `{ "utf8": "..." }` stands for the bytes of a text, which cross
 * as a Uint8Array. Tells what came back, a failure with the text that Electron would show the page, and the bytes that
 * are left of it afterwards.
 */
export function sendFrom(address: string, channel: string, message: string, from: string): void {
  const bytes: Uint8Array[] = [];
  const argument: unknown = JSON.parse(message, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('utf8' in value)) return value;
    const made = Uint8Array.from(Buffer.from(String(value.utf8)));
    bytes.push(made);
    return made;
  });
  const window = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL() === address);
  const handler = handlers.get(channel);
  if (window === undefined || handler === undefined) {
    tell('invoke', { channel, nobody: true });
    return;
  }
  const { webContents } = window;
  const frames: Readonly<Record<string, { url: string } | null>> = {
    page: webContents.mainFrame,
    frame: { url: webContents.mainFrame.url },
    gone: null,
  };
  const event = { sender: webContents, senderFrame: frames[from] ?? null };
  const left = (): number => bytes.reduce((sum, each) => sum + each.reduce((all, byte) => all + byte, 0), 0);
  Promise.resolve()
    .then(() => handler(event, argument))
    .then(
      (result) => tell('invoke', { channel, result, left: left() }),
      (fault: unknown) => tell('invoke', { channel, fault: String(fault), left: left() }),
    );
}
