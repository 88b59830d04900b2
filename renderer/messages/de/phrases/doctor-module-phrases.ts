import type { doctorModulePhrases as english } from '../../en/phrases/doctor-module-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const doctorModulePhrases: PhrasesOf<typeof english> = {
  'The provider {name} names no PKCS#11 module.': 'Der Anbieter {name} nennt kein PKCS#11-Modul.',
  'Set Signing:SmartCard:ModulePath to the driver of the card, for instance {example}, or AutoDetect to true for development.':
    'Setzen Sie Signing:SmartCard:ModulePath auf den Treiber der Karte, zum Beispiel {example}, oder AutoDetect auf true zum Entwickeln.',
  'Set Signing:SmartCard:ModulePath to the driver of the card, or AutoDetect to true for development.':
    'Setzen Sie Signing:SmartCard:ModulePath auf den Treiber der Karte, oder AutoDetect auf true zum Entwickeln.',
  'Signing:SmartCard:AutoDetect is meant for development and does nothing in Production.':
    'Signing:SmartCard:AutoDetect ist zum Entwickeln gedacht und tut in Production nichts.',
  'Set Signing:SmartCard:ModulePath to the driver of the card, for instance {example}.':
    'Setzen Sie Signing:SmartCard:ModulePath auf den Treiber der Karte, zum Beispiel {example}.',
  'Set Signing:SmartCard:ModulePath to the driver of the card.':
    'Setzen Sie Signing:SmartCard:ModulePath auf den Treiber der Karte.',
  'No PKCS#11 module was found on this computer.': 'Auf diesem Computer wurde kein PKCS#11-Modul gefunden.',
  'No PKCS#11 module that works was found on this computer.':
    'Auf diesem Computer wurde kein PKCS#11-Modul gefunden, das funktioniert.',
  'Install the software that came with the card or token, or OpenSC.':
    'Installieren Sie die Software zur Karte oder zum Token, oder OpenSC.',
  'The module {path} is a debugging tool that writes every call, PINs included, to a file.':
    'Das Modul {path} ist ein Werkzeug zur Fehlersuche, das jeden Aufruf samt PIN in eine Datei schreibt.',
  'Set the ModulePath of the provider to the module that it was put in front of.':
    'Setzen Sie den ModulePath des Anbieters auf das Modul, dem es vorgeschaltet ist.',
  'The module {path} crashed in {call}.': 'Das Modul {path} ist in {call} abgestürzt.',
  'Update or reinstall the software of the token, and unplug other readers and tokens to see which one it is.':
    'Aktualisieren oder installieren Sie die Software des Tokens neu, und ziehen Sie andere Lesegeräte und Token ab, um zu sehen, welches es ist.',
  'The module {path} did not come back from {call} in time.':
    'Das Modul {path} kam nicht rechtzeitig aus {call} zurück.',
  'Look for a window of its own that waits for you, then unplug the token and plug it in again.':
    'Suchen Sie nach einem Fenster von ihm, das auf Sie wartet; ziehen Sie dann das Token ab und stecken Sie es wieder ein.',
  'The module {path} was found and not tried: {detail}.':
    'Das Modul {path} wurde gefunden und nicht versucht: {detail}.',
  'there was no time left': 'es war keine Zeit mehr',
  'the program could not look into it': 'das Programm konnte nicht hineinsehen',
  'clients of HSMs are loaded only where they are configured':
    'Clients von HSM werden nur geladen, wo sie eingerichtet sind',
  'it is a debugging tool that writes PINs to a file':
    'es ist ein Werkzeug zur Fehlersuche, das PINs in eine Datei schreibt',
  'in Production only configured modules are loaded': 'in Production werden nur eingerichtete Module geladen',
  'Nothing needs to be done.': 'Es ist nichts zu tun.',
  'The file {path} is a library without C_GetFunctionList, so it is no PKCS#11 module.':
    'Die Datei {path} ist eine Bibliothek ohne C_GetFunctionList, also kein PKCS#11-Modul.',
  'Configure the PKCS#11 module of the token, which often lies beside this library.':
    'Richten Sie das PKCS#11-Modul des Tokens ein, das oft neben dieser Bibliothek liegt.',
  'The module {path} refused to start ({call}).': 'Das Modul {path} wollte nicht starten ({call}).',
  'The module {path} started and cannot look for readers and tokens ({call}).':
    'Das Modul {path} ist gestartet und kann nicht nach Lesegeräten und Token suchen ({call}).',
  'Unplug the reader or token and plug it in again, and restart the smart card service of the computer.':
    'Ziehen Sie Lesegerät oder Token ab und stecken Sie es wieder ein, und starten Sie den Smartcard-Dienst des Computers neu.',
  'Unplug the reader or token and plug it in again, then restart the computer if its own software does not see it either.':
    'Ziehen Sie Lesegerät oder Token ab und stecken Sie es wieder ein; starten Sie den Computer neu, wenn es auch die eigene Software nicht sieht.',
  'Check that the services and settings it needs are there, and start the software of the token once.':
    'Prüfen Sie, ob die nötigen Dienste und Einstellungen da sind, und starten Sie einmal die Software des Tokens.',
  'Set the ModulePath of the provider to it if it is the driver of your token.':
    'Setzen Sie den ModulePath des Anbieters darauf, wenn es der Treiber Ihres Tokens ist.',
  'The configured module {path} does not exist.': 'Das eingerichtete Modul {path} gibt es nicht.',
  'Install the software of the token, or correct the ModulePath of the provider.':
    'Installieren Sie die Software des Tokens, oder berichtigen Sie den ModulePath des Anbieters.',
  'The module {path} is registered with p11-kit and does not exist.':
    'Das Modul {path} ist bei p11-kit eingetragen und nicht vorhanden.',
  'Install the package it belongs to, or remove its registration.':
    'Installieren Sie das Paket, zu dem es gehört, oder entfernen Sie den Eintrag.',
  'The path {path} is not an absolute one on this computer.': 'Der Pfad {path} ist auf diesem Computer kein absoluter.',
  'Give the full path of a module on a disk of this computer.':
    'Geben Sie den ganzen Pfad eines Moduls auf einer Platte dieses Computers an.',
  'The module {path} is a link that leads back to itself, so that there is no file behind it.':
    'Das Modul {path} ist eine Verknüpfung, die auf sich selbst zurückführt, sodass keine Datei dahinter liegt.',
  'Set the ModulePath of the provider to the file itself, or install the software of the token anew.':
    'Setzen Sie den ModulePath des Anbieters auf die Datei selbst, oder installieren Sie die Software des Tokens neu.',
  'The configured module {path} is a folder.': 'Das eingerichtete Modul {path} ist ein Ordner.',
  'Give the path of the library in it, not of the folder.':
    'Geben Sie den Pfad der Bibliothek darin an, nicht den des Ordners.',
  'The module {path} cannot be read by the user that the station runs as.':
    'Das Modul {path} ist für den Benutzer, unter dem die Station läuft, nicht lesbar.',
  'Give that user the right to read the file and the folders above it.':
    'Geben Sie diesem Benutzer das Recht, die Datei und die Ordner darüber zu lesen.',
  'The file {path} is not a library of this kind of system.':
    'Die Datei {path} ist keine Bibliothek für diese Art von System.',
  'Configure the library itself, not an installer, a link file or the driver of another system.':
    'Richten Sie die Bibliothek selbst ein, kein Installationsprogramm, keine Verknüpfung und keinen Treiber eines anderen Systems.',
  'another kind of processor': 'eine andere Art von Prozessor',
  'The module {path} is built for {what}; this program needs {architecture}.':
    'Das Modul {path} ist für {what} gebaut; dieses Programm braucht {architecture}.',
  'Install the {architecture} version of the software of the token.':
    'Installieren Sie die {architecture}-Fassung der Software des Tokens.',
  'The module {path} does not fit the libraries of this system ({text}).':
    'Das Modul {path} passt nicht zu den Bibliotheken dieses Systems ({text}).',
  'Install the version of the software of the token that is made for this release of the system.':
    'Installieren Sie die Fassung der Software des Tokens, die für diese Version des Systems gemacht ist.',
  'The module {path} needs a library that is not there.': 'Das Modul {path} braucht eine Bibliothek, die nicht da ist.',
  'The module {path} needs the library {library} that is not there.':
    'Das Modul {path} braucht die Bibliothek {library}, die nicht da ist.',
  'Install the missing library, or reinstall the software of the token, which should bring it.':
    'Installieren Sie die fehlende Bibliothek, oder installieren Sie die Software des Tokens neu, die sie mitbringen sollte.',
  'The system refused to load the module {path} ({text}).': 'Das System wollte das Modul {path} nicht laden ({text}).',
  'Reinstall the software of the token, and check that security software does not block it.':
    'Installieren Sie die Software des Tokens neu, und prüfen Sie, ob Schutzsoftware sie blockiert.',
  'The module {path} ({product}) is left out on purpose: it {reason}.':
    'Das Modul {path} ({product}) wird mit Absicht ausgelassen: {reason}.',
  'opens windows or connections as soon as it is loaded': 'Es öffnet Fenster oder Verbindungen, sobald es geladen wird',
  'keeps its keys in the files of a browser, not on a token':
    'Es hält seine Schlüssel in den Dateien eines Browsers, nicht auf einem Token',
  'shows the tokens of other modules a second time': 'Es zeigt die Token anderer Module ein zweites Mal',
  'Set the ModulePath of the provider to it if you want it all the same.':
    'Setzen Sie den ModulePath des Anbieters darauf, wenn Sie es trotzdem wollen.',
  'The module {path} was found under several names as well: {names}.':
    'Das Modul {path} wurde auch unter anderen Namen gefunden: {names}.',
  'Nothing needs to be done: it is loaded once.': 'Es ist nichts zu tun: Es wird einmal geladen.',
  'It could not be asked for.': 'Danach konnte nicht gefragt werden.',
  'The module {path} needs the daemon {name}, which does not run.':
    'Das Modul {path} braucht den Dienst {name}, der nicht läuft.',
  'Start it as administrator, for instance with systemctl enable --now {name}, then try again.':
    'Starten Sie ihn als Administrator, zum Beispiel mit systemctl enable --now {name}, und versuchen Sie es erneut.',
  'Only members of the group {name} may use the module {path}, and the user that the station runs as is none.':
    'Nur Mitglieder der Gruppe {name} dürfen das Modul {path} benutzen, und der Benutzer der Station ist keines.',
  'Add that user to it (usermod -aG {name} USER), log out and in, and start the station again.':
    'Nehmen Sie den Benutzer auf (usermod -aG {name} USER), melden Sie sich ab und an, und starten Sie die Station neu.',
  'The module {path} finds no usable settings: {name} is missing, unreadable, names no folder for tokens or has a line that it does not understand.':
    'Das Modul {path} findet keine brauchbaren Einstellungen: {name} fehlt, ist nicht lesbar, nennt keinen Ordner für Token oder hat eine Zeile, die es nicht versteht.',
  'Make or mend that file, or set the variable that names it (SOFTHSM2_CONF) where the station is started.':
    'Legen Sie die Datei an oder berichtigen Sie sie, oder setzen Sie dort, wo die Station gestartet wird, die Variable, die sie nennt (SOFTHSM2_CONF).',
  'The module {path} finds no TPM: the device {name} is missing.':
    'Das Modul {path} findet kein TPM: Das Gerät {name} fehlt.',
  'Switch the TPM on in the settings of the computer (BIOS or UEFI), or name another one by the variable TPM2_PKCS11_TCTI where the station is started.':
    'Schalten Sie das TPM in den Einstellungen des Rechners (BIOS oder UEFI) ein, oder nennen Sie ein anderes mit der Variable TPM2_PKCS11_TCTI, wo die Station gestartet wird.',
  'The folder {name}, in which the module {path} keeps its tokens, is missing or may not be read.':
    'Der Ordner {name}, in dem das Modul {path} seine Token hält, fehlt oder darf nicht gelesen werden.',
  'Correct the setting or variable that names it, or give the user that the station runs as the right to read it.':
    'Berichtigen Sie die Einstellung oder Variable, die ihn nennt, oder geben Sie dem Benutzer der Station das Recht, ihn zu lesen.',
  'The smart card service (pcscd) does not let the user that the station runs as reach any reader.':
    'Der Smartcard-Dienst (pcscd) lässt den Benutzer der Station an kein Lesegerät.',
  'Permit it by a rule of polkit for org.debian.pcsc-lite.access_pcsc and org.debian.pcsc-lite.access_card, or by the rights of its socket.':
    'Erlauben Sie es durch eine Regel von polkit für org.debian.pcsc-lite.access_pcsc und org.debian.pcsc-lite.access_card, oder durch die Rechte seines Sockets.',
  'pcscd refuses the user that the station runs as.': 'pcscd weist den Benutzer der Station ab.',
  'The socket {path} may not be used by this user.':
    'Der Socket {path} darf von diesem Benutzer nicht verwendet werden.',
  'The smart card service (pcscd) does not run, so that no reader can be reached.':
    'Der Smartcard-Dienst (pcscd) läuft nicht, sodass kein Lesegerät erreichbar ist.',
  'Install pcscd if it is missing, and start it with: systemctl enable --now pcscd.socket.':
    'Installieren Sie pcscd, falls es fehlt, und starten Sie es mit: systemctl enable --now pcscd.socket.',
  'The system runs the service when it is needed.': 'Das System startet den Dienst bei Bedarf.',
  'pcscd is installed; its socket is not there.': 'pcscd ist installiert; sein Socket ist nicht da.',
  'The socket of pcscd is not there.': 'Der Socket von pcscd ist nicht da.',
  'pcscd runs; its socket is {socket}.': 'pcscd läuft; sein Socket ist {socket}.',
  'The socket {socket} starts pcscd when it is used.': 'Der Socket {socket} startet pcscd, wenn er benutzt wird.',
  'No smart card reader and no USB token is connected.':
    'Es ist weder ein Kartenleser noch ein USB-Token angeschlossen.',
  'Plug the reader or token in, if possible without a hub, and wait two seconds.':
    'Stecken Sie Lesegerät oder Token ein, möglichst ohne Hub, und warten Sie zwei Sekunden.',
  'There is no card in the reader {names}.': 'Im Lesegerät {names} ist keine Karte.',
  'Insert the card with its chip first and facing the contacts, and wait two seconds.':
    'Stecken Sie die Karte mit dem Chip voran zu den Kontakten ein, und warten Sie zwei Sekunden.',
  'A {name} (USB {ids}) is plugged in and its software is not installed.':
    '{name} (USB {ids}) ist eingesteckt, und die Software dazu ist nicht installiert.',
  'The card in the reader {name} looks like {what}, whose software is not installed.':
    'Die Karte im Lesegerät {name} sieht aus wie {what}; die Software dazu ist nicht installiert.',
  'a known one': 'eine bekannte',
  'Install {products}.': 'Installieren Sie {products}.',
  'a call': 'einem Aufruf',
  'Take away the blank with which the ModulePath of the provider begins or ends.':
    'Nehmen Sie das Leerzeichen weg, mit dem der ModulePath des Anbieters beginnt oder endet.',
};
