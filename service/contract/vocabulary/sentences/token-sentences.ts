import { deviceSentences } from './device-sentences.ts';

/** A provider whose PIN a person may let be tried once more by a command; '' where there is none. */
interface Permitted {
  readonly provider: string;
}

const orPermit = ({ provider }: Permitted): string =>
  provider === '' ? '' : ` or "token unlock-guard --provider ${provider}" allows one more try`;

const refusedPin =
  (words: string) =>
  (permitted: Permitted): string =>
    `${words} It is not tried again until the PIN in the configuration is changed${orPermit(permitted)}.`;

const takeOut = (permitted: Permitted): string =>
  `It is not asked for again until the token was taken out and inserted again${orPermit(permitted)}.`;

/** What is with tokens, key files, their PINs and certificates. */
export const tokenSentences = {
  ...deviceSentences,
  PROVIDER_TYPE_NOT_CONFIGURED: ({ type }: { type: string }) => `No signing provider of type ${type} is configured.`,
  PROVIDER_TYPE_UNAVAILABLE: ({ type }: { type: string }) => `The ${type} provider is not available now.`,
  PROVIDER_NOT_CONFIGURED: () => 'The provider is not configured.',
  PROVIDER_WITHOUT_MODULE: () => 'No module serves the provider.',
  THUMBPRINT_MALFORMED: () => 'certificateThumbprint is no SHA-1 or SHA-256 thumbprint in hexadecimal digits.',
  CERTIFICATE_NOT_SHOWN_BY: ({ type }: { type: string }) =>
    `No ${type} provider shows a certificate with this thumbprint.`,
  CERTIFICATE_NOT_SHOWN: () => 'No provider shows a certificate with this thumbprint.',
  CERTIFICATE_VALID_ONLY: ({ from, to }: { from: string; to: string }) =>
    `The certificate is valid from ${from} to ${to} only.`,
  CERTIFICATES_SEVERAL: ({ count, type }: { count: number; type: string }) =>
    `There are ${count} signing certificates on ${type} providers: name one by its thumbprint.`,
  CERTIFICATE_NOT_ON_PROVIDER: ({ thumbprint }: { thumbprint: string }) =>
    `The certificate ${thumbprint} was not found on the provider.`,
  CERTIFICATE_NONE_ON_PROVIDER: () => 'A signing certificate was not found on the provider.',
  DEVICE_BUSY: () => 'The device is busy or does not answer.',
  TOKEN_HOST_STARTING: () => 'The process that holds the keys is being started.',
  TOKEN_HOST_UNHEARD: () => 'The process that holds the keys is being started, or does not answer now.',
  TOKEN_HOST_RESTARTING: () => 'The process that holds the keys is being restarted.',
  STATIONS_SEVERAL: ({ type }: { type: string }) =>
    `Several stations have ${type} providers: name the certificate by its thumbprint.`,
  KEY_ELSEWHERE: () => 'The key is at another station, which takes the job.',
  KEY_NOWHERE: () =>
    'No station that is running shows the certificate: put its token in, or start the station that has it.',
  KEY_NOT_SHOWN_NOW: ({ type }: { type: string }) =>
    `No ${type} provider shows a signing certificate now, and several stations could take the request: put the token ` +
    'in, or name the certificate (certificateThumbprint).',
  PIN_NOT_ENTERED_FOR_DOCUMENT: () => 'The PIN has not been entered for this document.',
  PIN_FOR_OTHER_DOCUMENTS: () => 'Other documents wait for the PIN now: look at them again.',
  PIN_REFUSED_NOT_TRIED: () => 'The token refused this PIN before. It was not tried again.',
  PIN_NOT_HANDED_OVER: () => 'The PIN could not be handed over.',
  PIN_LOCKED: () => 'The PIN is locked: unlock it with the PUK in the software of the token.',
  PIN_LAST_TRY: () => 'Only one PIN try is left: log in once with the software of the token, then sign again.',
  PIN_WRONG_BEFORE: (permitted: Permitted) =>
    `A wrong PIN was entered before: log in once with the software of the token, then sign again${orPermit(permitted)}.`,
  PIN_ON_READER_NEEDS_PERSON: () =>
    'The PIN of this token is entered on its reader, where somebody must be: configure it as the SmartCard provider.',
  PIN_ENTERED_BY_PERSON: () => 'The PIN of the token is entered by a person, who is asked for it.',
  PIN_NOT_CONFIGURED: () => 'The PIN of the token is not configured.',
  PIN_UNREADABLE: ({ secret }: { secret: string }) =>
    `The secret ${secret} cannot be read: give the user that the station runs as the right to read its file, and keep nothing but the secret in it.`,
  PIN_EMPTY: () => 'The configured PIN is empty: write the PIN into its secret.',
  PIN_TOO_SHORT: ({ min }: { min: number }) =>
    `The configured PIN is too short for the token, which takes ${min} characters or more.`,
  PIN_TOO_LONG: ({ max }: { max: number }) =>
    `The configured PIN is too long for the token, which takes ${max} characters or fewer.`,
  PIN_OF_OTHER_PROVIDER: () =>
    'Another provider is logged in to this token with another PIN than the one configured for this provider: give both the same PIN.',
  PIN_OUTCOME_UNKNOWN: refusedPin(
    'Logins with this PIN broke off before their outcome was known, so that it may be right or wrong.',
  ),
  PIN_SAID_LOCKED: refusedPin(
    'The token said that its PIN is locked: unlock it with the PUK in the software of the token first.',
  ),
  PIN_TO_CHANGE: refusedPin('The token wants this PIN changed: change it with the software of the token first.'),
  PIN_REFUSED_BEFORE: refusedPin('The token refused this PIN before.'),
  PIN_NOT_ENTERED_ON_READER: (permitted: Permitted) =>
    `The PIN was not entered on the reader before. ${takeOut(permitted)}`,
  PIN_FAILED_ON_READER: ({ answer, ...permitted }: Permitted & { answer: string }) =>
    `The login at the reader failed: a wrong PIN, cancelled or timed out (${answer}). ${takeOut(permitted)}`,
  PIN_MEMORY_DAMAGED: ({ file }: { file: string }) =>
    `The memory of the PIN guard cannot be read: make sure that the PIN is right, then remove the file ${file}.`,
  PIN_MEMORY_NOT_KEPT: ({ folder }: { folder: string }) =>
    `Nothing can be written into ${folder}, where it is kept which PINs were tried: see that the station may write there and that the disk works. No PIN is tried until then.`,
  CARD_OTHER_CERTIFICATE: () =>
    'The wanted certificate is not on the token that is inserted: another card is in the reader.',
  CARD_CERTIFICATE_REPLACED: () =>
    'The token had the wanted certificate before and has it no more: it was replaced. Name the certificate that it has now.',
  CARD_UNNAMED: ({ name }: { name: string }) =>
    `The token shows no certificates before a login, and nothing says that it is the one of the provider ${name}: ` +
    'set its TokenSerial, so that the PIN goes to no other card.',
  CARD_OTHER_THAN_OPENED: ({ name }: { name: string }) =>
    `Another card is in the reader than the one that the PIN of the provider ${name} opened before: ` +
    'insert that one, or name the certificate.',
  TOKEN_NOT_INSERTED: ({ name }: { name: string }) => `No token is inserted for the provider ${name}.`,
  TOKEN_NOT_AMONG: ({ name, count }: { name: string; count: number }) =>
    `The token of the provider ${name} is not among the ${count} inserted.`,
  TOKENS_SEVERAL: ({ name, count }: { name: string; count: number }) =>
    `${count} tokens fit the provider ${name}: take out all but one, or name one by its serial number (TokenSerial).`,
  TOKEN_BUSY_LOGIN: () => 'Another process is logging in to this token.',
  TOKEN_WITH_KEY_GONE: () => 'The token with the chosen key is not there any more.',
  TOKEN_CANNOT_SIGN_SO: () => 'The token cannot sign with this key.',
  KEY_CANNOT_MAKE: ({ scheme, hash }: { scheme: string; hash: string }) =>
    `The key cannot make ${scheme} with ${hash}.`,
  KEY_WITHOUT_ALGORITHM: () => 'The device offers no signature algorithm for this key.',
  SIGNATURE_OF_DEVICE_WRONG: () =>
    'The device returned a signature that does not verify with the certificate; it was discarded.',
  MODULE_PATH_RELATIVE: () => 'The path of the PKCS#11 module must be absolute and on this machine.',
  MODULE_OF_OTHER_SYSTEM: () => 'The PKCS#11 module is not a library of this kind of system.',
  MODULE_OF_OTHER_PROCESSOR: ({ found, needed }: { found: string; needed: string }) =>
    `The PKCS#11 module is for another processor (${found === '' ? 'unknown' : found}, needed ${needed}).`,
  MODULE_NOT_INSTALLED: () => 'The PKCS#11 module (driver of the token) is not installed.',
  MODULE_NOT_LOADED: () => 'The PKCS#11 module could not be loaded; a library it needs may be missing.',
  PFX_MISSING: () => 'The PFX file is missing or not readable.',
  PFX_WITHOUT_KEY: () => 'The PFX file has no such key.',
  PFX_PASSWORD_MISSING: () => 'The password of the PFX file is not configured.',
  PFX_PASSWORD_EMPTY: () =>
    'The configured password is empty, and the PFX file has another one: write the password into its secret.',
  PFX_PASSWORD_WRONG: () =>
    'The password of the PFX file is wrong. It is tried again when the password or the file has changed.',
  PFX_UNUSABLE: ({ detail }: { detail: string }) => `The PFX file cannot be used: ${detail}.`,
} as const;
