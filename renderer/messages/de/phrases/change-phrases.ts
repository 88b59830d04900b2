import type { changePhrases as english } from '../../en/phrases/change-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const changePhrases: PhrasesOf<typeof english> = {
  "the document's extensions changed": 'die Erweiterungen des Dokuments wurden geändert',
  'extensions were declared': 'Erweiterungen wurden angegeben',
  "the document's version changed": 'die Version des Dokuments wurde geändert',
  'the document information was left out': 'die Dokumentinformation wurde weggelassen',
  'the document information was removed': 'die Dokumentinformation wurde entfernt',
  "the document information's {key} changed": '{key} in der Dokumentinformation wurde geändert',
  'document information was added': 'Dokumentinformation wurde hinzugefügt',
  'the metadata was replaced by something else': 'die Metadaten wurden durch etwas anderes ersetzt',
  'metadata was changed': 'Metadaten wurden geändert',
  'the encryption changed': 'die Verschlüsselung wurde geändert',
  "the trailer's {key} changed": '{key} im Dateiende wurde geändert',
  "the identifier changed, which the document's keys depend on":
    'die Kennung wurde geändert, von der die Schlüssel des Dokuments abhängen',
  "the document's identifier changed": 'die Kennung des Dokuments wurde geändert',
  'the document catalog was replaced': 'der Dokumentkatalog wurde ersetzt',
  'the document got a structure': 'das Dokument bekam eine Struktur',
  'the document got bookmarks': 'das Dokument bekam Lesezeichen',
  'the document got attached files or named places': 'das Dokument bekam angehängte Dateien oder benannte Stellen',
  'the document got named places': 'das Dokument bekam benannte Stellen',
  'the document got associated files': 'das Dokument bekam zugehörige Dateien',
  'the document got numbers of its pages': 'das Dokument bekam Seitennummern',
  'the document got a language': 'das Dokument bekam eine Sprache',
  'the document got another way to be opened': 'das Dokument wird nun anders geöffnet',
  'a certification was named': 'eine Zertifizierung wurde eingetragen',
  "the document's {key} changed": '{key} des Dokuments wurde geändert',
  '{count} further changes are not listed': '{count} weitere Änderungen sind nicht aufgeführt',
  'the signature in field "{field}" lies over {what}': 'die Signatur im Feld „{field}“ liegt über {what}',
  'the signature in field "{field}" lies over a place that cannot be told':
    'die Signatur im Feld „{field}“ liegt an einer Stelle, die nicht bestimmt werden kann',
  'a place that cannot be told': 'einer Stelle, die nicht bestimmt werden kann',
  'what the page shows': 'dem, was die Seite zeigt',
  'contents that cannot be read as a whole': 'Inhalt, der nicht ganz gelesen werden kann',
  'an earlier stamp or field': 'einem früheren Stempel oder Feld',
  'object {number} was written once more in a way that some programs read differently':
    'Objekt {number} wurde noch einmal in einer Weise geschrieben, die manche Programme anders lesen',
  'object {number} was added, which nothing uses': 'Objekt {number} wurde hinzugefügt, das nichts verwendet',
  'object {number} was removed': 'Objekt {number} wurde entfernt',
  'object {number} was written again under another generation':
    'Objekt {number} wurde unter anderer Generation neu geschrieben',
  'object {number}, missing when it was signed, was supplied':
    'Objekt {number}, das bei der Signatur fehlte, wurde nachgeliefert',
  'form field {name} was replaced': 'Formularfeld {name} wurde ersetzt',
  'form field {name} was changed': 'Formularfeld {name} wurde geändert',
  'form field {name} was filled in': 'Formularfeld {name} wurde ausgefüllt',
  'form field {name} was locked or unlocked': 'Formularfeld {name} wurde gesperrt oder entsperrt',
  'field {name} was written once more and means the same':
    'Feld {name} wurde noch einmal geschrieben und bedeutet dasselbe',
  'a part of the page tree was given signature fields, which belong to pages':
    'ein Teil des Seitenbaums bekam Signaturfelder, die zu Seiten gehören',
  'signature field {name} was changed after it was signed': 'Signaturfeld {name} wurde nach seiner Signatur geändert',
  'signature field {name} was changed without being signed':
    'Signaturfeld {name} wurde geändert, ohne signiert zu werden',
  'a document timestamp changed how signature field {name} looks':
    'ein Dokumentzeitstempel hat das Aussehen des Signaturfelds {name} geändert',
  'the drawing in the empty signature field {name} was replaced':
    'die Zeichnung im leeren Signaturfeld {name} wurde ersetzt',
  'the form was removed': 'das Formular wurde entfernt',
  "the form's XFA changed": 'die XFA des Formulars wurde geändert',
  "the form's signature flags were taken back": 'die Signaturmerker des Formulars wurden zurückgenommen',
  "the form's {key} changed, by which a viewer draws existing fields anew":
    '{key} des Formulars wurde geändert, wodurch ein Anzeigeprogramm vorhandene Felder neu zeichnet',
  "the form's {key} changed": '{key} des Formulars wurde geändert',
  "the form's default resources changed": 'die Standardressourcen des Formulars wurden geändert',
  "the form's default resources grew, by which a viewer draws existing fields anew":
    'die Standardressourcen des Formulars wuchsen, wodurch ein Anzeigeprogramm vorhandene Felder neu zeichnet',
  'default resources for new fields were added': 'Standardressourcen für neue Felder wurden hinzugefügt',
  'default resources that no field is drawn with were replaced':
    'Standardressourcen, mit denen kein Feld gezeichnet wird, wurden ersetzt',
  'a default appearance for new fields was added': 'ein Standardaussehen für neue Felder wurde hinzugefügt',
  'what existing fields are drawn with was supplied':
    'was vorhandene Felder zum Zeichnen brauchen, wurde nachgeliefert',
  'fields are shown by drawings that say the same as their values':
    'Felder werden durch Zeichnungen gezeigt, die dasselbe sagen wie ihre Werte',
  'existing fields were made to show what had been drawn before, and not their values':
    'vorhandene Felder zeigen nun, was vorher gezeichnet war, und nicht ihre Werte',
  'existing fields were made to be drawn anew': 'vorhandene Felder sollen neu gezeichnet werden',
  'whether existing fields are drawn anew was said in a way that readers take differently':
    'ob vorhandene Felder neu gezeichnet werden, wurde so gesagt, dass Leseprogramme es verschieden verstehen',
  'whether fields are drawn anew was written down': 'es wurde festgehalten, ob Felder neu gezeichnet werden',
  'form fields were removed, replaced or reordered': 'Formularfelder wurden entfernt, ersetzt oder umgeordnet',
  'the form lists a signature now that a page alone had shown':
    'das Formular führt jetzt eine Signatur auf, die vorher nur eine Seite gezeigt hatte',
  'an empty signature field was added, which was signed later':
    'ein leeres Signaturfeld wurde hinzugefügt, das später signiert wurde',
  'a form field was added': 'ein Formularfeld wurde hinzugefügt',
  'a form field was added that is not a valid new signature':
    'ein Formularfeld wurde hinzugefügt, das keine gültige neue Signatur ist',
  'object {number} ({kind}) was changed': 'Objekt {number} ({kind}) wurde geändert',
  'object {number} ({kind}, used as {key}) was changed': 'Objekt {number} ({kind}, verwendet als {key}) wurde geändert',
  'contents replaced': 'Inhalt ersetzt',
  'fonts, images or other resources replaced': 'Schriften, Bilder oder andere Ressourcen ersetzt',
  'page size written with other digits': 'Seitengröße mit anderen Stellen geschrieben',
  'page size changed': 'Seitengröße geändert',
  'visible area changed': 'sichtbarer Bereich geändert',
  'page turned': 'Seite gedreht',
  'actions added': 'Aktionen hinzugefügt',
  'page moved': 'Seite verschoben',
  'page {page}: {detail}': 'Seite {page}: {detail}',
  'page {page} was replaced': 'Seite {page} wurde ersetzt',
  '{key} was added': '{key} wurde hinzugefügt',
  'annotations replaced': 'Anmerkungen ersetzt',
  'an annotation was changed': 'eine Anmerkung wurde geändert',
  'an annotation was added': 'eine Anmerkung wurde hinzugefügt',
  'form fields were removed or reordered': 'Formularfelder wurden entfernt oder umgeordnet',
  'annotations were removed or reordered': 'Anmerkungen wurden entfernt oder umgeordnet',
  'form field "{name}" was drawn anew': 'Formularfeld „{name}“ wurde neu gezeichnet',
  'object {number}, which nothing uses, was changed': 'Objekt {number}, das nichts verwendet, wurde geändert',
  'an unknown entry': 'einen unbekannten Eintrag',
  'an unknown entry of a signature': 'einen unbekannten Eintrag einer Signatur',
  'a {what} that is none': 'etwas statt „{what}“, das keines ist',
  'a list that is none': 'eine Liste, die keine ist',
  'evidence that is no object of its own': 'Nachweise, die kein eigenes Objekt sind',
  'signature field "{name}" was added with a signature that cannot be judged':
    'Signaturfeld „{name}“ wurde mit einer Signatur hinzugefügt, die nicht beurteilt werden kann',
  'signature field "{name}" was added with a signature that is not intact':
    'Signaturfeld „{name}“ wurde mit einer Signatur hinzugefügt, die nicht unverletzt ist',
  'signature field "{name}" was made of something else': 'Signaturfeld „{name}“ wurde aus etwas anderem gemacht',
  'the signature "{name}" was dropped': 'die Signatur „{name}“ wurde herausgenommen',
  'signature field "{name}" was signed': 'Signaturfeld „{name}“ wurde signiert',
  'signature field "{name}" is not one widget of its own': 'Signaturfeld „{name}“ ist kein einzelnes eigenes Feld',
  'signature field "{name}" has the name of another field': 'Signaturfeld „{name}“ hat den Namen eines anderen Felds',
  'signature field "{name}" is shown on a page, and not listed in the form':
    'Signaturfeld „{name}“ wird auf einer Seite gezeigt und im Formular nicht aufgeführt',
  'signature field "{name}" has another type': 'Signaturfeld „{name}“ hat eine andere Art',
  'signature field "{name}" has an entry {key}': 'Signaturfeld „{name}“ hat einen Eintrag {key}',
  'signature field "{name}" takes the place of something else in the structure of the document':
    'Signaturfeld „{name}“ nimmt in der Struktur des Dokuments den Platz von etwas anderem ein',
  'the document timestamp in signature field "{name}" could be made to show something':
    'der Dokumentzeitstempel im Signaturfeld „{name}“ könnte etwas zeigen',
  'the document timestamp in signature field "{name}" shows something':
    'der Dokumentzeitstempel im Signaturfeld „{name}“ zeigt etwas',
  'the store of validation data names other parts of the document':
    'der Speicher der Prüfdaten nennt andere Teile des Dokuments',
  'the store of validation data has {what}': 'der Speicher der Prüfdaten hat {what}',
  'the store of validation data holds something else': 'der Speicher der Prüfdaten enthält etwas anderes',
  'validation data was added': 'Prüfdaten wurden hinzugefügt',
  'validation data was replaced by other': 'Prüfdaten wurden durch andere ersetzt',
  'validation data was removed': 'Prüfdaten wurden entfernt',
  'the structure got an element for a new signature': 'die Struktur bekam ein Element für eine neue Signatur',
  '{detail}, with a text of its own': '{detail}, mit eigenem Text',
  'the document catalog, which is used as something else too, was replaced':
    'der Dokumentkatalog, der auch als etwas anderes dient, wurde ersetzt',
  'object {number}, which is also used as something else, was changed':
    'Objekt {number}, das auch als etwas anderes dient, wurde geändert',
  store: 'Speicher',
  'list of signatures': 'Liste der Signaturen',
  'entry of a signature': 'Eintrag einer Signatur',
};
