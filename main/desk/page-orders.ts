import path from 'node:path';
import { app, dialog, ipcMain, nativeImage, type IpcMainInvokeEvent, type WebContents } from 'electron';
import type { z } from 'zod';
import { DESK_CHANNELS } from '../ipc/desk-channels.ts';
import { DragOrder, FolderOrder, MAX_STAGED_BYTES, StageOrder } from '../ipc/desk-messages.ts';
import { isFromOrigin } from '../ipc/senders.ts';
import type { SaveFolder } from './save-folder.ts';
import { StagedFiles } from './staged-files.ts';

export interface PageOrders {
  /** The window's contents; undefined while there is no window. */
  readonly contents: () => WebContents | undefined;
  readonly origin: string;
  readonly saveFolder: SaveFolder;
  /** Shown under the pointer while a document is dragged. */
  readonly icon: string;
  readonly onRefused: (channel: string) => void;
}

const LIMITS = { fileBytes: MAX_STAGED_BYTES, files: 1_000, allBytes: 1_000_000_000 };

/**
 * Does what the station's page asks for: a folder for downloads, a document dragged out. Only after Electron's `ready`.
 * `clear` takes away what may be dragged.
 */
export function takePageOrders(options: PageOrders): { readonly clear: () => void } {
  const { contents, origin, saveFolder, icon, onRefused } = options;
  const staged = new StagedFiles(path.join(app.getPath('userData'), 'dragged'), LIMITS);

  /** What is wrong with a message stays unsaid: Electron hands a fault's text to the page. */
  function handle<Order>(
    channel: string,
    schema: z.ZodType<Order>,
    run: (order: Order, event: IpcMainInvokeEvent) => unknown,
  ): void {
    ipcMain.handle(channel, (event, message: unknown) => {
      const parsed = schema.safeParse(message);
      if (parsed.success && isFromOrigin(event, contents(), origin)) return run(parsed.data, event);
      onRefused(channel);
      throw new Error('Refused.');
    });
  }

  handle(DESK_CHANNELS.folder, FolderOrder, async ({ files }) => {
    const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'] });
    const [folder] = filePaths;
    if (canceled || folder === undefined) return false;
    saveFolder.choose(folder, files);
    return true;
  });
  handle(DESK_CHANNELS.stage, StageOrder, ({ name, bytes }) => staged.stage(name, bytes));
  handle(DESK_CHANNELS.drag, DragOrder, ({ ticket }, { sender }) => {
    const file = staged.fileOf(ticket);
    if (file !== undefined) sender.startDrag({ file, icon: nativeImage.createFromPath(icon) });
  });
  return { clear: () => staged.clear() };
}
