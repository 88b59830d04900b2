/** A box or a question: what it is about, and what to know of it. */
export interface Told {
  readonly title: string;
  readonly text: string;
}

/** What the desktop program asks and says in boxes at its start and its end, in one language. */
export interface ProgramTexts {
  readonly cannotStart: string;
  readonly hasToClose: string;
  readonly cannotShowWindow: string;
  /** Nothing better is known. */
  readonly unexpected: string;
  readonly failedOften: string;
  readonly pageEnded: string;
  readonly startsAgain: string;

  readonly portTaken: string;
  readonly portRefused: string;
  readonly databaseDamaged: string;
  readonly tooFewHandles: string;
  readonly noSpace: string;
  /** A file system that does not sync folders. */
  readonly unsafeDisk: string;
  /** `place`: a path; null: the data directory. */
  readonly notWritable: (place: string | null) => string;
  /** A file where a folder belongs, or the other way round. */
  readonly wrongKind: (place: string | null) => string;
  readonly linkToNothing: (place: string | null) => string;
  readonly dataDirectoryInUse: (folder: string) => string;
  readonly inspectorIsOpen: string;
  readonly switchesRefused: (switches: string) => string;
  readonly needsRoleApi: string;
  /** `config.json` cannot be added to. */
  readonly settingsUnreadable: (file: string) => string;

  readonly passwordsLost: (folder: string, files: string) => Told;
  readonly keepPasswords: (files: string) => Told;
  readonly keepInKeyStore: string;
  readonly leaveFiles: string;

  readonly beginWith: Told;
  readonly myToken: string;
  readonly demoIdentity: string;
  readonly decideLater: string;
  readonly libraryOfToken: string;
  readonly libraries: string;
}
