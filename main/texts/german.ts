import type { ProgramTexts } from './program-texts.ts';

export const german: ProgramTexts = {
  cannotStart: 'Signing Station kann nicht starten',
  hasToClose: 'Signing Station muss sich schließen',
  cannotShowWindow: 'Signing Station kann sein Fenster nicht zeigen',
  unexpected: 'Etwas Unerwartetes ist geschehen; im Protokoll steht, wo.',
  failedOften: 'Es ist immer wieder ausgefallen. Im Protokoll steht, wo.',
  pageEnded: 'Seine Seite ließ sich nicht laden oder brach immer wieder ab. Das Protokoll sagt mehr.',
  startsAgain: 'Signing Station startet neu',
  portTaken:
    'Sein Port ist belegt: von einem anderen Programm, von einer Station ohne Fenster oder von der Station eines anderen ' +
    'Benutzers dieses Rechners. Beenden Sie diese, oder stellen Sie einen anderen Server:Port ein.',
  portRefused: 'Das System gibt diesen Port nicht her. Stellen Sie einen Server:Port über 1023 ein.',
  databaseDamaged:
    'Die Datenbank ist beschädigt. Heben Sie eine Kopie von station.db und den Dateien daneben auf, und spielen Sie dann ' +
    'eine Sicherung von allen zurück.',
  tooFewHandles: 'Das System lässt das Programm zu wenige Dateien öffnen.',
  noSpace:
    'Wo die Station ihre Daten hält, ist kein Platz mehr. Schaffen Sie Platz, oder stellen Sie ein anderes Data:Directory ein.',
  unsafeDisk:
    'Das Dateisystem des Datenverzeichnisses kann die Namen von Dateien nicht über einen Stromausfall bewahren, wie manche ' +
    'Netzlaufwerke. Stellen Sie ein Data:Directory auf einer Platte dieses Rechners ein.',
  notWritable: (place) =>
    `Die Station darf ${place === null ? 'in ihren Datenordner' : `nach ${place}`} nicht schreiben. Geben Sie ihn Ihrem ` +
    'Benutzer, oder stellen Sie ein anderes Data:Directory ein.',
  wrongKind: (place) =>
    `Wo die Station einen Ordner hält, liegt eine Datei, oder ein Ordner an der Stelle einer Datei: ${place ?? 'in ihrem Datenordner'}. ` +
    'Schaffen Sie das beiseite, oder stellen Sie ein anderes Data:Directory ein.',
  linkToNothing: (place) =>
    `${place ?? 'Etwas im Datenordner'} ist eine Verknüpfung, deren Ziel nicht da ist. Legen Sie es an, hängen Sie es ein, oder entfernen Sie die Verknüpfung.`,
  dataDirectoryInUse: (folder) =>
    `Mit dem Datenordner ${folder} läuft schon eine andere Station. Beenden Sie diese, oder stellen Sie ein anderes Data:Directory ein.`,
  inspectorIsOpen:
    'In diesem Prozess ist ein Inspektor offen: Wer sich mit seinem Port verbindet, kann PINs und Schlüssel lesen. Starten ' +
    'Sie ohne --inspect.',
  switchesRefused: (switches) =>
    `Es wurde mit ${switches} gestartet; damit könnten andere Programme in sein Fenster sehen.`,
  needsRoleApi: 'Das Desktop-Programm braucht die Rolle api.',
  settingsUnreadable: (file) =>
    `${file} lässt sich nicht als Einstellungen (JSON) lesen. Berichtigen Sie die Datei, und starten Sie neu.`,
  passwordsLost: (folder, files) => ({
    title: 'Kennwörter müssen neu eingegeben werden',
    text: `Der Schlüsselspeicher des Systems öffnet nicht mehr, was in ihm aufgehoben war. Legen Sie diese Dateien in ${folder} neu an: ${files}.`,
  }),
  keepPasswords: (files) => ({
    title: 'Diese Kennwörter im Schlüsselspeicher des Systems aufheben?',
    text:
      `Sie stehen in Dateien, die jedes Ihrer Programme lesen kann: ${files}. Im Schlüsselspeicher öffnet sie nur dieses ` +
      'Programm; die Dateien werden dann gelöscht. Befehle und eine Station ohne Fenster sehen nur in diese Dateien und ' +
      'finden sie dann nicht mehr.',
  }),
  keepInKeyStore: 'Im Schlüsselspeicher aufheben',
  leaveFiles: 'Die Dateien lassen',
  beginWith: {
    title: 'Womit möchten Sie signieren?',
    text:
      'Eine Karte oder ein Token braucht die PKCS#11-Bibliothek des Herstellers; die Token-Diagnose sagt dann, was fehlt. ' +
      'Die Demo-Identität signiert sofort, aber niemand wird ihre Signaturen anerkennen.',
  },
  myToken: 'Meine Karte oder mein Token',
  demoIdentity: 'Eine Demo-Identität, zum Ausprobieren',
  decideLater: 'Später entscheiden',
  libraryOfToken: 'Die PKCS#11-Bibliothek Ihres Tokens',
  libraries: 'PKCS#11-Bibliotheken',
};
