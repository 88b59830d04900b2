import { dialog } from 'electron';
import type { ProgramTexts } from '../texts/program-texts.ts';
import type { Beginning } from './first-start.ts';

const MODULES = process.platform === 'win32' ? ['dll'] : process.platform === 'darwin' ? ['dylib', 'so'] : ['so'];

/** Asks at a first start what to sign with. Undefined when the person wants to decide later. */
export async function askBeginning(texts: ProgramTexts): Promise<Beginning | undefined> {
  const { title, text } = texts.beginWith;
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: title,
    detail: text,
    buttons: [texts.myToken, texts.demoIdentity, texts.decideLater],
    defaultId: 0,
    cancelId: 2,
  });
  if (response === 1) return { kind: 'demo' };
  if (response !== 0) return undefined;
  const { filePaths } = await dialog.showOpenDialog({
    title: texts.libraryOfToken,
    properties: ['openFile'],
    filters: [{ name: texts.libraries, extensions: MODULES }],
  });
  const [modulePath] = filePaths;
  return modulePath === undefined ? undefined : { kind: 'token', modulePath };
}
