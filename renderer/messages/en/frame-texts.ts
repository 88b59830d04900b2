import { count, documents } from './count.ts';

/** The frame around every page. */
export const navigationTexts = {
  label: 'Main',
  open: 'Open menu',
  close: 'Close menu',
  sign: 'Sign',
  review: 'Review',
  toReview: (number: number): string => `${documents(number)} to review`,
  documents: 'Documents',
  verify: 'Check a signature',
  dashboard: 'Dashboard',
  certificates: 'Certificates',
  providers: 'Providers',
  jobs: 'Jobs',
  audit: 'Audit',
  settings: 'Settings',
  overview: 'Station',
  work: 'Work',
  live: 'Live',
  connecting: 'Connecting',
  liveHint: 'States are updated as they happen',
  loading: 'Opening the page',
  refused: 'API key needed',
  refusedHint: 'The station answers, and wants an API key, or another one',
  offlineHint: 'No connection to the station; trying again',
  working: (number: number): string => `${documents(number)} in progress`,
} as const;

/** Buttons that stand on many pages. */
export const actionTexts = {
  retry: 'Try again',
  refresh: 'Refresh',
  download: 'Download',
  checkSignature: 'Check signature',
  details: 'Details',
  remove: 'Remove',
  cancel: 'Cancel signing',
  dismiss: 'Dismiss',
  copy: 'Copy',
  copied: 'Copied',
  save: 'Save',
  showMore: 'Show more',
  backToSign: 'Sign documents',
} as const;

export const demoTexts = {
  badge: 'Demo',
  hint: 'For trying out only. Signatures made with it have no legal meaning.',
} as const;

/** Words of long tables. */
export const tableTexts = {
  loading: 'Loading more rows',
  loaded: (number: number, isAll: boolean): string =>
    isAll ? count(number, 'row', 'rows') : `${count(number, 'row', 'rows')} loaded; scroll down for more`,
  scrollRegion: (name: string): string => `${name}, scrollable table`,
} as const;

export const toastTexts = { region: 'Messages', downloadFailed: 'Download did not work' } as const;

/** The page of an address that is none. */
export const notFoundTexts = {
  heading: 'Page not found',
  title: 'There is nothing here',
  hint: 'The address may be old or mistyped.',
} as const;

/** Words that numbers and times need; the rest of their form is Unicode's (CLDR) for the locale. */
export const formattingTexts = {
  /** What numbers and dates are written by (BCP 47). */
  locale: 'en-GB',
  justNow: 'just now',
  soon: 'in a moment',
  /** A value behind what it is. */
  labelled: (label: string, value: string): string => `${label}: ${value}`,
  bytes: (digits: string): string => `${digits} bytes`,
  /** For 1,024 bytes and so on, as file managers of the desktop count. */
  sizes: ['KB', 'MB', 'GB', 'TB'],
} as const;
