import type { cmsPhrases as english } from '../../en/phrases/cms-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const cmsPhrases: PhrasesOf<typeof english> = {
  'plain data without a signature': 'schlichte Daten ohne Signatur',
  'an encrypted message ({type})': 'eine verschlüsselte Nachricht ({type})',
  'a digest without a signature (DigestedData)': 'ein Hashwert ohne Signatur (DigestedData)',
  'authenticated data without a signature (AuthenticatedData)':
    'authentisierte Daten ohne Signatur (AuthenticatedData)',
  'compressed data without a signature (CompressedData)': 'komprimierte Daten ohne Signatur (CompressedData)',
  'without a signature': 'ohne Signatur',
  'The file is empty.': 'Die Datei ist leer.',
  'The file bears no signature: it is no CMS, which a CAdES signature is.':
    'Die Datei trägt keine Signatur: Sie ist kein CMS, wie es eine CAdES-Signatur ist.',
  'The file is PEM text, but no signature in it can be read.':
    'Die Datei ist PEM-Text, aber keine Signatur darin ist lesbar.',
  'The file is an S/MIME message. Convert it to DER: openssl cms -cmsout -inform SMIME -outform DER.':
    'Die Datei ist eine S/MIME-Nachricht. Wandeln Sie sie in DER um: openssl cms -cmsout -inform SMIME -outform DER.',
  'The file is base64 text, but no signature in it can be read.':
    'Die Datei ist Base64-Text, aber keine Signatur darin ist lesbar.',
  'The file is a PDF: check it as PAdES.': 'Die Datei ist ein PDF: Prüfen Sie sie als PAdES.',
  'The file is XML: check it as XAdES.': 'Die Datei ist XML: Prüfen Sie sie als XAdES.',
  'The file is a ZIP container: check it as ASiC.': 'Die Datei ist ein ZIP-Container: Prüfen Sie sie als ASiC.',
  'The file is CMS, but {what}.': 'Die Datei ist CMS, aber {what}.',
  'Timestamp, which is not relied on, of {time}.': 'Zeitstempel von {time}, auf den nicht vertraut wird.',
  'The file is a timestamp of {time}, not a signature.': 'Die Datei ist ein Zeitstempel von {time}, keine Signatur.',
  'The file is {encoding} text, where its format demands bytes (DER); the signature in it was checked.':
    'Die Datei ist {encoding}-Text, wo ihr Format Bytes (DER) verlangt; die Signatur darin wurde geprüft.',
  'The signature is detached: its document is needed to check it.':
    'Die Signatur steht in einer eigenen Datei: Zum Prüfen braucht es ihr Dokument.',
  'The document given along is not the one inside the signature.':
    'Das mitgegebene Dokument ist nicht das in der Signatur.',
  'The file has no signer: nobody signed.': 'Die Datei hat keinen Unterzeichner: Niemand hat signiert.',
  'The signature is intact and from a trusted certificate; the certificate is not bound by the signature.':
    'Die Signatur ist unverletzt und von einem vertrauten Zertifikat; die Signatur bindet das Zertifikat nicht.',
  'The signature is intact; the certificate is not bound by the signature.':
    'Die Signatur ist unverletzt; sie bindet das Zertifikat nicht.',
  'It carries a counter-signature that cannot be judged.':
    'Sie trägt eine Gegensignatur, die nicht beurteilt werden kann.',
  'It carries a counter-signature by {signer}, which is broken.':
    'Sie trägt eine Gegensignatur von {signer}, die verletzt ist.',
  'It carries a counter-signature by {signer}, which is intact and by itself {status}.':
    'Sie trägt eine Gegensignatur von {signer}, die unverletzt und für sich {status} ist.',
  '{count} more were not looked at.': '{count} weitere wurden nicht angesehen.',
  'An EC key of {bits} bits': 'Ein EC-Schlüssel von {bits} Bit',
  'An RSA key of {bits} bits': 'Ein RSA-Schlüssel von {bits} Bit',
  'An RSA key with an even modulus': 'Ein RSA-Schlüssel mit geradem Modulus',
  'An RSA key with a small or even exponent': 'Ein RSA-Schlüssel mit kleinem oder geradem Exponenten',
  'The mask of the signature is made with {mask}, its hash is {hash}.':
    'Die Maske der Signatur ist mit {mask} gemacht, ihr Hash ist {hash}.',
  'The salt of the signature is longer than its hash.': 'Der Salt der Signatur ist länger als ihr Hash.',
  'The signature names its certificate twice, and not the same one.':
    'Die Signatur nennt ihr Zertifikat zweimal, und nicht dasselbe.',
  'The timestamp cannot be read.': 'Der Zeitstempel kann nicht gelesen werden.',
  'The timestamp is of other bytes.': 'Der Zeitstempel gilt für andere Bytes.',
  'The timestamp is not intact.': 'Der Zeitstempel ist nicht unverletzt.',
  'The timestamp is not relied on and proves no time.':
    'Auf den Zeitstempel wird nicht vertraut; er beweist keine Zeit.',
  'It is not known here what the timestamp must be of.': 'Hier ist nicht bekannt, worüber der Zeitstempel sein muss.',
  'The timestamp is older than one that it is said to cover.':
    'Der Zeitstempel ist älter als einer, den er umfassen soll.',
  'Timestamp of {time}.': 'Zeitstempel von {time}.',
};
