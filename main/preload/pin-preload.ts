import { contextBridge, ipcRenderer } from 'electron';
import { PIN_CHANNELS } from '../ipc/pin-channels.ts';
import type { PinPort } from '../ipc/pin-messages.ts';

/** Two verbs and nothing of Electron: what comes back is data, what goes out is checked on the other side. */
const port: PinPort = {
  question: () => ipcRenderer.invoke(PIN_CHANNELS.question) as ReturnType<PinPort['question']>,
  answer: (reply) => ipcRenderer.invoke(PIN_CHANNELS.answer, reply) as ReturnType<PinPort['answer']>,
};
contextBridge.exposeInMainWorld('pinPort', port);
