import type { reportPhrases as english } from '../../en/phrases/report-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const reportPhrases: PhrasesOf<typeof english> = {
  'The file is a ZIP archive that cannot be read, and names no signatures.':
    'Die Datei ist ein ZIP-Archiv, das nicht gelesen werden kann und keine Signaturen nennt.',
  'The file is an office document with signatures of its own kind, which this station does not check.':
    'Die Datei ist ein Office-Dokument mit Signaturen eigener Art, die diese Station nicht prüft.',
  'The file is a program for Android with signatures of its own kind, which this station does not check.':
    'Die Datei ist ein Android-Programm mit Signaturen eigener Art, die diese Station nicht prüft.',
  'The file is a program for Java with signatures of its own kind, which this station does not check.':
    'Die Datei ist ein Java-Programm mit Signaturen eigener Art, die diese Station nicht prüft.',
  'The file is a package with signatures of its own kind, which this station does not check.':
    'Die Datei ist ein Paket mit Signaturen eigener Art, die diese Station nicht prüft.',
  'The file is a ZIP archive without signatures of the kinds that this station checks.':
    'Die Datei ist ein ZIP-Archiv ohne Signaturen der Arten, die diese Station prüft.',
  'The file is a signed message (S/MIME). The signature is over its text and attachments; subject, sender, recipients and date are not signed.':
    'Die Datei ist eine signierte Nachricht (S/MIME). Die Signatur gilt für Text und Anhänge; Betreff, Absender, Empfänger und Datum sind nicht signiert.',
  'The file is a signed message (S/MIME) that is not built as its standard demands; it was not checked.':
    'Die Datei ist eine signierte Nachricht (S/MIME), die nicht so aufgebaut ist, wie ihr Standard es verlangt; sie wurde nicht geprüft.',
  'The file is signed or encrypted with OpenPGP, which this station does not check.':
    'Die Datei ist mit OpenPGP signiert oder verschlüsselt, was diese Station nicht prüft.',
  'The file is a JSON Web Signature (JWS, JAdES), which this station does not check.':
    'Die Datei ist eine JSON-Signatur (JWS, JAdES), die diese Station nicht prüft.',
  'No signature is over a file that was given along, the one with the SHA-256 {digest}.':
    'Keine Signatur umfasst eine der mitgegebenen Dateien, die mit dem SHA-256 {digest}.',
  'The file can be opened as a PDF, too, and nobody signed what that shows.':
    'Die Datei lässt sich auch als PDF öffnen, und was dieses zeigt, hat niemand signiert.',
  'The file can be opened as a ZIP archive, too, and nobody signed what is in that.':
    'Die Datei lässt sich auch als ZIP-Archiv öffnen, und was darin ist, hat niemand signiert.',
  'The file is a web page (HTML), which bears no signature.':
    'Die Datei ist eine Webseite (HTML), die keine Signatur trägt.',
  'The file is a message signed with OpenPGP, which this station does not check.':
    'Die Datei ist eine mit OpenPGP signierte Nachricht, die diese Station nicht prüft.',
  'The file is a message without a signature of the message as a whole.':
    'Die Datei ist eine Nachricht ohne eine Signatur der ganzen Nachricht.',
  'The file is none of the kinds whose signatures this station checks.':
    'Die Datei ist von keiner Art, deren Signaturen diese Station prüft.',
  'The file is text that holds no signature.': 'Die Datei ist Text, der keine Signatur enthält.',
  'The file is {encoding} text with more in it than a signature: the rest is signed by nobody.':
    'Die Datei ist {encoding}-Text, in dem mehr steht als eine Signatur: Das Übrige hat niemand signiert.',
  'The file is {encoding} text, where its format demands bytes (DER); what it stands for was checked.':
    'Die Datei ist {encoding}-Text, wo ihr Format Bytes (DER) verlangt; geprüft wurde, wofür er steht.',
  'The PDF holds no signature.': 'Das PDF enthält keine Signatur.',
  'The XML holds no signature.': 'Das XML enthält keine Signatur.',
  'more than {count} objects': 'mehr als {count} Objekte',
  'the bytes of the PDF that each signature covers, and every later change against the list of those that a signed PDF may undergo':
    'die Bytes des PDF, die jede Signatur umfasst, und jede spätere Änderung anhand der Liste derer, die ein signiertes PDF erfahren darf',
  'every reference of each signature, and whether the whole document is among what they cover':
    'jeder Verweis jeder Signatur, und ob sie das ganze Dokument umfassen',
  'the digest of the signed content': 'der Hashwert des signierten Inhalts',
  'the build of the container, and the digest of its data object, whose name is signed in a container with XAdES only':
    'der Aufbau des Containers und der Hashwert seines Datenobjekts, dessen Name nur in Containern mit XAdES signiert ist',
  'the build of the container, and the digests of all its data objects by what is signed':
    'der Aufbau des Containers und die Hashwerte all seiner Datenobjekte anhand dessen, was signiert ist',
  'Checked: signature value and signed attributes, {what}; the certificate path to the configured trust anchors, key usage, the revocation evidence present on this station and in the document, and its timestamps.':
    'Geprüft: der Signaturwert und die signierten Attribute, {what}; der Zertifikatspfad zu den eingerichteten Vertrauensankern, die Verwendung des Schlüssels, die Sperrnachweise auf dieser Station und im Dokument und seine Zeitstempel.',
  'A timestamp moves the time that certificates are judged at only where its authority leads to a configured trust anchor.':
    'Ein Zeitstempel ändert die Zeit, zu der Zertifikate beurteilt werden, nur, wo seine Stelle zu einem eingerichteten Vertrauensanker führt.',
  'Not checked: evidence records, signature policies, live OCSP or CRL services, qualified status, and what the document means or shows.':
    'Nicht geprüft: Beweisdatensätze (Evidence Records), Signaturrichtlinien, Online-Abfragen von OCSP- oder Sperrlistendiensten, der qualifizierte Status und was das Dokument bedeutet oder zeigt.',
  'Not checked: evidence records, signature policies, qualified status, and what the document means or shows.':
    'Nicht geprüft: Beweisdatensätze (Evidence Records), Signaturrichtlinien, der qualifizierte Status und was das Dokument bedeutet oder zeigt.',
  "The claimed signing time is the signer's own word.":
    'Die angegebene Signierzeit ist nur das Wort des Unterzeichners.',
  'There is a signature of the form of level {form}; what holds of it comes to level {reached}.':
    'Eine Signatur hat die Form der Stufe {form}; was davon gilt, ergibt Stufe {reached}.',
  'Asked live: OCSP response of {time} from {host}.': 'Online gefragt: OCSP-Antwort von {time} von {host}.',
  'Asked live: CRL of {time} from {host}.': 'Online gefragt: Sperrliste von {time} von {host}.',
  'Asked earlier, and valid still: OCSP response of {time} from {host}.':
    'Früher gefragt und noch gültig: OCSP-Antwort von {time} von {host}.',
  'Asked earlier, and valid still: CRL of {time} from {host}.':
    'Früher gefragt und noch gültig: Sperrliste von {time} von {host}.',
  'Nothing was judged.': 'Es wurde nichts beurteilt.',
  'Checking the document failed unexpectedly.': 'Die Prüfung des Dokuments ist unerwartet gescheitert.',
  'The document took too long to check.': 'Die Prüfung des Dokuments hat zu lange gedauert.',
  'Checking the document needed more memory than it is allowed, or failed unexpectedly.':
    'Die Prüfung des Dokuments brauchte mehr Speicher als erlaubt, oder sie ist unerwartet gescheitert.',
  'The station is stopping.': 'Die Station wird beendet.',
  'Checking this document takes more work than one document may cost.':
    'Die Prüfung dieses Dokuments kostet mehr Arbeit, als ein Dokument kosten darf.',
  'The stored file is not the one that was signed: its SHA-256 differs from the recorded one.':
    'Die gespeicherte Datei ist nicht die signierte: Ihr SHA-256 weicht vom aufgezeichneten ab.',
};
