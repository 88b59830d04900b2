import type { UNNAMED_PROVIDERS } from '../../../service/contract/vocabulary/provider-types.ts';
import { count } from './count.ts';

/** The page of certificates. */
export const certificateTexts = {
  title: 'Certificates',
  lead: 'Everything this station can sign with. Only public data is shown.',
  issuedBy: (issuer: string): string => `Issued by ${issuer}`,
  validUntil: (date: string): string => `Valid until ${date}`,
  expiresIn: (days: number): string => (days < 1 ? 'Expires today' : `Expires in ${count(days, 'day', 'days')}`),
  expired: (date: string): string => `Expired on ${date}`,
  validFrom: (date: string): string => `Valid from ${date}`,
  cannotSign: 'Cannot sign',
  cannotSignUnknown: 'This certificate cannot be used for signing.',
  canSign: 'Ready to sign',
  setUp: 'Set up a card or token, step by step',
  none: 'No certificate found',
  noneHint:
    'Plug in your card or USB token and refresh. If it does not appear, the Providers page says what is missing.',
  unusable: (number: number): string => `${count(number, 'certificate', 'certificates')} cannot sign`,
  noneUsable: 'None of these certificates can sign at the moment.',
  subject: 'Holder',
  issuer: 'Issuer',
  serial: 'Serial number',
  validity: 'Validity',
  provider: 'Provider',
  key: 'Key',
  usage: 'Meant for',
  sha1: 'SHA-1 fingerprint',
  sha256: 'SHA-256 fingerprint',
  showDetails: 'Fingerprints and details',
} as const;

/** The page of providers. */
export const providerTexts = {
  checkToken: 'Check the token and its driver',
  findOut: 'Find out why',
  findOutAbout: (name: string): string => `Find out why: ${name}`,
  unnamed: { card: 'Smart card', demo: 'Demo identity (not for real documents)' } satisfies Record<
    keyof typeof UNNAMED_PROVIDERS,
    string
  >,
  silent: (name: string): string => `${name} shows no certificate.`,
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
  kind: 'Kind',
  okDetail: 'Everything this provider needs is there.',
} as const;
