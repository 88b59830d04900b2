import { dialog } from 'electron';
import type { KeepingAnswer } from './kept-secrets.ts';

/** Asks once, at the start, what is to become of passwords that stand in files of their own. */
export async function askKeeping(files: readonly string[]): Promise<KeepingAnswer> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: "Keep these passwords in the system's key store?",
    detail:
      `They stand in files that every program of yours can read: ${files.join(', ')}. ` +
      'In the key store only this program opens them; the files are deleted then. ' +
      'Commands and a station without a window look into these files only, and do not find them any more.',
    buttons: ['Keep them in the key store', 'Leave the files'],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0 ? 'keep' : 'leave';
}
