import type { addingPhrases as english } from '../../en/phrases/adding-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const addingPhrases: PhrasesOf<typeof english> = {
  'The signature cannot be raised: {reason}.': 'Die Signatur kann nicht angehoben werden: {reason}.',
  'The signature cannot be added: in the finished {file} {reason}. Nothing was stored; the file is as it was.':
    'Die Signatur kann nicht hinzugefügt werden, denn in der fertigen Datei ({file}): {reason}. Nichts wurde gespeichert; die Datei ist, wie sie war.',
  'No signature can be added to the file: {reason}.': 'Der Datei kann keine Signatur hinzugefügt werden: {reason}.',
  'it is a timestamp of something else than was asked for':
    'es ist ein Zeitstempel von etwas anderem, als verlangt wurde',
  'it is no timestamp token': 'es ist kein Zeitstempel',
  'no file can be put into a container that is signed': 'in einen signierten Container kann keine Datei gelegt werden',
  'it holds no signature over a file': 'sie enthält keine Signatur über eine Datei',
  'a timestamp beside its signature is over that as it is':
    'ein Zeitstempel neben ihrer Signatur deckt diese ab, wie sie ist',
  'its signature is not detached': 'ihre Signatur ist nicht getrennt („detached“)',
  'it holds no signature': 'sie enthält keine Signatur',
  '{name} has another root element than {other} has': '{name} hat ein anderes Wurzelelement als {other}',
  'its entries are not those that were written': 'ihre Einträge sind nicht die geschriebenen',
  '{name} is not what was written': '{name} ist nicht, was geschrieben wurde',
  'The finished container does not hold ({codes}); nothing was stored.':
    'Der fertige Container hält nicht ({codes}); nichts wurde gespeichert.',
  'a timestamp beside them is over the signatures as they are':
    'ein Zeitstempel neben ihnen deckt die Signaturen ab, wie sie sind',
  'the container holds no signature': 'der Container enthält keine Signatur',
  'what {name} is over cannot be told': 'was {name} abdeckt, lässt sich nicht sagen',
  'the new signature does not hold ({codes})': 'die neue Signatur hält nicht ({codes})',
  'the entries are not in their order': 'die Einträge sind nicht in ihrer Reihenfolge',
  '{name} is not as it was': '{name} ist nicht, wie es war',
  'an earlier signature is not as it was': 'eine frühere Signatur ist nicht, wie sie war',
  'the signature {name}, made before, would no longer hold': 'die frühere Signatur {name} würde nicht mehr halten',
  'The manifest does not say what it should.': 'Das Manifest sagt nicht, was es soll.',
  'it is broken already ({codes})': 'sie ist schon gebrochen ({codes})',
  'it holds no file that could be signed': 'sie enthält keine Datei, die signiert werden könnte',
  'a file that was signed is not in it': 'eine Datei, die signiert wurde, ist nicht in ihr',
  'it is not marked as {kind} has to be ({codes})':
    'sie ist nicht so gekennzeichnet, wie {kind} es sein muss ({codes})',
  'a file lies in it that none of its signatures is over, so that it was put there afterwards':
    'in ihr liegt eine Datei, die keine ihrer Signaturen abdeckt, die also nachher hineingelegt wurde',
  'its signature bears {count} counter-signatures, and more are not looked at':
    'ihre Signatur trägt {count} Gegensignaturen, und mehr werden nicht angesehen',
  'it bears this counter-signature already': 'sie trägt diese Gegensignatur schon',
  'it does not have one signature more': 'sie hat nicht eine Signatur mehr',
  'the counter-signature does not hold': 'die Gegensignatur hält nicht',
  'an earlier signature changed': 'eine frühere Signatur hat sich geändert',
  'an earlier attribute changed': 'ein früheres Attribut hat sich geändert',
  'it has an archive timestamp of an older kind, which further evidence would break':
    'sie hat einen Archivzeitstempel älterer Art, den weitere Nachweise brechen würden',
  'an archive timestamp of an older kind is over it, and a signer lacks a timestamp or an archive timestamp':
    'ein Archivzeitstempel älterer Art liegt über ihr, und einem Unterzeichner fehlt ein Zeitstempel oder ein Archivzeitstempel',
  'an attribute of it holds several archive timestamps': 'ein Attribut von ihr enthält mehrere Archivzeitstempel',
  'its content is not a document': 'ihr Inhalt ist kein Dokument',
  'it bears no signature ({codes})': 'sie trägt keine Signatur ({codes})',
  'it is no CMS signature ({codes})': 'sie ist keine CMS-Signatur ({codes})',
  'it is a signature written as {kind} text; what something can be added to is its binary form (DER)':
    'sie ist eine als {kind}-Text geschriebene Signatur; etwas hinzugefügt werden kann ihrer binären Form (DER)',
  'it has an archive timestamp of an older kind, which one more signature would break':
    'sie hat einen Archivzeitstempel älterer Art, den eine weitere Signatur brechen würde',
  'this certificate has signed the same content in this very second already; one signature is enough':
    'dieses Zertifikat hat denselben Inhalt in dieser Sekunde schon signiert; eine Signatur genügt',
  'it is detached, and the document that it is over was not given along':
    'sie ist getrennt („detached“), und das Dokument, das sie abdeckt, wurde nicht mitgegeben',
  'the document changed while it was signed': 'das Dokument hat sich geändert, während es signiert wurde',
  'the document bears no signature': 'das Dokument trägt keine Signatur',
  'the signature {name} does not hold ({codes})': 'die Signatur {name} hält nicht ({codes})',
  'the signature {name} is not even of level B ({codes})': 'die Signatur {name} ist nicht einmal von Stufe B ({codes})',
  'it is of level {level} already': 'sie ist bereits von Stufe {level}',
  'the certificate of the signature {name} ended on {time}, before any timestamp of it':
    'das Zertifikat der Signatur {name} endete am {time}, vor jedem Zeitstempel darüber',
  'its file is too large': 'seine Datei ist zu groß',
  'the value of its signature has no identifier of its own, by which a counter-signature names it':
    'der Wert ihrer Signatur hat keine eigene Kennung, mit der eine Gegensignatur ihn nennt',
  'its signature is no XAdES of version 1.3.2': 'ihre Signatur ist kein XAdES der Version 1.3.2',
  'it has a reference with a transform that is not known': 'sie hat eine Referenz mit einer unbekannten Transformation',
  "The device's certificate or signature is unusable: {detail}":
    'Das Zertifikat oder die Signatur des Geräts ist nicht brauchbar: {detail}',
  "The device's certificate is unusable: {detail}": 'Das Zertifikat des Geräts ist nicht brauchbar: {detail}',
  'Its check ended with {codes}.': 'Ihre Prüfung endete mit {codes}.',
  'it has a reference whose transforms have no meaning':
    'sie hat eine Referenz, deren Transformationen keinen Sinn haben',
  'the counter-signature does not hold ({codes})': 'die Gegensignatur hält nicht ({codes})',
  'there are other signatures than before': 'es sind andere Signaturen als vorher',
  'it is no XAdES signature of version 1.3.2': 'sie ist keine XAdES-Signatur der Version 1.3.2',
  'its properties stand nowhere': 'ihre Eigenschaften stehen nirgends',
  'its unsigned properties leave no place for more': 'ihre unsignierten Eigenschaften lassen keinen Platz für weitere',
  'its signature is over the whole file, in which it is alone':
    'ihre Signatur deckt die ganze Datei ab, in der sie allein ist',
  'its signatures are over different things': 'ihre Signaturen decken Verschiedenes ab',
  'its signature is over nothing': 'ihre Signatur deckt nichts ab',
  'it is over several files beside it': 'sie deckt mehrere Dateien neben sich ab',
  'its signature is over a list of things (ds:Manifest)': 'ihre Signatur deckt eine Liste ab (ds:Manifest)',
  'what its signature is over is not known': 'was ihre Signatur abdeckt, ist nicht bekannt',
  'its signature transforms what it is over by {algorithm}':
    'ihre Signatur transformiert, was sie abdeckt, mit {algorithm}',
  'it is larger than the {size} MB that a signature in XML is made around; sign it detached, or as CAdES or ASiC':
    'sie ist größer als die {size} MB, um die eine Signatur in XML gelegt wird; signieren Sie getrennt („detached“), oder als CAdES oder ASiC',
};
