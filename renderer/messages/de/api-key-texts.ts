import type * as english from '../en/api-key-texts.ts';
import type { Texts } from '../texts.ts';

/** The texts of the part of Settings that manages API keys. */
export const apiKeyTexts: Texts<typeof english.apiKeyTexts> = {
  title: 'API-Schlüssel',
  lead: 'Jedes Programm bekommt einen eigenen Schlüssel, damit einer widerrufen werden kann, ohne die anderen zu stören.',
  none: 'Noch keine Schlüssel: Programme auf diesem Computer brauchen keinen, solange Schlüssel nicht verlangt werden.',
  list: 'Schlüssel',
  make: 'Schlüssel erstellen',
  newTitle: 'Neuer API-Schlüssel',
  name: 'Name',
  namePlaceholder: 'Zum Beispiel: Buchhaltung',
  nameInvalid: 'Geben Sie dem Schlüssel einen Namen mit 1 bis 100 Zeichen.',
  allowed: 'Was der Schlüssel darf',
  approval: 'Bevor seine Dokumente signiert werden',
  approvalAsStation: 'Wie die Station eingerichtet ist (Approvals:Rule)',
  approvalRules: {
    Never: 'Niemand wird gefragt',
    Always: 'Eine Person gibt jedes Dokument frei',
    OncePerBatch: 'Eine Person gibt jeden Stapel einmal frei',
    Limited: 'Eine Person gibt frei und darf 100 Dokumente oder 15 Minuten weiterlaufen lassen',
  },
  permissionsInvalid: 'Wählen Sie mindestens eine Berechtigung.',
  making: 'Der Schlüssel wird erstellt',
  abandon: 'Verwerfen',
  permissions: {
    SignaturesCreate: { name: 'Dokumente signieren', hint: 'Dokumente zum Signieren übergeben.' },
    SignaturesRead: {
      name: 'Signaturen lesen',
      hint: 'Anfragen und Aufträge verfolgen, signierte Dateien abholen und prüfen.',
    },
    SignaturesCancel: { name: 'Signieren abbrechen', hint: 'Anfragen abbrechen, die noch nicht signiert werden.' },
    SignaturesApprove: {
      name: 'Signieren freigeben',
      hint: 'Ansehen, was andere Schlüssel übergeben haben, und es auf der Seite „Freigeben“ freigeben oder ablehnen.',
    },
    CertificatesRead: {
      name: 'Zertifikate lesen',
      hint: 'Die Zertifikate sehen, mit denen signiert werden kann; nur öffentliche Daten.',
    },
    ProvidersRead: {
      name: 'Anbieter lesen',
      hint: 'Sehen, welche Karten, Token und Schlüsselspeicher eingerichtet sind und funktionieren.',
    },
    AuditRead: {
      name: 'Protokoll lesen',
      hint: 'Sehen, was geschah, wer es tat und wann, dazu die Messwerte der Station.',
    },
    Verify: {
      name: 'Signaturen prüfen',
      hint: 'Signierte Dateien beliebiger Herkunft prüfen lassen; sie werden nicht gespeichert.',
    },
    Administer: {
      name: 'Administrieren',
      hint: 'API-Schlüssel erstellen und widerrufen. Die anderen Berechtigungen sind nicht enthalten.',
    },
  },
  prefix: 'Präfix',
  tenant: 'Mandant',
  created: 'Erstellt',
  lastUsed: 'Zuletzt verwendet',
  revoked: 'Widerrufen',
  inForce: 'Gültig',
  ownKey: 'Von diesem Fenster verwendet',
  secretTitle: (name) => `Kopieren Sie den Schlüssel „${name}“ jetzt`,
  secretWarning:
    'Er wird nur dieses eine Mal gezeigt. Die Station behält keine Kopie: Geht er verloren, widerrufen Sie ihn und erstellen Sie einen neuen.',
  secret: 'Der Schlüssel',
  copy: 'Schlüssel kopieren',
  copied: 'Kopiert',
  copyFailed: 'Kopieren ist hier nicht erlaubt. Der Schlüssel ist markiert: Kopieren Sie ihn mit der Tastatur.',
  stored: 'Ich habe ihn aufbewahrt',
  revoke: 'Widerrufen',
  revokeKey: (name) => `${name} widerrufen`,
  revokeTitle: (name) => `„${name}“ widerrufen?`,
  revokeWarning:
    'Programme mit diesem Schlüssel werden von da an abgewiesen. Das kann nicht rückgängig gemacht werden.',
  revokeOwn: 'Dieses Fenster verwendet diesen Schlüssel. Sie brauchen einen anderen, um hier weiterzuarbeiten.',
  keep: 'Schlüssel behalten',
  confirm: 'Schlüssel widerrufen',
  revokedDone: (name) => `${name}: widerrufen`,
  faults: {
    AUTHENTICATION_REQUIRED: {
      title: 'Das Verwalten von API-Schlüsseln braucht einen API-Schlüssel',
      advice:
        'Geben Sie oben unter „Zugang“ einen gültigen Schlüssel mit der Berechtigung „Administrieren“ ein. ' +
        'Der erste wird auf der Befehlszeile der Station erstellt: api-key create --name Me --permissions Administer',
    },
    PERMISSION_DENIED: {
      title: 'Ihr API-Schlüssel darf keine API-Schlüssel verwalten',
      advice:
        'Das braucht einen Schlüssel mit der Berechtigung „Administrieren“. Geben Sie ihn oben unter „Zugang“ ein.',
    },
    SIGNATURE_REQUEST_INVALID: {
      title: 'Die Station hat das nicht angenommen',
      advice: 'Ein Schlüssel braucht einen Namen mit 1 bis 100 Zeichen und mindestens eine Berechtigung.',
    },
    ROUTE_NOT_FOUND: {
      title: 'Dieser Schlüssel gilt nicht mehr',
      advice: 'Vielleicht hat ihn jemand anderes widerrufen. Aktualisieren Sie die Liste.',
    },
  },
};
