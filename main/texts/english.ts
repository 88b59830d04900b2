import type { ProgramTexts } from './program-texts.ts';

export const english: ProgramTexts = {
  cannotStart: 'Signing Station cannot start',
  hasToClose: 'Signing Station has to close',
  cannotShowWindow: 'Signing Station cannot show its window',
  unexpected: 'Something unexpected happened; the log says where.',
  failedOften: 'It failed again and again. The log says where.',
  pageEnded: 'Its page could not be loaded, or ended again and again. The log says more.',
  startsAgain: 'Signing Station starts again',
  portTaken:
    'Its port is taken: by another program, by a station that was started without a window, or by the station of another ' +
    'user of this machine. End that one, or set another Server:Port.',
  portRefused: 'The system keeps this port for itself. Set a Server:Port above 1023.',
  databaseDamaged:
    'The database is damaged. Keep a copy of station.db and the files beside it, then put back a backup of all of them.',
  tooFewHandles: 'The system gives the program too few file handles.',
  noSpace: 'There is no space left where the station keeps its data. Make room, or set another Data:Directory.',
  unsafeDisk:
    'The file system of the data directory cannot keep the names of files through a power cut, as some network shares ' +
    'cannot. Set a Data:Directory on a disk of this machine.',
  notWritable: (place) =>
    `The station may not write to ${place ?? 'its data directory'}. Give it to your user, or set another Data:Directory.`,
  wrongKind: (place) =>
    `Where the station keeps a folder there is a file, or a folder where it keeps a file: ${place ?? 'in its data directory'}. ` +
    'Move it away, or set another Data:Directory.',
  linkToNothing: (place) =>
    `${place ?? 'Something in the data directory'} is a link, and what it leads to is not there. Make or mount that, or remove the link.`,
  dataDirectoryInUse: (folder) =>
    `Another station is running with the data directory ${folder}. End that one, or set another Data:Directory.`,
  inspectorIsOpen:
    'An inspector is open in this process: whoever connects to its port can read PINs and keys. Start without --inspect.',
  switchesRefused: (switches) =>
    `It was started with ${switches}, which would let other programs look into its window.`,
  needsRoleApi: 'The desktop program needs the role api.',
  settingsUnreadable: (file) => `${file} cannot be read as settings (JSON). Correct it, then start again.`,
  passwordsLost: (folder, files) => ({
    title: 'Passwords have to be given again',
    text: `The key store of the system does not open any more what was kept in it. Make these files anew in ${folder}: ${files}.`,
  }),
  keepPasswords: (files) => ({
    title: "Keep these passwords in the system's key store?",
    text:
      `They stand in files that every program of yours can read: ${files}. In the key store only this program opens them; ` +
      'the files are deleted then. Commands and a station without a window look into these files only, and do not find ' +
      'them any more.',
  }),
  keepInKeyStore: 'Keep them in the key store',
  leaveFiles: 'Leave the files',
  beginWith: {
    title: 'What do you want to sign with?',
    text:
      'A card or a token needs the PKCS#11 library of its maker; the token doctor then says what is missing. The demo ' +
      'identity signs at once, but nobody will accept its signatures.',
  },
  myToken: 'My card or token',
  demoIdentity: 'A demo identity, to try',
  decideLater: 'Decide later',
  libraryOfToken: 'The PKCS#11 library of your token',
  libraries: 'PKCS#11 libraries',
};
