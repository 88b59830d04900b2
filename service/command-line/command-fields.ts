import { AUDIT_EVENT_TYPES } from '../contract/vocabulary/audit-events.ts';
import { CERTIFICATIONS } from '../contract/vocabulary/pdf-signing.ts';
import { PROVIDER_TYPES } from '../contract/vocabulary/provider-types.ts';
import { REPORT_LANGUAGES } from '../contract/vocabulary/report-languages.ts';
import {
  CONTAINER_SIGNATURES,
  PACKAGINGS,
  SIGNATURE_FORMATS,
  SIGNATURE_OPERATIONS,
  SIGNATURE_PROFILES,
} from '../contract/vocabulary/signature-formats.ts';
import type { FieldOption, Place } from './api-command.ts';

export const choice = (
  field: string,
  choices: readonly string[],
  meaning: string,
  place: Place = 'query',
): FieldOption => ({
  field,
  place,
  choices,
  meaning,
});
export const query = (field: string, meaning: string): FieldOption => ({ field, place: 'query', meaning });

/** Of every call that a key may be needed for. */
export const COMMON_HEADERS: readonly FieldOption[] = [
  { field: 'X-Tenant-Id', place: 'header', meaning: 'tenant; without it that of the key, or the default one' },
  { field: 'X-Correlation-Id', place: 'header', meaning: 'comes back in logs, audit and status' },
];
export const IDEMPOTENCY: FieldOption = {
  field: 'Idempotency-Key',
  place: 'header',
  meaning: 'a repeat with the same key answers the original request; of several files each gets its own below it',
};

export const PAGE: readonly FieldOption[] = [
  query('limit', 'items of a page, 1 to 200'),
  query('cursor', 'nextCursor of the page before'),
];
const COUNT: FieldOption = { field: 'count', place: 'query', type: 'boolean', meaning: 'how many all pages have' };
export const LIST: readonly FieldOption[] = [
  ...PAGE,
  choice('order', ['newest', 'oldest'], 'which come first; without it newest'),
  COUNT,
];
/** Which of many requests a command is for. */
export const WHICH: readonly FieldOption[] = [
  { field: 'all', place: 'body', type: 'boolean', meaning: 'whatever the reason; instead of one' },
  { field: 'createdBefore', place: 'body', meaning: 'only what was there before this moment' },
  { field: 'cursor', place: 'body', meaning: 'nextCursor of the call before' },
];
export const AUDIT_FILTER: readonly FieldOption[] = [
  { ...choice('eventType', AUDIT_EVENT_TYPES, 'kind of event; may be repeated'), type: 'list' },
  query('entityId', 'what the event is about'),
  query('from', 'not before this moment, ISO 8601 with time zone'),
  query('before', 'before this moment'),
  query('text', 'part of it'),
];

/** Fields of `POST /signatures`. */
export const SIGN_FIELDS: readonly FieldOption[] = [
  choice('format', SIGNATURE_FORMATS, 'without it PAdES for PDF, XAdES for XML, CAdES for the rest', 'form'),
  choice('profile', SIGNATURE_PROFILES, 'baseline level; without it B', 'form'),
  choice('signingProvider', PROVIDER_TYPES, 'kind of key; needed where there is more than one', 'form'),
  choice('packaging', PACKAGINGS, 'of XAdES and CAdES', 'form'),
  choice(
    'containerSignature',
    CONTAINER_SIGNATURES,
    'form of the signature in a container; ASiC, without it CAdES',
    'form',
  ),
  choice(
    'operation',
    SIGNATURE_OPERATIONS,
    'sign, or add to the signatures of a CMS file, XML file or container',
    'form',
  ),
  {
    field: 'targetSignature',
    place: 'form',
    meaning: 'name of the signature to counter-sign, as a report gives it; CAdES, XAdES',
  },
  { field: 'certificateThumbprint', place: 'form', meaning: 'SHA-1 or SHA-256 of the certificate to sign with' },
  { field: 'visibleSignature', place: 'form', type: 'boolean', meaning: 'a stamp on the page; PAdES' },
  { field: 'signatureNote', place: 'form', meaning: 'text of the stamp; PAdES' },
  { field: 'signaturePage', place: 'form', type: 'integer', meaning: 'page of the stamp; PAdES' },
  { field: 'signatureField', place: 'form', meaning: 'empty signature field to sign into; PAdES' },
  choice('certification', CERTIFICATIONS, 'certifies as the first signature; what others may change; PAdES', 'form'),
  {
    field: 'signatureRect',
    place: 'form',
    meaning: 'place of the stamp: page (or last),x,y,width,height in points; PAdES',
  },
  { field: 'signatureAnchor', place: 'form', meaning: 'text of the PDF next to which the stamp goes' },
  { field: 'stampTemplate', place: 'form', meaning: 'what the stamp says, as JSON (docs/http-interface.md); PAdES' },
  { field: 'signatureImage', place: 'file', meaning: 'PNG or JPEG file of the stamp; PAdES' },
  IDEMPOTENCY,
  ...COMMON_HEADERS,
];

export const RAISED = ['T', 'LT', 'LTA'] as const;

/** Fields of `POST /extensions` beside the document itself. */
export const EXTEND_FIELDS: readonly FieldOption[] = [
  choice('profile', RAISED, 'level to come to', 'form'),
  choice('format', SIGNATURE_FORMATS, 'of the signatures', 'form'),
  { field: 'originalFile', place: 'file', meaning: 'what a detached signature is over' },
  IDEMPOTENCY,
  ...COMMON_HEADERS,
];

/** Fields of `POST /verifications`; `/inspections` takes the files alone. */
export const VERIFY_FIELDS: readonly FieldOption[] = [
  choice('format', ['PAdES', 'XAdES', 'CAdES'], 'takes the file for this, without looking at what it is', 'form'),
  { field: 'originalFile', place: 'file', meaning: 'what a detached signature is over; may be repeated' },
  ...COMMON_HEADERS,
];

/** Fields of `POST /reports` beside the files themselves. */
export const REPORT_FIELDS: readonly FieldOption[] = [
  choice('language', REPORT_LANGUAGES, 'language of the report; without it en', 'form'),
  { field: 'originalFile', place: 'file', meaning: 'what a detached signature is over; may be repeated' },
  ...COMMON_HEADERS,
];

/** What a repetition keeps as it was: another operation would be another request. */
const KEPT_FIELDS = new Set(['operation', 'targetSignature', 'containerSignature']);
/** Fields of a repetition: what is named is changed. An empty text is none. */
export const RETRY_FIELDS: readonly FieldOption[] = SIGN_FIELDS.filter(
  ({ place, field }) => place === 'form' && !KEPT_FIELDS.has(field),
).map((option) => ({ ...option, place: 'body' as const }));

/** Fields of `POST /stamp-previews`: whose stamp, and what is said of it. */
export const PREVIEW_FIELDS: readonly FieldOption[] = [
  { field: 'file', place: 'file', meaning: 'the PDF' },
  ...SIGN_FIELDS.filter(({ field }) => field === 'certificateThumbprint' || /^(signature(?!Field)|stamp)/.test(field)),
];
