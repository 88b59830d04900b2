import type * as english from '../en/provider-texts.ts';
import type { Texts } from '../texts.ts';
import { count } from './count.ts';

/** The page of certificates. */
export const certificateTexts: Texts<typeof english.certificateTexts> = {
  title: 'Zertifikate',
  issuedBy: (issuer) => `Ausgestellt von ${issuer}`,
  validUntil: (date) => `Gültig bis ${date}`,
  expiresIn: (days) => (days < 1 ? 'Läuft heute ab' : `Läuft in ${count(days, 'Tag', 'Tagen')} ab`),
  expired: (date) => `Abgelaufen am ${date}`,
  validFrom: (date) => `Gültig ab ${date}`,
  cannotSignUnknown: 'Dieses Zertifikat kann nicht zum Signieren verwendet werden.',
  setUp: 'Karte oder Token Schritt für Schritt einrichten',
  none: 'Kein Zertifikat gefunden',
  noneHint:
    'Legen Sie Ihre Karte ein oder stecken Sie das USB-Token an und aktualisieren Sie. Erscheint nichts, sagt die Seite „Anbieter“, was fehlt.',
  unusable: (number) => `${count(number, 'Zertifikat kann', 'Zertifikate können')} nicht signieren`,
  noneUsable: 'Keines dieser Zertifikate kann derzeit signieren.',
};

/** The page of providers. */
export const providerTexts: Texts<typeof english.providerTexts> = {
  checkToken: 'Token und Treiber prüfen',
  findOut: 'Ursache suchen',
  findOutAbout: (name) => `Ursache suchen: ${name}`,
  unnamed: { card: 'Smartcard', demo: 'Demo-Identität (nicht für echte Dokumente)' },
  silent: (name) => `${name} zeigt kein Zertifikat.`,
};
