import type * as english from '../en/provider-texts.ts';
import type { Texts } from '../texts.ts';
import { count } from './count.ts';

/** The page of certificates. */
export const certificateTexts: Texts<typeof english.certificateTexts> = {
  title: 'Zertifikate',
  lead: 'Alles, womit diese Station signieren kann. Es werden nur öffentliche Daten gezeigt.',
  issuedBy: (issuer) => `Ausgestellt von ${issuer}`,
  validUntil: (date) => `Gültig bis ${date}`,
  expiresIn: (days) => (days < 1 ? 'Läuft heute ab' : `Läuft in ${count(days, 'Tag', 'Tagen')} ab`),
  expired: (date) => `Abgelaufen am ${date}`,
  validFrom: (date) => `Gültig ab ${date}`,
  cannotSign: 'Kann nicht signieren',
  cannotSignUnknown: 'Dieses Zertifikat kann nicht zum Signieren verwendet werden.',
  canSign: 'Bereit zum Signieren',
  setUp: 'Karte oder Token Schritt für Schritt einrichten',
  none: 'Kein Zertifikat gefunden',
  noneHint:
    'Legen Sie Ihre Karte ein oder stecken Sie das USB-Token an und aktualisieren Sie. Erscheint nichts, sagt die Seite „Anbieter“, was fehlt.',
  unusable: (number) => `${count(number, 'Zertifikat kann', 'Zertifikate können')} nicht signieren`,
  noneUsable: 'Keines dieser Zertifikate kann derzeit signieren.',
  subject: 'Inhaber',
  issuer: 'Aussteller',
  serial: 'Seriennummer',
  validity: 'Gültigkeit',
  provider: 'Anbieter',
  key: 'Schlüssel',
  usage: 'Bestimmt für',
  sha1: 'SHA-1-Fingerabdruck',
  sha256: 'SHA-256-Fingerabdruck',
  showDetails: 'Fingerabdrücke und Details',
};

/** The page of providers. */
export const providerTexts: Texts<typeof english.providerTexts> = {
  checkToken: 'Token und Treiber prüfen',
  findOut: 'Ursache suchen',
  findOutAbout: (name) => `Ursache suchen: ${name}`,
  unnamed: { card: 'Smartcard', demo: 'Demo-Identität (nicht für echte Dokumente)' },
  silent: (name) => `${name} zeigt kein Zertifikat.`,
  title: 'Anbieter',
  lead: 'Wo die Schlüssel liegen: Karten, Token und Schlüsselspeicher, für die diese Station eingerichtet ist.',
  healthy: 'Bereit',
  degraded: 'Eingeschränkt',
  unavailable: 'Nicht verfügbar',
  checkedAt: (when) => `Geprüft ${when}`,
  notChecked: 'Die Prüfung meldet sich nicht am Token an und braucht keine PIN.',
  certificates: (number) => (number === 0 ? 'Keine; Ursache suchen' : count(number, 'Zertifikat', 'Zertifikate')),
  none: 'Kein Anbieter eingerichtet',
  noneHint:
    'Die Administration trägt einen in der Konfiguration ein, zum Beispiel Signing:SmartCard mit dem Pfad des Kartenmoduls.',
  identifier: 'Kennung',
  kind: 'Art',
  okDetail: 'Alles, was dieser Anbieter braucht, ist da.',
};
