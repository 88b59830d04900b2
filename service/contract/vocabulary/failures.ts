import { z } from 'zod';

/**
 * Where the cure of a failure lies: in the document, in the options of the request, at the token or its software, with
 * the PIN, at the timestamp authority, or in the station itself (a disk, a defect).
 */
export const FAILURE_AREAS = ['document', 'options', 'token', 'pin', 'timestamp', 'station'] as const;
export const FailureArea = z.enum(FAILURE_AREAS);
export type FailureArea = z.infer<typeof FailureArea>;

/**
 * Why a job cannot go on now although nothing failed: somebody has to do something, a process has to come back, or time
 * has to pass. A
 * failure that has one of these used no attempt up and touched no PIN.
 */
export const WAIT_REASONS = [
  /** No token of the provider is in a reader, or its key file is missing. */
  'TOKEN_ABSENT',
  /** There is a token, and the wanted certificate is not on it. It was not logged in to. */
  'OTHER_CARD_PRESENT',
  /** Several tokens fit the provider: all but one have to be taken out, or the provider names one. */
  'TOKEN_AMBIGUOUS',
  /** The PIN is entered by a person, who has not done so for this document yet. */
  'PIN_ASKED',
  /** A person at the station has to see and approve it first. */
  'APPROVAL_PENDING',
  /** No PIN or password is configured. */
  'PIN_MISSING',
  /** The token refused the configured PIN before; it is not tried again until it changes or a person says so. */
  'PIN_REFUSED',
  /** Logins with the configured PIN broke off, so that nobody knows whether it is right: a person decides. */
  'PIN_UNCERTAIN',
  /** The token says that wrong PINs were entered: a person decides about the next try. */
  'PIN_TRIES_LOW',
  /** The token is locked: its PUK is needed. */
  'PIN_LOCKED',
  /** The PIN has to be set or changed with the software of the token first. */
  'PIN_TO_BE_CHANGED',
  /** The configured PIN cannot be one of this token: it is too short or too long. */
  'PIN_UNFIT',
  /** The reader's dialog was cancelled, timed out or ended with a wrong PIN: taking the token out and in asks again. */
  'PIN_NOT_ENTERED',
  /** Another provider is logged in to this token with another PIN than the configured one. */
  'PIN_OF_OTHER_PROVIDER',
  /** The process that holds the keys is being started or replaced. */
  'PROVIDER_RESTARTING',
  /** The module or the service below it cannot be used as it is. */
  'PROVIDER_UNAVAILABLE',
  /** It stands in line: its provider has as many jobs as it can do at a time, and more before this one. */
  'PROVIDER_BUSY',
  /** Another of the stations that share a database shows the certificate: it takes the job. */
  'KEY_AT_OTHER_STATION',
  /** No station that is running shows the certificate. */
  'KEY_ABSENT',
  /** The grace period after the signature lasts, before which revocation data does not count (ValidationData:GracePeriod). */
  'GRACE_PERIOD_RUNNING',
  /** All there is about a certificate is older than it has to be; its issuer has said when the next list is due. */
  'REVOCATION_DATA_DUE',
] as const;
export const WaitReason = z.enum(WAIT_REASONS);
export type WaitReason = z.infer<typeof WaitReason>;
