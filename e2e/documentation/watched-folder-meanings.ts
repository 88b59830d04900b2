import type { SettingKey } from './setting-key.ts';
import type { SettingMeaning } from './setting-meaning.ts';

type WatchedFolderKey = Extract<SettingKey, `WatchedFolders:${string}`>;

/** What the settings of a watched folder mean. */
export const WATCHED_FOLDER_MEANINGS = {
  'WatchedFolders:0:Name': {
    meaning: 'Name in audit events, logs and health; never change it while documents of the folder are under way.',
  },
  'WatchedFolders:0:In': {
    meaning: 'Folder whose documents are signed, with its sub-folders ([operating](operating.md#watched-folders)).',
  },
  'WatchedFolders:0:Out': { meaning: 'Where signed files go, in the same sub-folders.' },
  'WatchedFolders:0:Done': { meaning: 'Where documents go whose signed file is in Out.' },
  'WatchedFolders:0:Failed': { meaning: 'Where documents go that were not signed, each with a report beside it.' },
  'WatchedFolders:0:TenantId': {
    fallback: '`Signatures:DefaultTenantId`',
    meaning: 'Tenant whose requests these are.',
  },
  'WatchedFolders:0:ApprovalRule': {
    fallback: '`Approvals:Rule`',
    meaning:
      'Whether a person has to see and approve each document: `Always`, or `Never` where what lies in the folder is agreed to, such as where only you may write to it.',
  },
  'WatchedFolders:0:Format': { meaning: 'Format of the signatures.' },
  'WatchedFolders:0:Profile': { meaning: 'Level of the signatures.' },
  'WatchedFolders:0:SigningProvider': { meaning: 'Type of the provider that signs.' },
  'WatchedFolders:0:Packaging': {
    fallback: 'the usual one of the format',
    meaning: 'Packaging, where the format has a choice.',
  },
  'WatchedFolders:0:CertificateThumbprint': {
    fallback: 'the only certificate',
    meaning: 'SHA-1 or SHA-256 of the certificate that signs, in hexadecimal digits.',
  },
  'WatchedFolders:0:VisibleSignature': { meaning: 'Whether PDF files get a visible stamp.' },
  'WatchedFolders:0:SignatureNote': { meaning: 'Text of the stamp.' },
  'WatchedFolders:0:SignaturePage': { fallback: 'the first', meaning: 'Page of the stamp.' },
  'WatchedFolders:0:SignatureField': {
    meaning: 'Full name of an empty signature field of the PDF files to be signed.',
  },
  'WatchedFolders:0:Certification': { meaning: 'Certifies the PDF files, and says what others may change afterwards.' },
  'WatchedFolders:0:SignatureRect': {
    fallback: 'found by the station',
    meaning: 'Place of the stamp, `page,x,y,width,height` as in a request; the page may be `last`.',
  },
  'WatchedFolders:0:SignatureAnchor': { meaning: 'Text of the PDF files next to which the stamp goes.' },
  'WatchedFolders:0:StampTemplate': {
    fallback: 'name, date, note and image',
    meaning: 'What the stamp says, as JSON as in a request.',
  },
  'WatchedFolders:0:QuietMilliseconds': {
    unit: 'milliseconds',
    meaning:
      'How long a document has to stay as it is before it is taken. 0 is for programs that rename finished files into the folder.',
  },
  'WatchedFolders:0:IntervalMilliseconds': { unit: 'milliseconds', meaning: 'Time between two looks into the folder.' },
  'WatchedFolders:0:MaxInFlight': { meaning: 'Documents that are under way at the same time; the others stay in In.' },
} as const satisfies Record<WatchedFolderKey, SettingMeaning>;
