import type { zipPhrases as english } from '../../en/phrases/zip-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const zipPhrases: PhrasesOf<typeof english> = {
  'There is no end of central directory record that reaches to the end.':
    'Es gibt keinen Endeintrag des Zentralverzeichnisses, der bis zum Ende reicht.',
  'The central directory {what}.': 'Das Zentralverzeichnis {what}.',
  'holds more than its entries': 'enthält mehr als seine Einträge',
  'has fewer entries than it says': 'hat weniger Einträge, als es angibt',
  'has something else among its entries': 'hat etwas anderes zwischen seinen Einträgen',
  'has an entry that goes beyond it': 'hat einen Eintrag, der über es hinausgeht',
  'The central directory does not end where the end record begins.':
    'Das Zentralverzeichnis endet nicht, wo der Endeintrag beginnt.',
  'The central directory is too large.': 'Das Zentralverzeichnis ist zu groß.',
  'An entry has a name of more bytes or folders than are looked through.':
    'Ein Eintrag hat einen Namen aus mehr Bytes oder Ordnern, als durchgesehen werden.',
  'An entry is encrypted.': 'Ein Eintrag ist verschlüsselt.',
  'An entry has flags that are not known.': 'Ein Eintrag hat unbekannte Merker.',
  'An extra field of an entry says anew what kind of file it is.':
    'Ein Zusatzfeld eines Eintrags sagt noch einmal, was für eine Datei er ist.',
  'An entry needs version {number} of ZIP to be unpacked.':
    'Ein Eintrag braucht zum Entpacken Version {number} von ZIP.',
  'An entry is compressed by method {number}.': 'Ein Eintrag ist mit dem Verfahren {number} komprimiert.',
  'An entry is a link or another special file.': 'Ein Eintrag ist ein Link oder eine andere besondere Datei.',
  'An entry lies on another disk.': 'Ein Eintrag liegt auf einem anderen Datenträger.',
  'A stored entry has two sizes.': 'Ein unkomprimierter Eintrag hat zwei Größen.',
  'A folder has content.': 'Ein Ordner hat Inhalt.',
  'The container is one part of several.': 'Der Container ist ein Teil von mehreren.',
  "The container's Zip64 data is wrong: {what}.": 'Die Zip64-Daten des Containers sind falsch: {what}.',
  'the locator points elsewhere': 'der Zeiger (Locator) zeigt woandershin',
  'the Zip64 end record is not what the locator says': 'der Zip64-Endeintrag ist nicht, was der Zeiger (Locator) sagt',
  'the end record points to a Zip64 record that is not there':
    'der Endeintrag zeigt auf einen Zip64-Eintrag, der nicht da ist',
  'the end record and the Zip64 end record differ': 'der Endeintrag und der Zip64-Endeintrag sind verschieden',
  'A Zip64 field has other values than the header points to.':
    'Ein Zip64-Feld hat andere Werte als die, auf die der Kopf verweist.',
  'A 64-bit size or offset is out of range.': 'Eine Größe oder Position mit 64 Bit liegt außerhalb ihres Bereichs.',
  'An entry is longer than its headers say.': 'Ein Eintrag ist länger, als seine Köpfe sagen.',
  'An entry is shorter than its headers say.': 'Ein Eintrag ist kürzer, als seine Köpfe sagen.',
  'The data of an entry is damaged.': 'Die Daten eines Eintrags sind beschädigt.',
  'The compressed data of an entry is damaged.': 'Die komprimierten Daten eines Eintrags sind beschädigt.',
  'An entry has bytes after the end of its compressed data.':
    'Ein Eintrag hat Bytes nach dem Ende seiner komprimierten Daten.',
  'An entry is too large for what it is.': 'Ein Eintrag ist zu groß für das, was er ist.',
  'The container ends within an entry.': 'Der Container endet mitten in einem Eintrag.',
  'A name has characters beyond ASCII and is not marked as UTF-8.':
    'Ein Name hat Zeichen außerhalb von ASCII und ist nicht als UTF-8 gekennzeichnet.',
  'A name is not UTF-8.': 'Ein Name ist kein UTF-8.',
  "An entry's name {what}.": 'Der Name eines Eintrags {what}.',
  'has a control character or a backslash': 'hat ein Steuerzeichen oder einen umgekehrten Schrägstrich',
  'has a character that changes the direction of writing': 'hat ein Zeichen, das die Schreibrichtung ändert',
  'has more marks on one letter than any language': 'hat mehr Zeichen auf einem Buchstaben als irgendeine Sprache',
  'begins with a drive letter': 'beginnt mit einem Laufwerksbuchstaben',
  'is absolute or has an empty part': 'ist absolut oder hat einen leeren Teil',
  'has a part that leads elsewhere': 'hat einen Teil, der woandershin führt',
  'is like META-INF but not the same': 'ist META-INF ähnlich, aber nicht gleich',
  'Two entries have the same name, or names that many machines take for one.':
    'Zwei Einträge haben denselben Namen oder Namen, die viele Rechner für einen halten.',
  'The extra field of an entry {what}.': 'Das Zusatzfeld eines Eintrags {what}.',
  'ends within a field': 'endet mitten in einem Feld',
  'has a field that goes beyond it': 'hat ein Feld, das über es hinausgeht',
  'has a field twice': 'hat ein Feld doppelt',
  'gives the entry another name': 'gibt dem Eintrag einen anderen Namen',
  'The local header of an entry {what}.': 'Der lokale Kopf eines Eintrags {what}.',
  'is not where it should be': 'ist nicht, wo er sein muss',
  'has another name': 'hat einen anderen Namen',
  'has other flags': 'hat andere Merker',
  'has another method': 'hat ein anderes Verfahren',
  'has another CRC': 'hat eine andere CRC',
  'has other sizes': 'hat andere Größen',
  'A data descriptor says something else than the directory.':
    'Ein Datendeskriptor sagt etwas anderes als das Verzeichnis.',
  'Two entries share bytes, or one reaches into the directory.':
    'Zwei Einträge haben gemeinsame Bytes, oder einer reicht in das Verzeichnis.',
  'There are bytes that belong to no entry.': 'Es gibt Bytes, die zu keinem Eintrag gehören.',
  'There are too many entries.': 'Es gibt zu viele Einträge.',
  'There would be too many entries.': 'Es gäbe zu viele Einträge.',
  'An entry becomes more than {count} times as large.': 'Ein Eintrag wird mehr als {count}-mal so groß.',
  'The entries together become too large.': 'Die Einträge werden zusammen zu groß.',
  'An entry would move beyond what its record in the directory can say.':
    'Ein Eintrag käme weiter, als sein Eintrag im Verzeichnis sagen kann.',
  'The container became shorter while it was read.': 'Der Container wurde beim Lesen kürzer.',
};
