/** Who may call, and what the station cannot do for anybody now. */
export const accessSentences = {
  API_KEY_NEEDED: () => 'Send a valid API key as `Authorization: ApiKey <key>` or `X-Api-Key: <key>`.',
  API_KEY_NOT_IN_FORCE: () =>
    'The API key that was sent is unknown or was revoked. This station needs none: send a valid one, or none at all.',
  API_KEY_OF_OTHER_TENANT: () => 'The API key belongs to another tenant.',
  API_KEY_WITHOUT_PERMISSION: ({ permission }: { permission: string }) =>
    `The API key lacks the permission ${permission}.`,
  API_KEY_UNKNOWN: () => 'There is no API key in force with this id.',
  DECIDED_AT_STATION: () =>
    'A person decides this on the page Review of the station, opened on this machine or with TLS.',
  OTHER_USER_OF_MACHINE: () => 'Requests of other users of this machine are refused.',
  NOTHING_AT_ADDRESS: () => 'There is nothing at this address.',
  PROVIDER_UNKNOWN: () => 'There is no signing provider with this id.',
  CERTIFICATE_UNKNOWN: () => 'No provider shows a certificate with this id.',
  PROCESS_UNKNOWN: () => 'This station has no process of this name.',
  DISK_FULL: () => 'There is no space left on the disk of the station.',
  TOO_MANY_FILES_OPEN: () => 'The station has too many files open; try again shortly.',
  REQUEST_UNREADABLE: () => 'The request cannot be read.',
  TOO_MANY_UPLOADS: () => 'Too many uploads are running at once; try again shortly.',
  TOO_MANY_VERIFIED_AT_ONCE: () => 'Too many documents are being verified at once; try again shortly.',
  TOO_MANY_WAIT_FOR_VERIFIER: () => 'Too many documents wait to be verified already.',
  TOO_MANY_EVENT_STREAMS: () => 'Too many event streams are open.',
  DATABASE_UNREACHABLE: () => 'The database cannot be reached.',
  DISK_REFUSED: () => 'The disk refused to keep what was written. The station ends.',
  DATABASE_DAMAGED: () =>
    'The database is damaged. The station ends. Keep a copy of station.db and the files beside it, then put back a backup of ' +
    'all of them, as docs/operating.md says.',
  PROCESS_GONE: () => 'The process that was asked is gone; it is being restarted.',
  PROCESS_SILENT: () => 'The process that was asked did not answer in time.',
  FILE_OPERATION_REFUSED: ({ code }: { code: string }) => `The machine refused a file operation (${code}).`,
  FAILED_UNEXPECTEDLY: ({ what }: { what: string }) => `${what} failed unexpectedly.`,
  PROGRAM_FILES_UNREADABLE: () => "The program's files could not be read; restart the station.",
} as const;
