import { dialog } from 'electron';
import type { ProgramTexts } from '../texts/program-texts.ts';
import type { KeepingAnswer } from './kept-secrets.ts';

/** Asks once, at the start, what is to become of passwords that stand in files of their own. */
export async function askKeeping(files: readonly string[], texts: ProgramTexts): Promise<KeepingAnswer> {
  const { title, text } = texts.keepPasswords(files.join(', '));
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: title,
    detail: text,
    buttons: [texts.keepInKeyStore, texts.leaveFiles],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0 ? 'keep' : 'leave';
}
