import { protocol } from 'electron';
import { OWN_SCHEME } from './own-pages.ts';

/** Makes pages of the program's own scheme what pages of https are to Chromium. Call it before `ready`. */
export function announceOwnPages(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: OWN_SCHEME, privileges: { standard: true, secure: true } }]);
}
