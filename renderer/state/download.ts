import type { StationClient } from '../api/station-client.ts';

function clickLink(address: string, fileName: string): void {
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = fileName;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

/**
 * Saves what the station gives out at an address, under the station's own name for it. Without an API key the browser
 * streams it to disk; with one it has to pass through memory, since a link carries no header.
 */
export async function downloadFrom(client: StationClient, source: string, hasKey: boolean): Promise<void> {
  if (!hasKey) {
    clickLink(source, '');
    return;
  }
  const { blob, name } = await client.file(source);
  const address = URL.createObjectURL(blob);
  clickLink(address, name ?? '');
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Saves a text that the page already has. */
export function saveText(text: string, fileName: string): void {
  saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), fileName);
}

/** Saves a file that the page has made. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  clickLink(address, fileName);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
