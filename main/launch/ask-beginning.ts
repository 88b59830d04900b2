import { dialog } from 'electron';
import type { Beginning } from './first-start.ts';

const MODULES = process.platform === 'win32' ? ['dll'] : process.platform === 'darwin' ? ['dylib', 'so'] : ['so'];

/** Asks at a first start what to sign with. Undefined when the person wants to decide later. */
export async function askBeginning(): Promise<Beginning | undefined> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: 'What do you want to sign with?',
    detail:
      'A card or a token needs the PKCS#11 library of its maker; the token doctor then says what is missing. ' +
      'The demo identity signs at once, but nobody will accept its signatures.',
    buttons: ['My card or token', 'A demo identity, to try', 'Decide later'],
    defaultId: 0,
    cancelId: 2,
  });
  if (response === 1) return { kind: 'demo' };
  if (response !== 0) return undefined;
  const { filePaths } = await dialog.showOpenDialog({
    title: 'The PKCS#11 library of your token',
    properties: ['openFile'],
    filters: [{ name: 'PKCS#11 libraries', extensions: MODULES }],
  });
  const [modulePath] = filePaths;
  return modulePath === undefined ? undefined : { kind: 'token', modulePath };
}
