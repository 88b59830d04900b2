import type { DeskPort } from '../../main/ipc/desk-messages.ts';
import type { StationClient } from '../api/station-client.ts';

declare global {
  interface Window {
    /** By the preload script of the desktop program; a browser has none. */
    readonly deskPort?: DeskPort;
  }
}

/** What the desktop program does for the page; undefined in a browser. */
export function deskPort(): DeskPort | undefined {
  return window.deskPort;
}

/** A signed document that may be dragged out of the window; null: not this one, or not yet. */
export interface DragSource {
  readonly client: Pick<StationClient, 'file'>;
  /** Address of the signed file at the station. */
  readonly address: string;
  readonly title: string;
}

/**
 * Lets an element be dragged into another program, where the desktop program is there to hand the document over. The
 * document is fetched when the pointer comes near: the system takes a file that is there when the drag begins.
 */
export function dragOut(node: HTMLElement, source: DragSource | null): { update(next: DragSource | null): void } {
  const port = deskPort();
  // A browser drags what it likes of a page.
  if (port === undefined) return { update: () => undefined };
  let current: DragSource | null = null;
  let ticket: Promise<string | null> | undefined;
  const prepare = (): void => {
    if (current === null) return;
    const { client, address } = current;
    ticket ??= stage(port, client, address).catch(() => {
      // The next try may do it; the download says what is wrong.
      ticket = undefined;
      return null;
    });
  };
  const update = (next: DragSource | null): void => {
    const isOther = next?.address !== current?.address;
    current = next;
    if (isOther) ticket = undefined;
    if (current === null) {
      node.removeAttribute('draggable');
      return;
    }
    node.draggable = true;
    node.title = current.title;
  };
  node.addEventListener('pointerenter', prepare);
  node.addEventListener('pointerdown', prepare);
  node.addEventListener('dragstart', (event) => {
    if (current === null) return;
    event.preventDefault();
    prepare();
    void ticket?.then((given) => (given === null ? undefined : port.drag(given)));
  });
  update(source);
  return { update };
}

async function stage(port: DeskPort, client: Pick<StationClient, 'file'>, address: string): Promise<string | null> {
  const { blob, name } = await client.file(address);
  return port.stage(name ?? 'document', new Uint8Array(await blob.arrayBuffer()));
}

/** Has the person choose a folder for the next downloads; true where there is no choice to make, or it was made. */
export async function mayDownloadTo(files: number): Promise<boolean> {
  return (await deskPort()?.chooseFolder(files)) ?? true;
}
