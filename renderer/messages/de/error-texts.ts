import type * as english from '../en/error-texts.ts';
import type { Texts } from '../texts.ts';

/** What each error code means for the person at the desk, and what to do about it. */
export const errorTexts: Texts<typeof english.errorTexts> = {
  SIGNATURE_REQUEST_INVALID: {
    title: 'Die Station konnte diese Anfrage nicht annehmen',
    advice: 'Prüfen Sie die Datei (sie darf nicht leer sein) und die Optionen, und versuchen Sie es erneut.',
  },
  SIGNATURE_FORMAT_UNSUPPORTED: {
    title: 'Dieses Signaturformat kann hier nicht verwendet werden',
    advice: 'Wählen Sie für diese Datei ein anderes Format.',
  },
  SIGNATURE_PROFILE_UNSUPPORTED: {
    title: 'Diese Signaturstufe kann hier nicht verwendet werden',
    advice:
      'Wählen Sie Stufe B unter „Weitere Optionen“, oder lassen Sie die gewünschte Stufe von der Administration einrichten.',
  },
  SIGNING_PROVIDER_UNAVAILABLE: {
    title: 'Karte oder Schlüsselspeicher sind nicht verfügbar',
    advice:
      'Prüfen Sie, ob die Karte oder das USB-Token steckt, und versuchen Sie es erneut. Die Seite „Anbieter“ zeigt, was fehlt.',
  },
  SIGNING_CERTIFICATE_NOT_FOUND: {
    title: 'Das gewählte Zertifikat ist nicht mehr da',
    advice: 'Legen Sie die Karte ein, auf der es liegt, oder wählen Sie ein anderes Zertifikat.',
  },
  SIGNING_CERTIFICATE_EXPIRED: {
    title: 'Das Zertifikat ist heute nicht gültig',
    advice: 'Wählen Sie ein anderes Zertifikat, oder erneuern Sie dieses bei seinem Aussteller.',
  },
  SIGNATURE_INPUT_NOT_FOUND: {
    title: 'Die Station kennt dieses Dokument nicht',
    advice: 'Der Link ist vielleicht veraltet oder gehört jemand anderem. Suchen Sie das Dokument in der Liste.',
  },
  SIGNATURE_OUTPUT_NOT_FOUND: {
    title: 'Es gibt noch keine signierte Datei',
    advice:
      'Warten Sie, bis das Dokument fertig ist. Ist es das, wurde die Datei vielleicht nach den Aufbewahrungsregeln gelöscht.',
  },
  SIGNATURE_NOT_CANCELLABLE: {
    title: 'Zu spät zum Abbrechen',
    advice:
      'Das Signieren hat schon begonnen. Warten Sie auf das Ergebnis; Sie müssen die signierte Datei nicht verwenden.',
  },
  SIGNATURE_NOT_RETRYABLE: {
    title: 'Dieses Dokument kann nicht erneut versucht werden',
    advice:
      'Vielleicht läuft schon ein weiterer Versuch, oder das Dokument wurde entfernt: Senden Sie es dann noch einmal.',
  },
  SIGNATURE_NOT_RENEWABLE: {
    title: 'Die Signatur kann jetzt nicht erneuert werden',
    advice:
      'Eine andere Erneuerung läuft, oder die Datei hat diese Stufe schon. Warten Sie, oder verlangen Sie Stufe LTA.',
  },
  APPROVAL_NOT_SHOWN: {
    title: 'Sehen Sie sich zuerst das Dokument an',
    advice:
      'Ein Dokument wird freigegeben, nachdem es gezeigt wurde. Öffnen Sie es, warten Sie, bis Sie es sehen, und signieren Sie dann.',
  },
  APPROVAL_HASH_MISMATCH: {
    title: 'Das ist nicht das Dokument, das gezeigt wurde',
    advice: 'Nichts wurde signiert. Lehnen Sie es ab, und bitten Sie den Absender, es noch einmal zu senden.',
  },
  APPROVAL_NOT_PENDING: {
    title: 'Dieses Dokument muss jetzt niemand freigeben',
    advice: 'Es wurde inzwischen vielleicht signiert, abgelehnt oder abgebrochen. Sehen Sie noch einmal in die Liste.',
  },
  APPROVAL_REQUIRED: {
    title: 'Jemand muss das Dokument freigeben',
    advice: 'Es wartet, bis eine Person an der Station es angesehen und zugestimmt hat.',
  },
  APPROVAL_REFUSED: {
    title: 'An der Station abgelehnt',
    advice:
      'Eine Person hat es angesehen und wollte nicht signieren. Fragen Sie nach dem Grund, bevor Sie es noch einmal senden.',
  },
  APPROVAL_EXPIRED: {
    title: 'Niemand hat es rechtzeitig freigegeben',
    advice: 'Senden Sie es noch einmal, wenn jemand an der Station ist.',
  },
  SIGNATURE_ALREADY_COMPLETED: {
    title: 'Dieses Dokument ist bereits signiert',
    advice: 'Laden Sie stattdessen die signierte Datei herunter.',
  },
  SIGNING_OPERATION_FAILED: {
    title: 'Das Signieren hat nicht funktioniert',
    advice: 'Lesen Sie den Grund unten, bevor Sie es erneut versuchen.',
  },
  SIGNING_PROVIDER_UNSUPPORTED: {
    title: 'Es ist kein Schlüssel gewählt, der hier signieren kann',
    advice: 'Wählen Sie ein Zertifikat, nötigenfalls eines anderen Anbieters. Der Grund unten sagt, was im Weg steht.',
  },
  TIMESTAMP_AUTHORITY_UNAVAILABLE: {
    title: 'Kein Zeitstempeldienst ist eingerichtet',
    advice:
      'Die Stufen T, LT und LTA brauchen einen. Signieren Sie mit Stufe B, oder lassen Sie von der Administration einen Zeitstempeldienst einrichten.',
  },
  TIMESTAMP_OPERATION_FAILED: {
    title: 'Der Zeitstempeldienst hat nicht geliefert',
    advice:
      'Die Station hat es mehrmals versucht. Prüfen Sie die Netzwerkverbindung und versuchen Sie es später erneut.',
  },
  SIGNATURE_VALIDATION_DATA_UNAVAILABLE: {
    title: 'Der Nachweis, dass das Zertifikat nicht widerrufen ist, fehlt',
    advice:
      'Die Stufen LT und LTA brauchen ihn. Signieren Sie mit Stufe B oder T, oder lassen Sie die Nachweise von der Administration hinterlegen.',
  },
  AUTHENTICATION_REQUIRED: {
    title: 'Diese Station verlangt einen API-Schlüssel',
    advice: 'Geben Sie Ihren Schlüssel unter „Einstellungen“, „Zugang“ ein.',
  },
  PERMISSION_DENIED: {
    title: 'Ihr API-Schlüssel erlaubt das nicht',
    advice:
      'Bitten Sie die Administration um einen Schlüssel mit dieser Berechtigung, und geben Sie ihn unter „Einstellungen“, „Zugang“ ein.',
  },
  REQUEST_ORIGIN_FORBIDDEN: {
    title: 'Die Station hat die Anfrage wegen ihrer Herkunft abgewiesen',
    advice: 'Öffnen Sie die Station unter ihrer eigenen Adresse, zum Beispiel http://127.0.0.1:5080.',
  },
  CERTIFICATE_NOT_FOUND: {
    title: 'Das Zertifikat wurde nicht gefunden',
    advice: 'Legen Sie die Karte ein, auf der es liegt, und aktualisieren Sie die Liste.',
  },
  PROVIDER_NOT_FOUND: {
    title: 'Der Anbieter wurde nicht gefunden',
    advice: 'Er wurde vielleicht aus der Konfiguration entfernt. Aktualisieren Sie die Liste.',
  },
  ROUTE_NOT_FOUND: {
    title: 'Die Station kennt diese Adresse nicht',
    advice: 'Laden Sie die Seite neu. Bleibt es so, sind Seite und Station von verschiedenen Versionen.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'Die Station erlaubt das hier nicht',
    advice: 'Laden Sie die Seite neu. Bleibt es so, sind Seite und Station von verschiedenen Versionen.',
  },
  SERVICE_UNAVAILABLE: {
    title: 'Die Station ist ausgelastet oder noch nicht ganz gestartet',
    advice:
      'Warten Sie einige Sekunden und versuchen Sie es erneut. „Einstellungen“ zeigt, welcher Teil nicht bereit ist.',
  },
};

/** Failures by where their cure lies, for codes that say too little. */
export const areaTexts: Texts<typeof english.areaTexts> = {
  document: {
    title: 'Dieses Dokument kann so nicht signiert werden',
    advice:
      'Bitten Sie um eine neue Kopie, oder wählen Sie ein anderes Format: CAdES und ASiC nehmen jede Art von Datei.',
  },
  options: {
    title: 'Diese Optionen passen nicht zum Dokument',
    advice: 'Ändern Sie sie (Format, Seite, Text oder Bild des Stempels) und versuchen Sie es erneut.',
  },
  token: {
    title: 'Die Karte oder ihre Software hat nicht signiert',
    advice: 'Prüfen Sie, ob die richtige Karte steckt, und versuchen Sie es erneut.',
  },
  pin: {
    title: 'Die PIN wurde nicht angenommen',
    advice:
      'Lassen Sie sie berichtigen, bevor Sie es erneut versuchen: Eine falsche PIN darf nicht wiederholt werden, sie kann die Karte sperren.',
  },
  timestamp: {
    title: 'Der Zeitstempeldienst hat nicht geliefert',
    advice: 'Prüfen Sie die Netzwerkverbindung und versuchen Sie es später erneut, oder signieren Sie mit Stufe B.',
  },
  station: {
    title: 'Die Station konnte das nicht zu Ende führen',
    advice:
      'Versuchen Sie es erneut. Geschieht es wieder, zeigt „Einstellungen“, welcher Teil nicht funktioniert; informieren Sie die Administration.',
  },
};

/** Faults that have no error code of the station. */
export const faultTexts: Texts<typeof english.faultTexts> = {
  network: {
    title: 'Die Station antwortet nicht',
    advice: 'Prüfen Sie, ob die Signaturstation auf diesem Computer läuft, und versuchen Sie es erneut.',
  },
  unexpected: {
    title: 'Etwas Unerwartetes ist geschehen',
    advice:
      'Laden Sie die Seite neu und versuchen Sie es erneut. Geschieht es wieder, informieren Sie die Administration.',
  },
  unknownFailure: {
    title: 'Das Signieren hat nicht funktioniert',
    advice: 'Versuchen Sie es erneut. Geschieht es wieder, zeigen Sie den Grund unten der Administration.',
  },
  tooLarge: {
    title: 'Die Datei ist zu groß für diese Station',
    advice: 'Wählen Sie eine kleinere Datei, oder lassen Sie die Obergrenze von der Administration erhöhen.',
  },
};
