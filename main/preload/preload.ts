import { contextBridge, ipcRenderer } from 'electron';
import { DESK_CHANNELS } from '../ipc/desk-channels.ts';
import type { DeskPort } from '../ipc/desk-messages.ts';
import { MAIN_CHANNELS } from '../ipc/main-channels.ts';

/** The parts of a page that are used here; scripts of this program are written without a page's types. */
interface PageGlobals {
  readonly location: { readonly origin: string; readonly pathname: string };
  readonly history: { pushState(state: null, title: string, address: string): void };
  readonly document: { querySelector(selector: string): EventTarget | null };
  readonly DataTransfer: new () => Transfer;
  readonly DragEvent: new (name: string, options: { dataTransfer: Transfer; bubbles: true; cancelable: true }) => Event;
  dispatchEvent(event: Event): void;
}
interface Transfer {
  readonly items: { add(file: File): unknown };
}
interface OpenedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}
const page = globalThis as unknown as PageGlobals;

/** Three verbs and nothing of Electron: what goes out is checked on the other side. */
const port: DeskPort = {
  chooseFolder: (files) => ipcRenderer.invoke(DESK_CHANNELS.folder, { files }) as Promise<boolean>,
  stage: (name, bytes) => ipcRenderer.invoke(DESK_CHANNELS.stage, { name, bytes }) as Promise<string | null>,
  drag: (ticket) => ipcRenderer.invoke(DESK_CHANNELS.drag, { ticket }) as Promise<void>,
};
contextBridge.exposeInMainWorld('deskPort', port);

/**
 * What the page is to show goes into its history, as a click on
 * a link in it does.
 */
ipcRenderer.on(MAIN_CHANNELS.show, (_event, address: string) => goTo(address));

/** Documents that were opened with the program come to the page as if they were dropped on it. */
ipcRenderer.on(MAIN_CHANNELS.files, (_event, files: readonly OpenedFile[]) => {
  goTo('/sign');
  void dropZone().then((zone) => {
    const dataTransfer = new page.DataTransfer();
    for (const { name, bytes } of files) dataTransfer.items.add(new File([Uint8Array.from(bytes)], name));
    zone?.dispatchEvent(new page.DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
});

function goTo(address: string): void {
  const { origin, pathname } = page.location;
  const target = new URL(address, origin);
  if (target.origin !== origin || target.pathname === pathname) return;
  page.history.pushState(null, '', target.pathname);
  page.dispatchEvent(new Event('popstate'));
}

/** Waits for the page to be there; a page that never comes gets nothing. */
async function dropZone(): Promise<EventTarget | null> {
  for (let tries = 0; tries < 100; tries++) {
    const zone = page.document.querySelector('[data-takes="documents-to-sign"]');
    if (zone !== null) return zone;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return null;
}
