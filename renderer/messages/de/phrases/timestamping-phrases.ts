import type { timestampingPhrases as english } from '../../en/phrases/timestamping-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const timestampingPhrases: PhrasesOf<typeof english> = {
  'The reply could not be read.': 'Die Antwort konnte nicht gelesen werden.',
  'it closed the connection': 'sie hat die Verbindung geschlossen',
  'it announces an answer and gives none': 'sie kündigt eine Antwort an und gibt keine',
  'it gives no answer by HTTP': 'sie gibt keine Antwort über HTTP',
  'it answers with what is no HTTP ({code})': 'sie antwortet mit etwas, das kein HTTP ist ({code})',
  'it did not answer within {milliseconds} ms': 'sie hat nicht innerhalb von {milliseconds} ms geantwortet',
  'it cannot be reached ({code})': 'sie ist nicht erreichbar ({code})',
  "it cannot be reached ({code}; the system's own certificates cannot be read here)":
    'sie ist nicht erreichbar ({code}; die Zertifikate des Systems sind hier nicht lesbar)',
  'its answer is longer than {count} bytes': 'ihre Antwort ist länger als {count} Bytes',
  'it answers with a redirect (HTTP {status}), which is not followed':
    'sie antwortet mit einer Umleitung (HTTP {status}), der nicht gefolgt wird',
  'it does not let this station in (HTTP {status})': 'sie lässt diese Station nicht ein (HTTP {status})',
  'the proxy before it cannot be reached ({code})': 'der Proxy davor ist nicht erreichbar ({code})',
  'the proxy before it does not let this station through (HTTP {status})':
    'der Proxy davor lässt diese Station nicht durch (HTTP {status})',
  'the proxy before it refuses the way to it (HTTP {status})':
    'der Proxy davor verweigert den Weg zu ihr (HTTP {status})',
  'the proxy before it gives no answer by HTTP': 'der Proxy davor gibt keine Antwort über HTTP',
  'it answers with HTTP {status}': 'sie antwortet mit HTTP {status}',
  'its answer is of type "{type}" and not {wanted}': 'ihre Antwort ist vom Typ „{type}“ und nicht {wanted}',
  'the connection broke': 'die Verbindung brach ab',
  'its answer is no timestamp response': 'ihre Antwort ist keine Zeitstempelantwort',
  'what it gave as a timestamp is no signed data': 'was sie als Zeitstempel gab, sind keine signierten Daten',
  'what it signed is no timestamp': 'was sie signiert hat, ist kein Zeitstempel',
  'it refuses: {detail}': 'sie lehnt ab: {detail}',
  'it grants a timestamp and gives none': 'sie gewährt einen Zeitstempel und gibt keinen',
  'its timestamp is over other bytes than it was asked for (wrong imprint)':
    'ihr Zeitstempel gilt für andere Bytes als die angefragten (falscher Abdruck)',
  'its timestamp lacks the nonce of the request': 'ihrem Zeitstempel fehlt die Nonce der Anfrage',
  'its timestamp belongs to another request (wrong nonce)':
    'ihr Zeitstempel gehört zu einer anderen Anfrage (falsche Nonce)',
  'its policy is {policy}, and {wanted} was asked for': 'ihre Richtlinie ist {policy}, angefragt war {wanted}',
  'its timestamp has a critical extension that is not known here':
    'ihr Zeitstempel hat eine kritische Erweiterung, die hier nicht bekannt ist',
  'its timestamp has not exactly one signer': 'ihr Zeitstempel hat nicht genau einen Unterzeichner',
  'the signature of its timestamp does not hold ({codes})': 'die Signatur ihres Zeitstempels hält nicht ({codes})',
  'its certificate cannot be read': 'ihr Zertifikat kann nicht gelesen werden',
  'its certificate is not one for timestamps alone (critical extended key usage)':
    'ihr Zertifikat ist keines allein für Zeitstempel (kritische Extended Key Usage)',
  'its certificate ended on {time}': 'ihr Zertifikat endete am {time}',
  'its certificate begins on {time} only': 'ihr Zertifikat beginnt erst am {time}',
  'Nothing was signed yet.': 'Es wurde noch nichts signiert.',
  'Nothing was signed.': 'Es wurde nichts signiert.',
  'The timestamp authority {url} works: {authority} gave a timestamp of {time}.':
    'Die Zeitstempelstelle {url} funktioniert: {authority} gab einen Zeitstempel von {time}.',
  'The timestamp authority {url} gave no timestamp: {detail}.':
    'Die Zeitstempelstelle {url} gab keinen Zeitstempel: {detail}.',
  'No timestamp authority gave a timestamp. {list}.': 'Keine Zeitstempelstelle gab einen Zeitstempel. {list}.',
  'Timestamping:Username is set, and the secret {secret} is not there or cannot be read.':
    'Timestamping:Username ist gesetzt, und das Geheimnis {secret} ist nicht da oder nicht lesbar.',
  'The secret {secret} is set and Timestamping:Username is not: the password would never be sent. Set the user name, or take the secret away.':
    'Das Geheimnis {secret} ist gesetzt und Timestamping:Username nicht: Das Passwort würde nie gesendet. Setzen Sie den Benutzernamen, oder nehmen Sie das Geheimnis weg.',
  'Timestamping:ProxyUsername is set, and the secret {secret} is not there or cannot be read.':
    'Timestamping:ProxyUsername ist gesetzt, und das Geheimnis {secret} ist nicht da oder nicht lesbar.',
  'ValidationData:ProxyUsername is set, and the secret {secret} is not there or cannot be read':
    'ValidationData:ProxyUsername ist gesetzt, und das Geheimnis {secret} ist nicht da oder nicht lesbar',
  'Timestamping:TrustedRoots: the file holds no certificate in PEM that can be read.':
    'Timestamping:TrustedRoots: Die Datei enthält kein lesbares Zertifikat in PEM.',
  'Timestamping:ClientCertificate: certificate and key cannot be used together ({code}).':
    'Timestamping:ClientCertificate: Zertifikat und Schlüssel sind zusammen nicht verwendbar ({code}).',
  '{setting}: the file {file} cannot be read.': '{setting}: Die Datei {file} kann nicht gelesen werden.',
  'No timestamp authority is configured (Timestamping:Url).':
    'Es ist keine Zeitstempelstelle eingerichtet (Timestamping:Url).',
  '{who}, serial number {serial}': '{who}, Seriennummer {serial}',
  'No certificate path for {who}: {detail}.': 'Kein Zertifikatspfad für {who}: {detail}.',
  'No revocation evidence for {who}: {detail}.': 'Kein Sperrnachweis für {who}: {detail}.',
  'The certificate of {who} was revoked at {time}, reason {code}.':
    'Das Zertifikat von {who} wurde am {time} widerrufen, Grund {code}.',
  'And {count} more.': 'Und {count} weitere.',
  'Newer revocation data is due by {time}.': 'Neuere Sperrdaten sind bis {time} fällig.',
  '{host} answers no readable {what}': '{host} antwortet mit nichts Lesbarem ({what})',
  '{host} answers with the nonce of another request': '{host} antwortet mit der Nonce einer anderen Anfrage',
  '{host} answers about another certificate': '{host} antwortet zu einem anderen Zertifikat',
  '{host} cannot be reached ({code})': '{host} ist nicht erreichbar ({code})',
  'The proxy answers {status} for {host}': 'Der Proxy antwortet {status} für {host}',
  '{host} answers compressed': '{host} antwortet komprimiert',
  '{host} answers with what is no HTTP ({code})': '{host} antwortet mit etwas, das kein HTTP ist ({code})',
  '{host} announces answers and gives none': '{host} kündigt Antworten an und gibt keine',
  '{host} gives no answer by HTTP': '{host} gibt keine Antwort über HTTP',
  '{host} answers in pieces of a few bytes': '{host} antwortet in Stücken von wenigen Bytes',
  '{host} answers more than {count} bytes': '{host} antwortet mit mehr als {count} Bytes',
  '{host} answers more than {count} bytes; set {key} higher to take them':
    '{host} antwortet mit mehr als {count} Bytes; setzen Sie {key} höher, um sie anzunehmen',
  '{host} redirects too often': '{host} leitet zu oft um',
  '{host} did not answer in time': '{host} hat nicht rechtzeitig geantwortet',
  'An address is malformed': 'Eine Adresse ist fehlerhaft',
  'Only http and https are asked, not {protocol}': 'Nur http und https werden gefragt, nicht {protocol}',
  'An address holds credentials': 'Eine Adresse enthält Zugangsdaten',
  '{host} redirects a request away': '{host} leitet eine Anfrage weg',
  '{host} is an inner address, which is asked only where ValidationData:InnerAddresses lists it':
    '{host} ist eine innere Adresse, die nur gefragt wird, wo ValidationData:InnerAddresses sie nennt',
  '{host} cannot be resolved': '{host} kann nicht aufgelöst werden',
  "its timestamp says {time}, and the station's clock {now}: one of them is wrong by more than five minutes":
    'ihr Zeitstempel sagt {time}, die Uhr der Station {now}: eines von beiden liegt um mehr als fünf Minuten falsch',
  'No more than {count} requests are made at once; what was good is kept, so that asking again goes on from there':
    'Mehr als {count} Anfragen werden nicht auf einmal gestellt; was gut war, wird behalten, sodass erneutes Fragen dort weitergeht',
  'No longer than {count} seconds are spent on asking at once; what was good is kept, so that asking again goes on from there':
    'Länger als {count} Sekunden wird nicht auf einmal gefragt; was gut war, wird behalten, sodass erneutes Fragen dort weitergeht',
};
