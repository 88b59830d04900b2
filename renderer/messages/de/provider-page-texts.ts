import type * as english from '../en/provider-page-texts.ts';
import type { Texts } from '../texts.ts';
import { count } from './count.ts';

export const certificatePageTexts: Texts<typeof english.certificatePageTexts> = {
  lead: 'Alles, womit diese Station signieren kann. Es werden nur öffentliche Daten gezeigt.',
  cannotSign: 'Kann nicht signieren',
  canSign: 'Bereit zum Signieren',
  subject: 'Inhaber',
  issuer: 'Aussteller',
  serial: 'Seriennummer',
  validity: 'Gültigkeit',
  key: 'Schlüssel',
  usage: 'Bestimmt für',
  sha1: 'SHA-1-Fingerabdruck',
  sha256: 'SHA-256-Fingerabdruck',
  showDetails: 'Fingerabdrücke und Details',
};

export const providerPageTexts: Texts<typeof english.providerPageTexts> = {
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
  okDetail: 'Alles, was dieser Anbieter braucht, ist da.',
};
