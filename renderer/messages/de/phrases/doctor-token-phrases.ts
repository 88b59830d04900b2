import type { doctorTokenPhrases as english } from '../../en/phrases/doctor-token-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const doctorTokenPhrases: PhrasesOf<typeof english> = {
  '"{label}", serial number {serial}': '„{label}“, Seriennummer {serial}',
  'The module {path} does not know the card in {slot}.': 'Das Modul {path} kennt die Karte in {slot} nicht.',
  'Install the software of the issuer of the card, or turn the card round if it is in the wrong way.':
    'Installieren Sie die Software des Ausstellers der Karte, oder drehen Sie die Karte um, wenn sie falsch herum steckt.',
  'The token in {slot} cannot be read ({error}).': 'Das Token in {slot} kann nicht gelesen werden ({error}).',
  'Take it out, clean its contacts, insert it again, and try another reader.':
    'Nehmen Sie es heraus, reinigen Sie die Kontakte, stecken Sie es wieder ein, und versuchen Sie ein anderes Lesegerät.',
  'The token in the configured slot {slot} has not been initialised.':
    'Das Token im eingestellten Steckplatz {slot} ist nicht eingerichtet.',
  'Set it up with the software of the token, or set SlotId to the slot of the one you mean.':
    'Richten Sie es mit der Software des Tokens ein, oder setzen Sie SlotId auf den Steckplatz des gemeinten.',
  'The only token there is has not been initialised.': 'Das einzige vorhandene Token ist nicht eingerichtet.',
  'Set it up with the software of the token: give it a label, a PIN, a key and a certificate.':
    'Richten Sie es mit der Software des Tokens ein: mit Bezeichnung, PIN, Schlüssel und Zertifikat.',
  'No token has the configured label "{label}".': 'Kein Token hat die eingerichtete Bezeichnung „{label}“.',
  'Insert that token, or set TokenLabel to one of those that are there: {labels}.':
    'Stecken Sie dieses Token ein, oder setzen Sie TokenLabel auf eines der vorhandenen: {labels}.',
  'No token has the configured serial number "{serial}".': 'Kein Token hat die eingerichtete Seriennummer „{serial}“.',
  'Insert that token, or set TokenSerial to one of those that are there: {serials}.':
    'Stecken Sie dieses Token ein, oder setzen Sie TokenSerial auf eines der vorhandenen: {serials}.',
  'No single token has both the configured label and the configured serial number.':
    'Kein Token hat zugleich die eingerichtete Bezeichnung und Seriennummer.',
  'There is no such token in the configured slot {slot}.': 'Im eingerichteten Slot {slot} ist kein solches Token.',
  'Set TokenLabel and TokenSerial to those of one token; in the slots are now: {slots}.':
    'Setzen Sie TokenLabel und TokenSerial auf die eines Tokens; in den Slots sind jetzt: {slots}.',
  'Set SlotId to a slot that has the token, now {slots}, or leave it out and set TokenSerial, as slot numbers change.':
    'Setzen Sie SlotId auf einen Slot mit dem Token, jetzt {slots}, oder lassen Sie es weg und setzen Sie TokenSerial, denn Slotnummern ändern sich.',
  'The token {token} shows through the module {path}, which is not the configured one.':
    'Das Token {token} zeigt sich über das Modul {path}, das nicht das eingerichtete ist.',
  'Set the ModulePath of the provider to that module if this is the token you mean.':
    'Setzen Sie den ModulePath des Anbieters auf dieses Modul, wenn Sie dieses Token meinen.',
  'There are {count} tokens that fit the settings of the provider: {list}.':
    '{count} Token passen zu den Einstellungen des Anbieters: {list}.',
  'Set TokenSerial to the serial number of the one you mean, or remove the others.':
    'Setzen Sie TokenSerial auf die Seriennummer des gemeinten, oder entfernen Sie die anderen.',
  'The token "{label}" shows through several modules: {modules}.':
    'Das Token „{label}“ zeigt sich über mehrere Module: {modules}.',
  'Nothing needs to be done: it is listed once.': 'Es ist nichts zu tun: Es wird einmal aufgeführt.',
  'the card in the reader {name}': 'die Karte im Lesegerät {name}',
  'the token {token}': 'das Token {token}',
  'The token {token} does not answer ({error}).': 'Das Token {token} antwortet nicht ({error}).',
  'The token {token} says that it failed its own test, and signs nothing.':
    'Das Token {token} sagt, dass es seinen Selbsttest nicht bestanden hat, und signiert nichts.',
  'Take it out and insert it again, or restart the HSM; if it still says so, have its maker replace it.':
    'Nehmen Sie es heraus und stecken Sie es wieder ein, oder starten Sie das HSM neu; sagt es das weiterhin, lassen Sie es vom Hersteller ersetzen.',
  'Take it out, clean its contacts, insert it again, and try another reader or port.':
    'Nehmen Sie es heraus, reinigen Sie die Kontakte, stecken Sie es wieder ein, und versuchen Sie ein anderes Lesegerät oder einen anderen Anschluss.',
  'The token {token} has no free session; other programs, or the running station, hold them all.':
    'Das Token {token} hat keine freie Sitzung; andere Programme oder die laufende Station halten alle.',
  'Close other programs that use the token, or lower MaxConcurrentSessions of the provider.':
    'Schließen Sie andere Programme, die das Token benutzen, oder verringern Sie MaxConcurrentSessions des Anbieters.',
  'Another program seems to keep {what} to itself ({error}).':
    'Ein anderes Programm scheint {what} für sich zu behalten ({error}).',
  'Another program seems to keep {what} to itself.': 'Ein anderes Programm scheint {what} für sich zu behalten.',
  'Close browsers and other signing programs that use it, then try again.':
    'Schließen Sie Browser und andere Signierprogramme, die es benutzen, und versuchen Sie es erneut.',
  'The token {token} is write-protected, which does not matter for signing.':
    'Das Token {token} ist schreibgeschützt, was beim Signieren keine Rolle spielt.',
  'Ask the issuer for a certificate that follows RFC 5280; the one on the token breaks it.':
    'Bitten Sie den Aussteller um ein Zertifikat nach RFC 5280; das auf dem Token verletzt sie.',
  'Ask the issuer for a certificate that follows RFC 5280; the one in the file breaks it.':
    'Bitten Sie den Aussteller um ein Zertifikat nach RFC 5280; das in der Datei verletzt sie.',
  'The token {token} shows no signing certificate before a login.':
    'Das Token {token} zeigt vor einer Anmeldung kein Zertifikat zum Signieren.',
  'The token {token} shows no signing certificate.': 'Das Token {token} zeigt kein Zertifikat zum Signieren.',
  'The token {token} shows no keys before a login, so that nobody can see yet whether each certificate has one.':
    'Das Token {token} zeigt vor einer Anmeldung keine Schlüssel, sodass noch niemand sieht, ob jedes Zertifikat einen hat.',
  'Look at the list of certificates once the station is logged in: it says of each whether it can sign, and why not.':
    'Sehen Sie in die Liste der Zertifikate, sobald die Station angemeldet ist: Sie sagt von jedem, ob es signieren kann, und warum nicht.',
  'Import the certificate that was issued for the key with the software of the token, unless it shows after a login.':
    'Importieren Sie das zum Schlüssel ausgestellte Zertifikat mit der Software des Tokens, wenn es sich nicht nach einer Anmeldung zeigt.',
  'The certificate of an unnamed holder': 'Das Zertifikat eines ungenannten Inhabers',
  'The certificate of {subject}': 'Das Zertifikat von {subject}',
  '{what} is valid from {time} only.': '{what} gilt erst ab {time}.',
  'Check the clock of this computer, or wait.': 'Prüfen Sie die Uhr dieses Computers, oder warten Sie.',
  '{what} expired at {time}.': '{what} ist am {time} abgelaufen.',
  'Have it renewed by its issuer, and check the clock.':
    'Lassen Sie es vom Aussteller erneuern, und prüfen Sie die Uhr.',
  '{what} was issued for other purposes than documents (extended key usage), so that its signatures are not called valid.':
    '{what} wurde für andere Zwecke als Dokumente ausgestellt (erweiterte Schlüsselverwendung), sodass seine Signaturen nicht als gültig gelten.',
  '{what} has a key that the token does not let sign (CKA_SIGN).':
    'Den Schlüssel zu {what} lässt das Token nicht signieren (CKA_SIGN).',
  'Make or import a key that may sign with the software of the token, or choose another certificate on it.':
    'Erzeugen oder importieren Sie mit der Software des Tokens einen Schlüssel, der signieren darf, oder wählen Sie ein anderes Zertifikat darauf.',
  '{what} may be used for {usages}, not for signatures.':
    '{what} darf für {usages} verwendet werden, nicht für Signaturen.',
  'Choose a certificate for signatures, or order one from the issuer.':
    'Wählen Sie ein Zertifikat für Signaturen, oder bestellen Sie eines beim Aussteller.',
  '{what} cannot be used: {detail}.': '{what} ist nicht verwendbar: {detail}.',
  'Have a certificate issued for an RSA key of 2048 bits or more, or for a P-256 key.':
    'Lassen Sie ein Zertifikat für einen RSA-Schlüssel ab 2048 Bit oder einen P-256-Schlüssel ausstellen.',
  '{what} has a kind of key or a curve that this station cannot sign with.':
    '{what} hat eine Art von Schlüssel oder Kurve, mit der diese Station nicht signieren kann.',
  'Have a certificate issued for an RSA key, a P-256, P-384 or P-521 key, or an Ed25519 key.':
    'Lassen Sie ein Zertifikat für einen RSA-, P-256-, P-384-, P-521- oder Ed25519-Schlüssel ausstellen.',
  '{what} has a key of the kind {kind}, for which the module offers no signature mechanism.':
    '{what} hat einen Schlüssel der Art {kind}, für den das Modul kein Signaturverfahren anbietet.',
  "Update the software of the token, or try the module of the token's maker instead of a general one.":
    'Aktualisieren Sie die Software des Tokens, oder versuchen Sie das Modul des Herstellers statt eines allgemeinen.',
  '{what} has no private key in the PFX file.': 'Zu {what} liegt kein privater Schlüssel in der PFX-Datei.',
  '{what} has no private key on the token that could be found.':
    'Zu {what} wurde auf dem Token kein privater Schlüssel gefunden.',
  'Import the certificate to the token on which its key was made, with the same id as the key.':
    'Importieren Sie das Zertifikat auf das Token, auf dem sein Schlüssel entstand, mit derselben Kennung wie der Schlüssel.',
  '{what} has another id (CKA_ID) on the token than its key.':
    '{what} hat auf dem Token eine andere Kennung (CKA_ID) als sein Schlüssel.',
  'Give both the same id with the software of the token: this station finds the key all the same, other programs do not.':
    'Geben Sie beiden mit der Software des Tokens dieselbe Kennung: Diese Station findet den Schlüssel trotzdem, andere Programme nicht.',
};
