import type { UNNAMED_PROVIDERS } from '../../../service/contract/vocabulary/provider-types.ts';
import { count } from './count.ts';

/** The page of certificates. */
export const certificateTexts = {
  title: 'Certificates',
  issuedBy: (issuer: string): string => `Issued by ${issuer}`,
  validUntil: (date: string): string => `Valid until ${date}`,
  expiresIn: (days: number): string => (days < 1 ? 'Expires today' : `Expires in ${count(days, 'day', 'days')}`),
  expired: (date: string): string => `Expired on ${date}`,
  validFrom: (date: string): string => `Valid from ${date}`,
  cannotSignUnknown: 'This certificate cannot be used for signing.',
  setUp: 'Set up a card or token, step by step',
  none: 'No certificate found',
  noneHint:
    'Plug in your card or USB token and refresh. If it does not appear, the Providers page says what is missing.',
  unusable: (number: number): string => `${count(number, 'certificate', 'certificates')} cannot sign`,
  noneUsable: 'None of these certificates can sign at the moment.',
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
} as const;
