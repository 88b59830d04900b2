import type { Session, WebContents } from 'electron';
import { isAt, isGranted } from './permissions.ts';

/** Answers for a session whose pages all come from `origin`: no permission, device or stream but the granted ones. */
export function lockSession(target: Session, origin: string): void {
  target.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isGranted(permission, requestingUrl, origin)),
  );
  target.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isGranted(permission, requestingOrigin, origin),
  );
  target.setDevicePermissionHandler(() => false);
  target.setDisplayMediaRequestHandler((_request, answer) => answer({}));
}

/** Keeps a page at `origin`: it can neither go elsewhere, nor be sent there, nor open anything. */
export function lockPage(contents: WebContents, origin: string): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-navigate', (event) => {
    if (!isAt(event.url, origin)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isAt(event.url, origin)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!isAt(event.url, origin)) event.preventDefault();
  });
}
