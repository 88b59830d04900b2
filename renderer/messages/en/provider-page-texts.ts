import { count } from './count.ts';

/** What the page of certificates says beside what its list on the first page says. */
export const certificatePageTexts = {
  lead: 'Everything this station can sign with. Only public data is shown.',
  cannotSign: 'Cannot sign',
  canSign: 'Ready to sign',
  subject: 'Holder',
  issuer: 'Issuer',
  serial: 'Serial number',
  validity: 'Validity',
  key: 'Key',
  usage: 'Meant for',
  sha1: 'SHA-1 fingerprint',
  sha256: 'SHA-256 fingerprint',
  showDetails: 'Fingerprints and details',
} as const;

/** What the page of providers says beside what the first page does. */
export const providerPageTexts = {
  title: 'Providers',
  lead: 'Where the keys are: cards, tokens and key stores that this station is set up for.',
  healthy: 'Ready',
  degraded: 'Limited',
  unavailable: 'Not available',
  checkedAt: (when: string): string => `Checked ${when}`,
  notChecked: 'Checking does not log in to the token and needs no PIN.',
  certificates: (number: number): string =>
    number === 0 ? 'None; find out why' : count(number, 'certificate', 'certificates'),
  none: 'No provider is set up',
  noneHint:
    'An administrator adds one in the configuration, for example Signing:SmartCard with the path of the card’s module.',
  identifier: 'Identifier',
  okDetail: 'Everything this provider needs is there.',
} as const;
