import { contextBridge, ipcRenderer } from 'electron';
import { FAULT_CHANNELS } from '../ipc/fault-channels.ts';
import type { FaultPort } from '../ipc/fault-messages.ts';

/** Two verbs and nothing of Electron: what comes back is data, what goes out is checked on the other side. */
const port: FaultPort = {
  view: () => ipcRenderer.invoke(FAULT_CHANNELS.view) as ReturnType<FaultPort['view']>,
  act: (action) => ipcRenderer.invoke(FAULT_CHANNELS.act, action) as ReturnType<FaultPort['act']>,
};
contextBridge.exposeInMainWorld('faultPort', port);
