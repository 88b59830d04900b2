/** The parts of an event of Electron's IPC that say who sent it. */
export interface SentBy<Contents> {
  readonly sender: Contents;
  /** Null when the frame is gone or has gone elsewhere since. */
  readonly senderFrame: { readonly url: string } | null;
}

/**
 * Whether a message comes from the page of our own at `address`: from the window's contents, its main frame and no frame
 * in it, and from exactly that page. The preload script runs in whatever the window shows, so that it proves nothing.
 */
export function isFromPage<Contents extends { readonly mainFrame: unknown }>(
  event: SentBy<Contents>,
  contents: Contents | undefined,
  address: string,
): boolean {
  const { sender, senderFrame } = event;
  if (contents === undefined || sender !== contents || senderFrame === null) return false;
  return senderFrame === contents.mainFrame && senderFrame.url === address;
}

/** The same for a window whose page goes about at one origin: whatever address of that it shows. */
export function isFromOrigin<Contents extends { readonly mainFrame: unknown }>(
  event: SentBy<Contents>,
  contents: Contents | undefined,
  origin: string,
): boolean {
  const { url } = event.senderFrame ?? { url: '' };
  return URL.canParse(url) && new URL(url).origin === origin && isFromPage(event, contents, url);
}
