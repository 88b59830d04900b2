import type { FailureArea } from '../../../service/contract/vocabulary/failures.ts';
import type { ErrorCode } from '../../../service/contract/vocabulary/error-catalogue.ts';
import type { ErrorText } from '../error-text.ts';

/** What each error code means for the person at the desk, and what to do about it. */
export const errorTexts: Readonly<Record<ErrorCode, ErrorText>> = {
  SIGNATURE_REQUEST_INVALID: {
    title: 'The station could not accept this request',
    advice: 'Check the file (it must not be empty) and the options, then try again.',
  },
  SIGNATURE_FORMAT_UNSUPPORTED: {
    title: 'This signature format cannot be used here',
    advice: 'Choose another format for this file.',
  },
  SIGNATURE_PROFILE_UNSUPPORTED: {
    title: 'This signature level cannot be used here',
    advice: 'Choose level B under “More options”, or ask your administrator to set up the level you need.',
  },
  SIGNING_PROVIDER_UNAVAILABLE: {
    title: 'The card or key store is not available',
    advice: 'Check that the card or USB token is plugged in, then try again. The Providers page shows what is missing.',
  },
  SIGNING_CERTIFICATE_NOT_FOUND: {
    title: 'The chosen certificate is not there any more',
    advice: 'Plug in the card that holds it, or choose another certificate.',
  },
  SIGNING_CERTIFICATE_EXPIRED: {
    title: 'The certificate is not valid today',
    advice: 'Choose another certificate, or renew this one with its issuer.',
  },
  SIGNATURE_INPUT_NOT_FOUND: {
    title: 'The station does not know this document',
    advice: 'The link may be old or belong to someone else. Look for the document in the list.',
  },
  SIGNATURE_OUTPUT_NOT_FOUND: {
    title: 'There is no signed file yet',
    advice: 'Wait until the document is completed. If it is, the file may have been removed by the retention rules.',
  },
  SIGNATURE_NOT_CANCELLABLE: {
    title: 'Too late to cancel',
    advice: 'Signing has already begun. Wait for the result; you need not use the signed file.',
  },
  SIGNATURE_NOT_RETRYABLE: {
    title: 'This document cannot be tried again',
    advice: 'Another try may be under way already, or the document may have been removed: send it again then.',
  },
  SIGNATURE_NOT_RENEWABLE: {
    title: 'The signature cannot be renewed now',
    advice: 'Another renewal is under way, or the file is of that level already. Wait for it, or ask for level LTA.',
  },
  APPROVAL_NOT_SHOWN: {
    title: 'Look at the document first',
    advice: 'A document is approved after it was shown. Open it, wait until you see it, and sign then.',
  },
  APPROVAL_HASH_MISMATCH: {
    title: 'This is not the document that was shown',
    advice: 'Nothing was signed. Refuse it, and ask whoever sent it to send it again.',
  },
  APPROVAL_NOT_PENDING: {
    title: 'Nobody has to approve this document now',
    advice: 'It may have been signed, refused or cancelled meanwhile. Look at the list again.',
  },
  APPROVAL_REQUIRED: {
    title: 'Somebody has to approve the document',
    advice: 'It waits until a person at the station has looked at it and agreed.',
  },
  APPROVAL_REFUSED: {
    title: 'Refused at the station',
    advice: 'A person looked at it and did not want to sign. Ask them why before you send it again.',
  },
  APPROVAL_EXPIRED: {
    title: 'Nobody approved it in time',
    advice: 'Send it again when somebody is at the station.',
  },
  SIGNATURE_ALREADY_COMPLETED: {
    title: 'This document is already signed',
    advice: 'Download the signed file instead.',
  },
  SIGNING_OPERATION_FAILED: {
    title: 'Signing did not work',
    advice: 'Read the reason below before you try again.',
  },
  SIGNING_PROVIDER_UNSUPPORTED: {
    title: 'No key is chosen that can sign here',
    advice: 'Choose a certificate, of another provider if need be. The reason below says what is in the way.',
  },
  TIMESTAMP_AUTHORITY_UNAVAILABLE: {
    title: 'No timestamp service is set up',
    advice:
      'Levels T, LT and LTA need one. Sign with level B, or ask your administrator to set up a timestamp service.',
  },
  TIMESTAMP_OPERATION_FAILED: {
    title: 'The timestamp service did not deliver',
    advice: 'The station has tried several times. Check the network connection and try again later.',
  },
  SIGNATURE_VALIDATION_DATA_UNAVAILABLE: {
    title: 'Proof that the certificate is not revoked is missing',
    advice: 'Levels LT and LTA need it. Sign with level B or T, or ask your administrator to register the evidence.',
  },
  AUTHENTICATION_REQUIRED: {
    title: 'This station asks for an API key',
    advice: 'Enter your key under Settings, Access.',
  },
  PERMISSION_DENIED: {
    title: 'Your API key does not allow this',
    advice: 'Ask your administrator for a key with this permission, and enter it under Settings, Access.',
  },
  REQUEST_ORIGIN_FORBIDDEN: {
    title: 'The station refused the request because of where it came from',
    advice: 'Open the station at its own address, for example http://127.0.0.1:5080.',
  },
  CERTIFICATE_NOT_FOUND: {
    title: 'The certificate was not found',
    advice: 'Plug in the card that holds it and refresh the list.',
  },
  PROVIDER_NOT_FOUND: {
    title: 'The provider was not found',
    advice: 'It may have been removed from the configuration. Refresh the list.',
  },
  ROUTE_NOT_FOUND: {
    title: 'The station does not know this address',
    advice: 'Reload the page. If this stays, page and station are of different versions.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'The station does not allow this here',
    advice: 'Reload the page. If this stays, page and station are of different versions.',
  },
  SERVICE_UNAVAILABLE: {
    title: 'The station is busy or not fully started',
    advice: 'Wait a few seconds and try again. Settings shows which part is not ready.',
  },
};

/** Failures by where their cure lies, for codes that say too little. */
export const areaTexts: Readonly<Record<FailureArea, ErrorText>> = {
  document: {
    title: 'This document cannot be signed as it is',
    advice: 'Ask for a fresh copy of it, or choose another format: CAdES and ASiC take files of any kind.',
  },
  options: {
    title: 'These options do not fit the document',
    advice: 'Change them (format, page, text or picture of the stamp), then try again.',
  },
  token: {
    title: 'The card or its software did not sign',
    advice: 'Check that the card is plugged in and is the right one, then try again.',
  },
  pin: {
    title: 'The PIN was not accepted',
    advice: 'Have it corrected before you try again: a wrong PIN must not be repeated, it can lock the card.',
  },
  timestamp: {
    title: 'The timestamp service did not deliver',
    advice: 'Check the network connection and try again later, or sign with level B.',
  },
  station: {
    title: 'The station could not finish this',
    advice: 'Try again. If it happens again, Settings shows which part does not work; tell your administrator.',
  },
};

/** Faults that have no error code of the station. */
export const faultTexts = {
  network: {
    title: 'The station does not answer',
    advice: 'Check that the signing station is running on this computer, then try again.',
  },
  unexpected: {
    title: 'Something unexpected happened',
    advice: 'Reload the page and try again. If it happens again, tell your administrator.',
  },
  unknownFailure: {
    title: 'Signing did not work',
    advice: 'Try again. If it happens again, show the reason below to your administrator.',
  },
  tooLarge: {
    title: 'The file is too large for this station',
    advice: 'Choose a smaller file, or ask your administrator to raise the upload limit.',
  },
} as const satisfies Record<string, ErrorText>;
