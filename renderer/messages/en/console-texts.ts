import { digits } from './count.ts';

/** The dashboard. */
export const dashboardTexts = {
  title: 'Dashboard',
  lead: 'What the station has done and is doing.',
  completed: 'Signed',
  inProgress: 'In progress',
  failed: 'Failed',
  total: 'All documents',
  lastHour: (number: number): string => `${digits(number)} in the last hour`,
  waitingSince: (when: string): string => `Oldest waiting since ${when}`,
  nothingWaiting: 'Nothing is waiting',
  median: (duration: string): string => `Typically ${duration} from queue to signature`,
  noMedian: 'No signature measured yet',
  byFormat: 'By format',
  recent: 'Recent documents',
  all: 'All documents',
  health: 'Providers',
  emptyTitle: 'Nothing signed yet',
  emptyHint: 'Drop your first document on the Sign page. It takes less than a minute.',
} as const;

/** The list of documents. */
export const documentTexts = {
  title: 'Documents',
  lead: 'Every document that was given to this station.',
  search: 'Search by file name, correlation id or id',
  searchLabel: 'Search documents',
  anyStatus: 'Any state',
  anyFormat: 'Any format',
  status: 'State',
  format: 'Format',
  name: 'Document',
  created: 'Given in',
  note: 'Note',
  size: 'Size',
  none: 'No documents yet',
  noneHint: 'Documents that you or local programs sign appear here.',
  noMatch: 'No document fits',
  noMatchHint: 'Change the search or the filters.',
  fresh: 'Newer documents have arrived',
  showFresh: 'Show them',
} as const;

/** The list of jobs. */
export const jobTexts = {
  title: 'Jobs',
  lead: 'The station’s work on each document, for administrators.',
  document: 'Document',
  status: 'Job',
  request: 'State',
  groups: 'Where the jobs are',
  groupNames: {
    Queued: 'Waiting',
    Processing: 'Signing',
    RetryScheduled: 'Will be tried again',
    Failed: 'Failed, dead-lettered',
  },
  attempt: 'Attempt',
  lastError: 'Last error',
  created: 'Created',
  duration: 'Duration',
  any: 'Any job state',
  filter: 'Job state',
  none: 'No jobs yet',
  noneHint: 'Each document that is given in becomes a job.',
  noMatchHint: 'Choose another state.',
  noMatch: 'No job in this state',
} as const;

/** The audit. */
export const auditTexts = {
  title: 'Audit',
  lead: 'What happened, who did it, and when. Entries are never changed.',
  when: 'When',
  from: 'From',
  to: 'To',
  csv: 'Save as CSV',
  json: 'Save as JSON',
  event: 'Event',
  actor: 'By',
  entity: 'About',
  details: 'Details',
  search: 'Search by actor, id or correlation id',
  searchLabel: 'Search the audit',
  any: 'Any event',
  filter: 'Event',
  none: 'Nothing recorded yet',
  noneHint: 'The first signature request writes the first entries.',
  noMatch: 'No entry fits',
  noMatchHint: 'Change the search or the event.',
} as const;
