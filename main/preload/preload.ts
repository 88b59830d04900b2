import { ipcRenderer } from 'electron';
import { MAIN_CHANNELS } from '../ipc/main-channels.ts';

/** The parts of a page that are used here; scripts of this program are written without a page's types. */
interface PageGlobals {
  readonly location: { readonly origin: string; readonly pathname: string };
  readonly history: { pushState(state: null, title: string, address: string): void };
  dispatchEvent(event: Event): void;
}

/**
 * The page is given nothing of the program, and sends it nothing. What it is to show goes into its history, as a click on
 * a link in it does.
 */
ipcRenderer.on(MAIN_CHANNELS.show, (_event, address: string) => {
  const page = globalThis as unknown as PageGlobals;
  const { origin, pathname } = page.location;
  const target = new URL(address, origin);
  if (target.origin !== origin || target.pathname === pathname) return;
  page.history.pushState(null, '', target.pathname);
  page.dispatchEvent(new Event('popstate'));
});
