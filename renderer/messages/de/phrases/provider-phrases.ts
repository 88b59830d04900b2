import type { providerPhrases as english } from '../../en/phrases/provider-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const providerPhrases: PhrasesOf<typeof english> = {
  'Smart card middleware is being looked for.': 'Die Software für Karten wird gesucht.',
  'No smart card middleware was found: install the software of the card. The diagnosis says more.':
    'Es wurde keine Software für Karten gefunden: Installieren Sie die Software der Karte. Die Prüfung sagt mehr.',
  '{name} is plugged in and its software is missing: install {products}.':
    '{name} ist eingesteckt, und die Software dazu fehlt: Installieren Sie {products}.',
  'No PKCS#11 module is configured for this provider: set its ModulePath.':
    'Für diesen Anbieter ist kein PKCS#11-Modul eingerichtet: Setzen Sie seinen ModulePath.',
  'Modules are not detected in Production: set the ModulePath of this provider.':
    'In Production werden Module nicht gesucht: Setzen Sie den ModulePath dieses Anbieters.',
  'Not valid now.': 'Jetzt nicht gültig.',
  'The process for this provider is being started.': 'Der Prozess dieses Anbieters wird gestartet.',
  'It is not healthy.': 'Er ist nicht in Ordnung.',
  'There is no process for this provider.': 'Für diesen Anbieter gibt es keinen Prozess.',
  'It cannot sign.': 'Es kann nicht signieren.',
  'It does not answer.': 'Keine Antwort.',
  'A certificate (SHA-256 {hash}...) cannot be read: {reason}.':
    'Ein Zertifikat (SHA-256 {hash}...) kann nicht gelesen werden: {reason}.',
  'it is not as certificates are': 'es ist nicht, wie Zertifikate sind',
  'The key usage of the certificate does not allow signatures.': 'Das Zertifikat erlaubt keine Signaturen (Key Usage).',
  'Not valid before {time}.': 'Erst ab {time} gültig.',
  'Expired at {time}.': 'Abgelaufen am {time}.',
  'It is not logged in.': 'Es ist nicht angemeldet.',
  'The RSA key has {bits} bits; signatures are accepted from {least} bits up.':
    'Der RSA-Schlüssel hat {bits} Bit; Signaturen werden ab {least} Bit angenommen.',
  'Signatures with keys on an unknown curve are not accepted.':
    'Signaturen mit Schlüsseln auf einer unbekannten Kurve werden nicht angenommen.',
  'Signatures with keys on the curve {curve} are not accepted.':
    'Signaturen mit Schlüsseln auf der Kurve {curve} werden nicht angenommen.',
  'Keys of this kind cannot sign here.': 'Schlüssel dieser Art können hier nicht signieren.',
  'There is no private key for this certificate.': 'Zu diesem Zertifikat gibt es keinen privaten Schlüssel.',
  'The key beside this certificate belongs to another certificate.':
    'Der Schlüssel neben diesem Zertifikat gehört zu einem anderen.',
  'The token does not let this key sign.': 'Das Token lässt diesen Schlüssel nicht signieren.',
  'The token offers no signature algorithm for this key.':
    'Das Token bietet für diesen Schlüssel kein Signaturverfahren an.',
  'The PIN is asked for when a document is to be signed.':
    'Nach der PIN wird gefragt, wenn ein Dokument zu signieren ist.',
  'The reader waits for a PIN.': 'Das Lesegerät wartet auf eine PIN.',
  'The reader asks for the PIN when a document is signed.':
    'Das Lesegerät fragt nach der PIN, wenn ein Dokument signiert wird.',
  'The file is not readable.': 'Die Datei ist nicht lesbar.',
  'The PFX file is missing or not readable.': 'Die PFX-Datei fehlt oder ist nicht lesbar.',
};
