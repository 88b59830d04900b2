import type { doctorSecretPhrases as english } from '../../en/phrases/doctor-secret-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const doctorSecretPhrases: PhrasesOf<typeof english> = {
  'The PFX file {file} does not exist.': 'Die PFX-Datei {file} gibt es nicht.',
  'Put it there, or correct Signing:Pfx:Path.': 'Legen Sie sie dort ab, oder berichtigen Sie Signing:Pfx:Path.',
  'The PFX file {file} is a folder.': 'Die PFX-Datei {file} ist ein Ordner.',
  'The PFX file {file} cannot be read by the user that the station runs as.':
    'Die PFX-Datei {file} ist für den Benutzer, unter dem die Station läuft, nicht lesbar.',
  'Give the path of a PFX file that this user may read.':
    'Geben Sie den Pfad einer PFX-Datei an, die dieser Benutzer lesen darf.',
  'The file {file} is not a PFX (PKCS#12) file.': 'Die Datei {file} ist keine PFX-Datei (PKCS#12).',
  'Export key and certificate together as PKCS#12 (.pfx or .p12); PEM files and bare certificates do not do.':
    'Exportieren Sie Schlüssel und Zertifikat zusammen als PKCS#12 (.pfx oder .p12); PEM-Dateien und bloße Zertifikate genügen nicht.',
  'The PFX file {file} is damaged, or protected in a way that this station does not know.':
    'Die PFX-Datei {file} ist beschädigt oder so geschützt, wie diese Station es nicht kennt.',
  'Export key and certificate once more, with AES-256 where there is a choice.':
    'Exportieren Sie Schlüssel und Zertifikat noch einmal, mit AES-256, wo Sie wählen können.',
  'The PFX file {file} does not open with the configured password.':
    'Die PFX-Datei {file} öffnet sich nicht mit dem eingerichteten Passwort.',
  'The PFX file {file} holds no signing certificate.': 'Die PFX-Datei {file} enthält kein Signaturzertifikat.',
  'Set the secret {secret} to the password that was given when the file was exported; blanks and capitals count.':
    'Setzen Sie das Geheimnis {secret} auf das Passwort, das beim Export vergeben wurde; Leerzeichen und Großschreibung zählen.',
  PIN: 'PIN',
  password: 'Passwort',
  'The file with the {what} (secret {secret}) cannot be read or is no text.':
    'Die Datei mit dem Wert „{what}“ (Geheimnis {secret}) kann nicht gelesen werden oder ist kein Text.',
  'Give the user that the station runs as the right to read it, and keep nothing but the secret in it.':
    'Geben Sie dem Benutzer der Station das Recht, sie zu lesen, und legen Sie nichts als das Geheimnis hinein.',
  'The {what} is not configured (secret {secret}).': '„{what}“ ist nicht eingerichtet (Geheimnis {secret}).',
  'The {what} is not configured.': '„{what}“ ist nicht eingerichtet.',
  'Set PinSecretName of the provider, and the secret of that name.':
    'Setzen Sie PinSecretName des Anbieters und das Geheimnis dieses Namens.',
  'Write it into the file {file}, which only the user that the station runs as may read, or set the variable {variable} where the station is started.':
    'Schreiben Sie es in die Datei {file}, die nur der Benutzer der Station lesen darf, oder setzen Sie die Variable {variable}, wo die Station gestartet wird.',
  'The PIN of the token {token} is entered on its reader, so that nothing is signed unattended.':
    'Die PIN des Tokens {token} wird am Lesegerät eingegeben, sodass nichts unbeaufsichtigt signiert wird.',
  'Be at the reader when its display asks, or use a reader without keys.':
    'Seien Sie beim Lesegerät, wenn seine Anzeige fragt, oder benutzen Sie eines ohne Tasten.',
  'The PIN of the token {token} is entered on its reader, which a provider that works unattended never asks.':
    'Die PIN des Tokens {token} wird am Lesegerät eingegeben, das ein unbeaufsichtigter Anbieter nie fragt.',
  'Configure the token as the SmartCard provider, or use a reader without keys.':
    'Richten Sie das Token als Anbieter SmartCard ein, oder benutzen Sie ein Lesegerät ohne Tasten.',
  'The PIN of the token {token} is locked.': 'Die PIN des Tokens {token} ist gesperrt.',
  'Unlock it with the PUK in the software of the token.': 'Entsperren Sie sie mit der PUK in der Software des Tokens.',
  'One more wrong PIN locks the token {token}, so that the station does not log in.':
    'Noch eine falsche PIN sperrt das Token {token}; darum meldet sich die Station nicht an.',
  'Log in once with the right PIN in the software of the token, which gives all tries back.':
    'Melden Sie sich in der Software des Tokens einmal mit der richtigen PIN an; das gibt alle Versuche zurück.',
  'Log in once with the right PIN in the software of the token, which gives all tries back, or make sure that the configured one is right, and {what}.':
    'Melden Sie sich in der Software des Tokens einmal mit der richtigen PIN an, das gibt alle Versuche zurück, oder vergewissern Sie sich, dass die eingerichtete stimmt, und {what}.',
  'A wrong PIN was given to the token {token}, so that the station does not log in.':
    'Dem Token {token} wurde eine falsche PIN gegeben; darum meldet sich die Station nicht an.',
  'The token {token} wants its PIN changed before it is used.':
    'Das Token {token} verlangt vor der Benutzung eine neue PIN.',
  'Change it with the software of the token, then set the new one as the secret of the provider.':
    'Ändern Sie sie mit der Software des Tokens, und setzen Sie die neue als Geheimnis des Anbieters.',
  'The token {token} says that it has no PIN yet.': 'Das Token {token} sagt, dass es noch keine PIN hat.',
  'Set one with the software of the token.': 'Vergeben Sie eine mit der Software des Tokens.',
  'The file {file}, in which the station remembers which PINs were refused, cannot be read, so that it tries none.':
    'Die Datei {file}, in der sich die Station abgelehnte PINs merkt, kann nicht gelesen werden; darum versucht sie keine.',
  'Make sure that the configured PIN is right, for instance with the software of the token, then remove the file.':
    'Vergewissern Sie sich, dass die eingerichtete PIN stimmt, etwa mit der Software des Tokens, und entfernen Sie dann die Datei.',
  'permit one more try with token unlock-guard --provider {provider}':
    'erlauben Sie einen weiteren Versuch mit token unlock-guard --provider {provider}',
  'Set the secret {secret} to the right PIN.': 'Setzen Sie das Geheimnis {secret} auf die richtige PIN.',
  'Set the secret {secret} to the right PIN, or {what}.':
    'Setzen Sie das Geheimnis {secret} auf die richtige PIN, oder {what}.',
  'Set the secret {secret} to the right PIN, and {what}.':
    'Setzen Sie das Geheimnis {secret} auf die richtige PIN, und {what}.',
  'The token {token} refused the configured PIN before; it is not tried again.':
    'Das Token {token} hat die eingerichtete PIN schon abgelehnt; sie wird nicht noch einmal versucht.',
  'Logins to the token {token} broke off before they were answered; the PIN is not tried again.':
    'Anmeldungen am Token {token} brachen ab, bevor sie beantwortet waren; die PIN wird nicht noch einmal versucht.',
  'Wait until the TPM gives tries back by itself, or clear its lock with tpm2_dictionarylockout --clear-lockout.':
    'Warten Sie, bis das TPM von selbst Versuche zurückgibt, oder heben Sie die Sperre mit tpm2_dictionarylockout --clear-lockout auf.',
  'The token {token} said that its PIN is locked, whether the configured one is right or wrong.':
    'Das Token {token} sagte, seine PIN sei gesperrt, ob die eingerichtete nun stimmt oder nicht.',
  'The TPM behind the token {token} takes no PIN at present: too many wrong ones were given to it.':
    'Das TPM hinter dem Token {token} nimmt zurzeit keine PIN an: Ihm wurden zu viele falsche eingegeben.',
  'Two wrong PINs were given to the token {token}, so that the station does not try the configured one by itself.':
    'Dem Token {token} wurden zwei falsche PINs gegeben; darum versucht die Station die eingerichtete nicht von selbst.',
  'Make sure that it is right, and {what}.': 'Vergewissern Sie sich, dass sie stimmt, und {what}.',
  'The configured PIN begins or ends with a blank, a line end or a character that nobody sees, which counts as part of it.':
    'Die eingerichtete PIN beginnt oder endet mit Leerzeichen, Zeilenende oder einem unsichtbaren Zeichen, das zu ihr zählt.',
  'Write the secret {secret} anew without it, unless the PIN has it.':
    'Schreiben Sie das Geheimnis {secret} ohne es neu, wenn die PIN es nicht hat.',
  'The file {file} with the {what} is a link to {path}, which does not exist.':
    'Die Datei {file} mit dem Wert „{what}“ ist ein Verweis auf {path}, und das gibt es nicht.',
  'Put the secret there, or a file in the place of the link.':
    'Legen Sie das Geheimnis dort ab, oder ersetzen Sie den Verweis durch eine Datei.',
  'The configured PIN is empty: its file or variable is there, and nothing is in it.':
    'Die eingerichtete PIN ist leer: Ihre Datei oder Variable ist da, und nichts steht darin.',
  'The configured PIN is too short for the token {token}.': 'Die eingerichtete PIN ist zu kurz für das Token {token}.',
  'The configured PIN is too long for the token {token}.': 'Die eingerichtete PIN ist zu lang für das Token {token}.',
  'Set the secret {secret} to the PIN of this token.': 'Setzen Sie das Geheimnis {secret} auf die PIN dieses Tokens.',
  'The configured PIN has quotation marks around it, a name before it or a second line, which count as part of it.':
    'Die eingestellte PIN hat Anführungszeichen, einen Namen davor oder eine zweite Zeile, die als Teil von ihr gelten.',
  'Write nothing but the PIN into the secret {secret}, unless the PIN has them.':
    'Schreiben Sie nichts als die PIN in das Geheimnis {secret}, wenn das nicht zur PIN gehört.',
  'Move the file {file} to {path}: only a file of that name is read.':
    'Verschieben Sie die Datei {file} nach {path}: Nur eine Datei dieses Namens wird gelesen.',
};
