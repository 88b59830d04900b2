/** What code may import besides its own files. Every list is one text, its entries parted by blanks. */
export interface Permissions {
  /**
   * Rooms. A folder stands for its own files and those of its subfolders that are no rooms themselves:
   * `service/persistence` is the port, `service/persistence/sqlite` a driver.
   */
  readonly rooms?: string;
  /** Folders with everything below them, drivers too. */
  readonly trees?: string;
  /** Node's own modules, without `node:`. */
  readonly node?: string;
  /** Packages. */
  readonly npm?: string;
  /** Single files of rooms that are closed otherwise, each with the reason. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A folder, or one file of a folder that needs more than the rest of it. */
export interface Room extends Permissions {
  readonly place: string;
  /** Its subfolders, where others beside them are rooms: a new one, a driver for instance, is not let in unasked. */
  readonly folders?: string;
  /** Why a permission that looks too wide is given. */
  readonly note?: string;
}

/** The tests of an area: files named `.test.ts` and `.suite.ts`, and all of `e2e`. Production code imports none of them. */
export interface TestPermissions extends Permissions {
  readonly of: string;
}

/** A line of the table of folders in docs/architecture.md. */
export interface Area {
  readonly folder: string;
  readonly holds: string;
  readonly rooms: readonly Room[];
}

/** An import of a file, by the names that dependency-cruiser gives to both ends. */
export interface Import {
  readonly from: string;
  readonly to: string;
}
