import type { zipPhrases as english } from '../../en/phrases/zip-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const zipPhrases: PhrasesOf<typeof english> = {
  'There is no end of central directory record that reaches to the end.':
    'Il n’y a pas d’enregistrement de fin du répertoire central qui aille jusqu’à la fin.',
  'The central directory {what}.': 'Le répertoire central {what}.',
  'holds more than its entries': 'contient plus que ses entrées',
  'has fewer entries than it says': 'a moins d’entrées qu’il ne le dit',
  'has something else among its entries': 'a autre chose parmi ses entrées',
  'has an entry that goes beyond it': 'a une entrée qui va au-delà de lui',
  'The central directory does not end where the end record begins.':
    'Le répertoire central ne finit pas où commence l’enregistrement de fin.',
  'The central directory is too large.': 'Le répertoire central est trop grand.',
  'An entry has a name of more bytes or folders than are looked through.':
    'Une entrée a un nom de plus d’octets ou de dossiers que ce qui est examiné.',
  'An entry is encrypted.': 'Une entrée est chiffrée.',
  'An entry has flags that are not known.': 'Une entrée a des indicateurs inconnus.',
  'An extra field of an entry says anew what kind of file it is.':
    'Un champ supplémentaire d’une entrée dit à nouveau quelle sorte de fichier elle est.',
  'An entry needs version {number} of ZIP to be unpacked.':
    'Une entrée demande la version {number} de ZIP pour être extraite.',
  'An entry is compressed by method {number}.': 'Une entrée est compressée par la méthode {number}.',
  'An entry is a link or another special file.': 'Une entrée est un lien ou un autre fichier spécial.',
  'An entry lies on another disk.': 'Une entrée est sur un autre disque.',
  'A stored entry has two sizes.': 'Une entrée non compressée a deux tailles.',
  'A folder has content.': 'Un dossier a un contenu.',
  'The container is one part of several.': 'Le conteneur est une partie parmi plusieurs.',
  "The container's Zip64 data is wrong: {what}.": 'Les données Zip64 du conteneur sont fausses : {what}.',
  'the locator points elsewhere': 'le localisateur pointe ailleurs',
  'the Zip64 end record is not what the locator says':
    'l’enregistrement de fin Zip64 n’est pas ce que dit le localisateur',
  'the end record points to a Zip64 record that is not there':
    'l’enregistrement de fin pointe vers un enregistrement Zip64 qui n’est pas là',
  'the end record and the Zip64 end record differ': 'l’enregistrement de fin et celui de Zip64 diffèrent',
  'A Zip64 field has other values than the header points to.':
    'Un champ Zip64 a d’autres valeurs que celles auxquelles l’en-tête renvoie.',
  'A 64-bit size or offset is out of range.': 'Une taille ou position sur 64 bits est hors limites.',
  'An entry is longer than its headers say.': 'Une entrée est plus longue que ses en-têtes ne le disent.',
  'An entry is shorter than its headers say.': 'Une entrée est plus courte que ses en-têtes ne le disent.',
  'The data of an entry is damaged.': 'Les données d’une entrée sont endommagées.',
  'The compressed data of an entry is damaged.': 'Les données compressées d’une entrée sont endommagées.',
  'An entry has bytes after the end of its compressed data.':
    'Une entrée a des octets après la fin de ses données compressées.',
  'An entry is too large for what it is.': 'Une entrée est trop grande pour ce qu’elle est.',
  'The container ends within an entry.': 'Le conteneur finit au milieu d’une entrée.',
  'A name has characters beyond ASCII and is not marked as UTF-8.':
    'Un nom a des caractères hors ASCII et n’est pas marqué comme UTF-8.',
  'A name is not UTF-8.': 'Un nom n’est pas en UTF-8.',
  "An entry's name {what}.": 'Le nom d’une entrée {what}.',
  'has a control character or a backslash': 'a un caractère de commande ou une barre oblique inverse',
  'has a character that changes the direction of writing': 'a un caractère qui change le sens de l’écriture',
  'has more marks on one letter than any language': 'a plus de signes sur une lettre qu’aucune langue',
  'begins with a drive letter': 'commence par une lettre de lecteur',
  'is absolute or has an empty part': 'est absolu ou a une partie vide',
  'has a part that leads elsewhere': 'a une partie qui mène ailleurs',
  'is like META-INF but not the same': 'ressemble à META-INF sans être identique',
  'Two entries have the same name, or names that many machines take for one.':
    'Deux entrées ont le même nom, ou des noms que beaucoup de machines confondent.',
  'The extra field of an entry {what}.': 'Le champ supplémentaire d’une entrée {what}.',
  'ends within a field': 'finit au milieu d’un champ',
  'has a field that goes beyond it': 'a un champ qui va au-delà de lui',
  'has a field twice': 'a un champ en double',
  'gives the entry another name': 'donne un autre nom à l’entrée',
  'The local header of an entry {what}.': 'L’en-tête local d’une entrée {what}.',
  'is not where it should be': 'n’est pas où il devrait être',
  'has another name': 'a un autre nom',
  'has other flags': 'a d’autres indicateurs',
  'has another method': 'a une autre méthode',
  'has another CRC': 'a un autre CRC',
  'has other sizes': 'a d’autres tailles',
  'A data descriptor says something else than the directory.':
    'Un descripteur de données dit autre chose que le répertoire.',
  'Two entries share bytes, or one reaches into the directory.':
    'Deux entrées partagent des octets, ou l’une empiète sur le répertoire.',
  'There are bytes that belong to no entry.': 'Il y a des octets qui n’appartiennent à aucune entrée.',
  'There are too many entries.': 'Il y a trop d’entrées.',
  'There would be too many entries.': 'Il y aurait trop d’entrées.',
  'An entry becomes more than {count} times as large.': 'Une entrée devient plus de {count} fois plus grande.',
  'The entries together become too large.': 'Les entrées deviennent ensemble trop grandes.',
  'An entry would move beyond what its record in the directory can say.':
    'Une entrée se déplacerait au-delà de ce que son enregistrement dans le répertoire peut dire.',
  'The container became shorter while it was read.': 'Le conteneur est devenu plus court pendant la lecture.',
};
