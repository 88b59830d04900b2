import { contextBridge } from 'electron';

/** What the page may know of the desktop around it; nothing else crosses. */
contextBridge.exposeInMainWorld('signingStation', { isDesktop: true });
